/** Every field of a definition is returned, can be updated, and is checked. */
import { createTestEngine, createTestReceiver } from '@org/approval-testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Definition, JsonObject } from '../../../index.js';
import { definitionSchema } from '../../../definition/definition.js';
import { fieldsOf, schemaFields } from '../../../test-support/every-field-names.js';
import { CHILD, everyField } from '../../../test-support/every-field.js';
import { has, keyOf, parentOf, placesIn, without } from '../../../test-support/places.js';
import { updateDefinition } from '../../shapes/definitions/requests.js';

const calendars = { office: { timeZone: 'UTC', week: { mon: [['09:00', '17:00']] as const }, holidays: [] } };
const made = () => createTestEngine({ webhooks: { transport: createTestReceiver() }, calendars });
let { engine } = made();
beforeEach(async () => {
  ({ engine } = made());
  await engine.definitions.create(CHILD);
});
afterEach(() => engine.stop());

const AT = { definitionId: 'every-field', organizationId: 'acme', documentId: 'plan' };

test('the definition has every field of the schema, and is valid', async () => {
  const used = fieldsOf(everyField());
  expect([...schemaFields()].filter((it) => !used.has(it))).toEqual([]);
  expect((await engine.definitions.validate(everyField())).issues).toEqual([]);
});

/** Secrets are never returned, so a copy gets them from its author. */
function withSecrets(got: object, given: object): object {
  const copy = structuredClone(got);
  for (const place of placesIn(given).filter((it) => keyOf(it) === 'secret'))
    parentOf(copy, place)['secret'] = parentOf(given, place)['secret'];
  return copy;
}

const PLACES = placesIn(everyField()).filter((it) => it[0] !== 'definitionId' && it[0] !== 'scope');

test('get gives what ensure and create take, and it means the same, for any valid subset of the fields', async () => {
  const seen = { leftOut: 0 };
  const left = fc.uniqueArray(fc.integer({ min: 0, max: PLACES.length - 1 }), { minLength: 6, maxLength: 6 });
  const property = fc.asyncProperty(left, async (indexes) => {
    let given = everyField();
    for (const index of indexes) {
      const left = structuredClone(given);
      if (!has(left, PLACES[index]!)) continue;
      without(left, PLACES[index]!);
      if (!(await engine.definitions.validate(left)).valid) continue;
      given = left;
      seen.leftOut += 1;
    }
    const { version: _, ...created } = await engine.definitions.create(given);
    const got = withSecrets(await engine.definitions.get(AT), given);
    // No field gets lost; `$schema` is for editors.
    expect(got).toMatchObject(given);
    expect(await engine.definitions.ensure(got as never)).toMatchObject({ created: false, updated: false });
    await engine.definitions.delete(AT);
    const copied = await engine.definitions.create(got as never);
    expect(copied).toMatchObject({ compiled: created.compiled, scope: created.scope });
    await engine.definitions.delete(AT);
  });
  await fc.assert(property, { numRuns: 20, examples: [[[]]] });
  expect(seen.leftOut).toBeGreaterThan(20);
});

test('an update may replace every field but the id and the scope', async () => {
  const given = everyField() as unknown as JsonObject;
  const fields = Object.keys(definitionSchema.shape).filter((it) => !['definitionId', 'scope'].includes(it));
  expect(fields.filter((it) => !Object.hasOwn(updateDefinition.shape, it))).toEqual([]);
  const plain = { definitionId: 'every-field', scope: given['scope'], name: 'P', nodes: CHILD.nodes };
  await engine.definitions.create(plain as unknown as Definition);
  const change = Object.fromEntries(fields.map((it) => [it, given[it]]));
  await engine.definitions.update({ ...AT, ifVersion: 1, ...change });
  expect(withSecrets(await engine.definitions.get(AT), given)).toMatchObject(given);
});

/** Values that code may take for something else: names that every object has, and wrong types. */
const ODD = ['toString', 'constructor', '__proto__', 'step.complete', '', null, 1e300, [], {}, [null], [{}]];

describe('a malformed value is an issue, and never a fault of the engine', () => {
  test('a name that every object has, in place of each text', async () => {
    const texts = PLACES.filter((it) => typeof parentOf(everyField(), it)[keyOf(it)] === 'string');
    expect(texts.length).toBeGreaterThan(100);
    for (const place of texts) {
      const given = everyField();
      parentOf(given, place)[keyOf(place)] = 'toString';
      expect((await engine.definitions.validate(given)).issues).toBeInstanceOf(Array);
    }
  }, 60_000);

  test('any few of them together, in validate, create and ensure', async () => {
    const change = fc.tuple(fc.integer({ min: 0, max: PLACES.length - 1 }), fc.constantFrom(...ODD));
    const changes = fc.array(change, { minLength: 2, maxLength: 5 });
    const property = fc.asyncProperty(changes, async (list) => {
      const given = everyField();
      for (const [index, odd] of list) {
        const place = PLACES[index]!;
        if (has(given, place)) parentOf(given, place)[keyOf(place)] = structuredClone(odd);
      }
      const { definitions } = engine;
      const calls = [
        () => definitions.validate(given),
        () => definitions.create(given),
        () => definitions.ensure(given),
      ];
      for (const call of calls) {
        const status: unknown = await call().then(
          () => 'OK',
          (error: unknown) => (error as { status?: string }).status,
        );
        expect(['OK', 'INVALID_ARGUMENT', 'FAILED_PRECONDITION', 'ALREADY_EXISTS']).toContain(status);
      }
      await definitions.delete(AT).catch(() => null);
    });
    await fc.assert(property, { numRuns: 100 });
  }, 60_000);
});
