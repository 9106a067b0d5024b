/** The JSON Schema of a definition, made from the schemas that check it, for editors and tools. */
import * as z from 'zod';
import { definitionSchema } from './definition.js';
import type { JsonObject } from './json.js';

type Override = (schema: Record<string, unknown>) => void;

const requiring =
  (...fields: readonly string[]): Override =>
  (schema) => {
    const known = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
    schema['required'] = [...new Set([...known, ...fields])];
  };

const unique =
  (...fields: readonly string[]): Override =>
  ({ properties }) => {
    const lists = properties as Record<string, Record<string, unknown>>;
    for (const field of fields) Object.assign(lists[field] ?? {}, { uniqueItems: true });
  };

const exactlyOne =
  (...fields: readonly string[]): Override =>
  (schema) =>
    Object.assign(schema, { oneOf: fields.map((it) => ({ required: [it] })) });

/**
 * Every node needs a configuration. The schemas leave it to the linter, whose message is better.
 */
function requireConfig(schema: Record<string, unknown>): void {
  const { nodeId, config } = (schema['properties'] ?? {}) as Record<string, unknown>;
  if (nodeId !== undefined && config !== undefined) requiring('config')(schema);
}

/** Rules that the schemas and the linter check in code, by the name of the schema. */
const IN_CODE: Readonly<Record<string, Override>> = {
  HumanNode(schema) {
    const pauses = { properties: { config: { required: ['pauseMs'] } } };
    Object.assign(schema, {
      if: pauses,
      then: { anyOf: [{ required: ['slaMs'] }, { required: ['sla'] }] },
    });
  },
  HumanConfig(schema) {
    requiring('reviewers')(schema);
    Object.assign(schema, {
      if: { properties: { allowAbstain: { const: true } }, required: ['allowAbstain'] },
      then: { required: ['decisionRule'] },
    });
  },
  AgentConfig: requiring('agentId', 'urlPath'),
  WaitConfig: exactlyOne('forMs', 'workingMs', 'until', 'signal'),
  DefinitionOnReject: (schema) => Object.assign(schema, { minProperties: 1, maxProperties: 1 }),
  DefinitionGroup: unique('memberNodeIds', 'requiredNodeIds'),
  DefinitionLoop: unique('bodyNodeIds'),
};

/** Ids that the engine derives itself (`identifiers.ts`), after the pattern of every local id. */
const LOCAL_ID = '^[A-Za-z0-9_.-]+$';
const RESERVED = '__to__|__to_?$|^_?to__|^auto_|_iter_[0-9]+$|_exhausted$|^__proto__$';

/**
 * Returns the JSON Schema (2020-12) of definitions. It accepts more than the linter: references,
 * reachability and the meaning of conditions are beyond JSON Schema.
 */
export function definitionJsonSchema(): JsonObject {
  const made = z.toJSONSchema(definitionSchema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const id = z.globalRegistry.get(zodSchema)?.id;
      requireConfig(jsonSchema);
      if (id !== undefined) IN_CODE[id]?.(jsonSchema);
      delete jsonSchema.id;
      if (jsonSchema.pattern === LOCAL_ID) jsonSchema.not = { pattern: RESERVED };
      // Patterns with Unicode classes are compiled with other flags by some editors.
      if (jsonSchema.pattern !== undefined) {
        jsonSchema.pattern = jsonSchema.pattern.replaceAll('\\P{Cc}', '[^\\u0000-\\u001f\\u007f-\\u009f]');
      }
    },
  });
  return { title: 'Approval definition', ...(made as unknown as JsonObject) };
}
