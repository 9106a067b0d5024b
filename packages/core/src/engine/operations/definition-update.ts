/** The content of a definition update: its target, and its fields (contract section 2). */
import { capped } from '../../definition/issue-list.js';
import type { ErrorCode, Issue } from '../../definition/issue.js';
import { type JsonObject, type JsonValue, isPlainObject } from '../../definition/json.js';
import { parseNaming, schemaIssues } from '../../definition/schema-issues.js';
import type { ScopeIds } from '../caches/definitions.js';
import { invalidArgument } from '../errors.js';
import { updateDefinition, updateTarget } from '../shapes/definitions/requests.js';

interface Update {
  readonly definitionId: string;
  readonly ifVersion: number;
  readonly scope: ScopeIds;
  /** Fields to replace; they have the shape of the whole. */
  readonly fields: JsonObject;
  /** Unknown fields, reported together with the faults of the whole. */
  readonly unknown: readonly Issue<ErrorCode>[];
}

/** @throws INVALID_ARGUMENT when it does not say which definition it is of. */
export function readUpdate(json: JsonValue): Update {
  const isTarget = (key: string) => Object.hasOwn(updateTarget, key);
  const isKnown = (key: string) => Object.hasOwn(updateDefinition.shape, key);
  const shape = parseNaming(
    updateDefinition,
    only(json, (key) => isTarget(key) || !isKnown(key)),
  );
  const issues = shape.success ? [] : [...capped(schemaIssues(shape.error, json))];
  const unknown = issues.filter((it) => it.code === 'unknown-field');
  const target = updateDefinition.safeParse(only(json, isTarget));
  if (!target.success) throw invalidArgument(capped([...unknown, ...schemaIssues(target.error, json)]));
  const { definitionId, ifVersion, organizationId, documentId } = target.data;
  const fields = only(json, (key) => isKnown(key) && !isTarget(key)) as JsonObject;
  return { definitionId, ifVersion, scope: { organizationId, documentId }, fields, unknown };
}

/** The definition as its author would have written it as a whole. */
export function updated(authored: JsonObject, fields: JsonObject): JsonObject {
  const whole = Object.entries({ ...authored, ...fields });
  return Object.fromEntries<JsonValue>(whole.filter(([key, value]) => value !== null || !isOptional(key)));
}

const isOptional = (key: string): boolean => !['name', 'nodes', 'edges'].includes(key);

function only(json: JsonValue, isWanted: (key: string) => boolean): JsonValue {
  if (!isPlainObject(json)) return json;
  return Object.fromEntries<JsonValue>(Object.entries(json).filter(([key]) => isWanted(key)));
}
