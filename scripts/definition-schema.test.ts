/** `definition.schema.json` is current, and agrees with the check of definitions. */
import { readFileSync } from 'node:fs';
import { type JsonObject, type JsonValue, compileDefinition } from '@org/approval-core';
import { randomEnds, randomWorkflow } from '@org/approval-testkit/simulation';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCHEMA_FILE, schemaText } from './definition-schema.js';

const text = readFileSync(SCHEMA_FILE, 'utf8');
const accepts = new Ajv2020({ strict: false }).compile(JSON.parse(text) as object);

test('the file is current; run `npm run schema`', async () => {
  expect(text).toBe(await schemaText());
});

test('every field has a description', () => {
  const { $defs } = JSON.parse(text) as { $defs: Record<string, { properties?: Record<string, object> }> };
  const silent = Object.entries($defs).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, it]) => !('description' in it) && !('$ref' in it))
      .map(([field]) => `${name}.${field}`),
  );
  expect(silent).toEqual([]);
});

const valid = fc.oneof(randomWorkflow, randomEnds);

test('it accepts every valid definition', () => {
  fc.assert(
    fc.property(valid, (definition) => {
      expect(compileDefinition(definition).ok).toBe(true);
      expect(accepts(definition) ? [] : accepts.errors).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

/** Faults of shape, each in one node of a definition. */
const FAULTS: Readonly<Record<string, (node: JsonObject) => JsonObject>> = {
  'an unknown field': (node) => ({ ...node, colour: 'red' }),
  'a missing id': ({ nodeId: _, ...node }) => node,
  'a reserved id': (node) => ({ ...node, nodeId: 'auto_x' }),
  'an unknown kind': (node) => ({ ...node, type: 'oracle' }),
  'a deadline of 0': (node) => ({ ...node, slaMs: 0 }),
  'a missing config': ({ config: _, ...node }) => node,
  'a name that is a number': (node) => ({ ...node, name: 7 }),
  'an end with a deadline': ({ nodeId = 'x' }) => ({
    ...{ nodeId, type: 'end', slaMs: 5, config: { outcome: 'held' } },
  }),
  'an outcome in capitals': ({ nodeId = 'x' }) => ({ nodeId, type: 'end', config: { outcome: 'Held' } }),
  'two forms of onReject': ({ nodeId = 'x' }) => ({
    nodeId,
    type: 'human',
    config: {
      reviewers: [{ userId: 'ann', mandatory: true }],
      onReject: { end: 'rejected', routeToNodeId: 'sink' },
    },
  }),
};

test.each(Object.entries(FAULTS))('both refuse %s', (_, fault) => {
  fc.assert(
    fc.property(valid, fc.nat(), (definition, at) => {
      const nodes = definition['nodes'] as JsonObject[];
      const index = at % nodes.length;
      const broken: JsonValue = {
        ...definition,
        nodes: nodes.map((it, position) => (position === index ? fault(it) : it)),
      };
      expect([compileDefinition(broken).ok, accepts(broken)]).toEqual([false, false]);
    }),
    { numRuns: 20 },
  );
});
