/** The result of `get` is a request: of create, ensure, validate, and the linter. */
import { createTestEngine } from '@org/approval-testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Definition, compileDefinition } from '../../../index.js';
import type { JsonValue } from '../../../definition/json.js';
import { agent, human, rejectTo } from '../../../test-support/run.js';

const plain = {
  definitionId: 'flow',
  name: 'Flow',
  nodes: [human('first', 'ann', rejectTo('rework')), agent('rework')],
  edges: [],
};
let { engine } = createTestEngine();
beforeEach(() => ({ engine } = createTestEngine()));
afterEach(() => engine.stop());

const SCOPES = [
  undefined,
  { level: 'organization', organizationId: 'acme' },
  { level: 'document', organizationId: 'acme', documentId: 'plan' },
] as const;

test.each<[string, object]>([
  ['everything left out', plain],
  ['everything given', { ...plain, description: 'D', tags: ['a'], custom: { a: null }, strict: true }],
  ...SCOPES.map((scope) => [`scope ${scope?.level}`, { ...plain, scope }] as [string, object]),
])('%s: get gives what create, ensure and validate take, and it means the same', async (_, given) => {
  const { version: _v, ...created } = await engine.definitions.create(given as unknown as Definition);
  const ids = given as { scope?: { organizationId?: string; documentId?: string } };
  const { organizationId, documentId } = ids.scope ?? {};
  const got = await engine.definitions.get({ definitionId: 'flow', organizationId, documentId });
  expect(await engine.definitions.ensure(got as never)).toMatchObject({ created: false, updated: false });
  expect(await engine.definitions.validate(got as never)).toMatchObject({ valid: true, issues: [] });
  expect(compileDefinition(JSON.parse(JSON.stringify(got)) as JsonValue).ok).toBe(true);
  const elsewhere = engine.forWorkspace('other');
  const copy = await elsewhere.definitions.create(got as never);
  expect(copy).toMatchObject({ compiled: created.compiled, scope: created.scope, version: 1 });
});

test.each([
  [{ description: null, groups: null, loops: null, tags: null, strict: null }, []],
  [{ name: null }, ['name']],
  [{ nodes: null }, ['nodes']],
  [{ descripton: null }, ['descripton']],
  // Only a whole view is one: a field that is written by mistake is still found.
  [{ version: 1 }, ['version']],
  [{ compiled: null, status: 'active' }, ['compiled', 'status']],
])('null of an optional field is its absence, and nothing else is passed over: %j', async (more, paths) => {
  const { issues } = await engine.definitions.validate({ ...plain, ...more } as never);
  expect(issues.map((it) => it.path).toSorted()).toEqual(paths);
});

test('times in seconds are refused where milliseconds are meant', async () => {
  const seconds = 1_795_000_000;
  const { executions, people, steps } = engine;
  const asked = [
    () => executions.list({ createdFrom: seconds }),
    () => executions.list({ createdBefore: seconds }),
    () => steps.listWaiting({ dueBefore: seconds }),
    () => people.setAbsence({ userId: 'ann', from: seconds, until: seconds + 86_400, substituteId: 'bob' }),
  ];
  for (const ask of asked)
    await expect(ask()).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: expect.stringContaining('is a time in seconds') as string,
    });
  await executions.list({ createdFrom: 0, createdBefore: seconds * 1_000 });
});
