/** Conditions and templates over a host event, whose root is `event`. */
import { type JsonObject, type JsonValue, isPlainObject } from '../definition/json.js';
import { didYouMean } from '../definition/nearest.js';
import { type Scope, conditionOf, holds } from './evaluate.js';
import { type ParsedJsonTemplate, parseJsonTemplate, renderJson } from './json-template.js';
import { type ParsedWhen, type VariableFault, parseWhen } from './parse.js';
import { type PatternBudget, patternBudget } from './pattern-size.js';
import { renderingOf } from './template.js';
import { WorkBudget } from './work.js';

/** An event of the host's own world. */
export interface HostEvent {
  /** Id of the event, from its source. */
  readonly id: string;
  /** Type of the event, as in `order.paid`. */
  readonly type: string;
  /** Content of the event. */
  readonly payload: JsonValue;
  /** Time of the emit, in ms since the epoch. */
  readonly emittedAt: number;
  readonly organizationId: string | null;
  readonly documentId: string | null;
  /** User who caused the event; null if unknown. */
  readonly initiatorId: string | null;
}

/** Fields of an event that a condition can read. */
const CONDITION_FIELDS = ['type', 'payload', 'organizationId', 'documentId', 'initiatorId'] as const;

const eventVariableFault: VariableFault = ([root, field]) => {
  if (root !== 'event') return `"${root ?? ''}" is an unknown root; a condition of a trigger reads event`;
  if (field === undefined || CONDITION_FIELDS.some((it) => it === field)) return null;
  return `event has no "${field}"; use one of ${CONDITION_FIELDS.join(', ')}${didYouMean(field, CONDITION_FIELDS)}`;
};

/** Parses and checks the condition of an event trigger. */
export const parseEventCondition = (text: string, patterns: PatternBudget = patternBudget()): ParsedWhen =>
  parseWhen(text, patterns, eventVariableFault);

/**
 * Returns true only if the condition holds. `shared` is the budget of all conditions of an event.
 * @throws TooCostly; ConditionFault for a condition that has no value. It is then neither true nor
 * false.
 */
export function eventMatches(text: string, event: HostEvent, shared: WorkBudget): boolean {
  const parsed = parseEventCondition(text);
  if (!parsed.ok) return false;
  // Only fields of `event` are allowed, so the rest of the scope is never read.
  const scope: Scope & { readonly event: HostEvent } = {
    event,
    output: null,
    step: { status: 'completed' },
    execution: { input: null },
  };
  return holds(conditionOf(parsed.expression, true), scope, shared);
}

/** Parses the JSON template of a trigger context. */
export const contextTemplate = (context: JsonValue): ParsedJsonTemplate =>
  parseJsonTemplate(context, ['event']);

/**
 * Returns the trigger context of an event.
 * @throws TemplateTooLarge, TooCostly
 */
export function contextOfEvent(context: JsonObject | undefined, event: HostEvent): JsonObject {
  const parsed = context === undefined ? null : contextTemplate(context);
  if (parsed === null || !parsed.ok) return { event: { ...event } };
  const rendered = renderJson(parsed.template, renderingOf({ event }, new WorkBudget()));
  // The schema takes objects only, and a template of one renders to one.
  return isPlainObject(rendered) ? rendered : {};
}
