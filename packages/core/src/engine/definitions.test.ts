import { createTestEngine, createTestReceiver, overriding } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { type Definition, type JsonObject, type JsonValue, createMemoryStore } from '../index.js';
import { agent, edge, human, onDecision, rejectTo } from '../test-support/run.js';

const definition = (more: Partial<Definition> = {}): Definition => ({
  definitionId: 'sign-off',
  name: 'Sign-off',
  nodes: [human('review', 'ann', rejectTo('rework')), agent('rework'), agent('publish')],
  edges: [edge('review', 'publish')],
  ...more,
});
const failing = (status: string) => expect.objectContaining({ status }) as unknown;

describe('create', () => {
  test('returns the definition as its author wrote it, with version 1 and the compiled form', async () => {
    const { engine, clock } = createTestEngine();
    const written = definition({ description: 'd', tags: ['q2'], custom: { b: 1, a: [null] } });
    const view = await engine.definitions.create(written);
    expect(view).toMatchObject({ ...written, version: 1, status: 'active', warnings: [] });
    expect(view).toMatchObject({ groups: null, loops: null, triggers: null, webhookConfig: null });
    expect(view.scope).toEqual({ level: 'apiKey', organizationId: null, documentId: null });
    expect([view.createdAt, view.updatedAt]).toEqual([clock.now(), clock.now()]);
    expect(JSON.stringify(view.nodes)).toBe(JSON.stringify(written.nodes));
    expect(view.compiled.roots).toEqual(['review']);
    expect(view.compiled.edges.map(({ from, to, role }) => [from, to, role])).toEqual([
      ['review', 'publish', 'success'],
      ['review', 'rework', 'reject'],
    ]);
    expect(await engine.definitions.get({ definitionId: 'sign-off' })).toEqual(view);
  });

  test('a second one with the same id in the same scope is refused', async () => {
    const { engine } = createTestEngine();
    await engine.definitions.create(definition());
    await expect(engine.definitions.create(definition())).rejects.toEqual(failing('ALREADY_EXISTS'));
    await engine.definitions.create(definition({ scope: { level: 'organization', organizationId: 'o' } }));
    await engine.forWorkspace('other').definitions.create(definition());
  });

  test('everything that is wrong is said at once, the first code in the message', async () => {
    const { engine } = createTestEngine();
    const wrong = {
      ...definition({ edges: [edge('review', 'ghost'), edge('review', 'publish', 'x > 1')] }),
      colour: 'red',
    };
    const error = await engine.definitions.create(wrong).catch((it: unknown) => it);
    expect(error).toMatchObject({ status: 'INVALID_ARGUMENT' });
    const { issues } = (error as { details: { issues: { code: string; path: string }[] } }).details;
    expect(issues.map((it) => [it.code, it.path])).toEqual([
      ['unknown-field', 'colour'],
      ['dangling-edge', 'edges[0].to'],
      ['when-not-json', 'edges[1].when'],
    ]);
    expect((error as Error).message).toMatch(/^unknown-field at colour: .* \(and 2 more\)$/);
  });

  test('warnings are kept with the version', async () => {
    const { engine } = createTestEngine();
    const view = await engine.definitions.create(definition({ nodes: [agent('a', 'nobody')], edges: [] }));
    expect(view.warnings.map((it) => it.code)).toEqual(['agent-not-registered']);
    expect((await engine.definitions.get({ definitionId: 'sign-off' })).warnings).toEqual(view.warnings);
  });
});

describe('update', () => {
  test('makes a version of which fields that are present replace and absent ones stay', async () => {
    const { engine, clock } = createTestEngine();
    const first = await engine.definitions.create(definition({ description: 'd', tags: ['t'] }));
    clock.jump(5);
    const second = await engine.definitions.update({
      definitionId: 'sign-off',
      ifVersion: 1,
      name: 'Renamed',
      tags: null,
    });
    expect(second).toEqual({
      ...first,
      version: 2,
      name: 'Renamed',
      tags: null,
      updatedAt: first.updatedAt + 5,
    });
    expect(await engine.definitions.get({ definitionId: 'sign-off', version: 1 })).toEqual(first);
    expect(await engine.definitions.get({ definitionId: 'sign-off' })).toEqual(second);
  });

  test('is refused on another version than the newest, for every other updater', async () => {
    const { engine } = createTestEngine();
    await engine.definitions.create(definition());
    const racing = ['a', 'b', 'c'].map((name) =>
      engine.definitions.update({ definitionId: 'sign-off', ifVersion: 1, name }),
    );
    const settled = await Promise.allSettled(racing);
    expect(settled.filter((it) => it.status === 'fulfilled')).toHaveLength(1);
    for (const it of settled)
      if (it.status === 'rejected') expect(it.reason).toMatchObject({ status: 'FAILED_PRECONDITION' });
    const late = engine.definitions.update({ definitionId: 'sign-off', ifVersion: 1, name: 'late' });
    await expect(late).rejects.toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { currentVersion: 2 },
    });
  });

  test.each([
    ['a faulty whole', { edges: [edge('review', 'ghost')] }, 'dangling-edge'],
    ['a field of a wrong type', { nodes: 'none' }, 'invalid-field'],
    ['an unknown field', { colour: 'red' }, 'unknown-field'],
    ['a scope, which never changes', { scope: { level: 'apiKey' } }, 'unknown-field'],
    ['a required field taken away', { name: null }, 'invalid-field'],
    ['no version to replace', { ifVersion: undefined }, 'invalid-field'],
  ])('%s is refused and changes nothing', async (_, change, code) => {
    const { engine } = createTestEngine();
    const view = await engine.definitions.create(definition());
    const request = JSON.parse(
      JSON.stringify({ definitionId: 'sign-off', ifVersion: 1, ...change }),
    ) as never;
    await expect(engine.definitions.update(request)).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { issues: [{ code }] },
    });
    expect(await engine.definitions.get({ definitionId: 'sign-off' })).toEqual(view);
  });

  test('a condition with a key that stands twice is refused; one that is stored runs on', async () => {
    const store = createMemoryStore();
    const again = (it: JsonValue): JsonValue =>
      JSON.parse(JSON.stringify(it).replaceAll('{\\"op\\":', '{\\"op\\":\\"ne\\",\\"op\\":')) as JsonValue;
    const asBefore = overriding(store, {
      createDefinition: (first) =>
        store.createDefinition({ ...first, authored: again(first.authored) as JsonObject }),
    });
    const { engine } = createTestEngine({ store: asBefore });
    const edges = [edge('review', 'publish', onDecision('approve'))];
    const written = await engine.definitions.create(definition({ edges }));
    const kept = await engine.definitions.get({ definitionId: 'sign-off' });
    expect(kept.edges[0]?.when).toMatch(/"op":"ne","op":"eq"/);
    expect(kept.compiled).toEqual(written.compiled);
    const { executionId } = await engine.executions.dispatch({
      definitionId: 'sign-off',
      triggerContext: { url: 'u' },
    });
    const answer = { executionId, stepId: 'step_review', reviewerId: 'ann', decision: 'approve' } as const;
    await engine.steps.recordReviewerDecision(answer);
    const { steps } = await engine.executions.get({ executionId });
    expect(steps.map((it) => it.nodeId)).toEqual(['review', 'publish']);
    const renamed = engine.definitions.update({ definitionId: 'sign-off', ifVersion: 1, name: 'Other' });
    await expect(renamed).rejects.toMatchObject({
      details: { issues: [{ code: 'when-bad-operand', path: 'edges[0].when' }] },
    });
    await engine.definitions.update({ definitionId: 'sign-off', ifVersion: 1, edges });
  });

  test('a run that is under way keeps its version', async () => {
    const { engine, drain } = createTestEngine();
    await engine.definitions.create(definition());
    const context = { triggerContext: { url: 'https://example.com' } };
    const { executionId } = await engine.executions.dispatch({ definitionId: 'sign-off', ...context });
    await engine.definitions.update({
      definitionId: 'sign-off',
      ifVersion: 1,
      nodes: [agent('other')],
      edges: [],
    });
    await engine.steps.recordReviewerDecision({
      executionId,
      stepId: 'step_review',
      reviewerId: 'ann',
      decision: 'approve',
    });
    await drain();
    const old = await engine.executions.get({ executionId });
    expect([old.definitionVersion, old.steps.map((it) => it.nodeId)]).toEqual([1, ['review', 'publish']]);
    const next = await engine.executions.dispatch({ definitionId: 'sign-off', ...context });
    expect((await engine.executions.get({ executionId: next.executionId })).definitionVersion).toBe(2);
  });
});

describe('scopes', () => {
  const organization = { level: 'organization', organizationId: 'o1' } as const;
  const document = { level: 'document', organizationId: 'o1', documentId: 'd1' } as const;

  test.each([
    [{}, 'workspace'],
    [{ organizationId: 'o2' }, 'workspace'],
    [{ organizationId: 'o1' }, 'organization'],
    [{ organizationId: 'o1', documentId: 'd2' }, 'organization'],
    [{ organizationId: 'o1', documentId: 'd1' }, 'document'],
    [{ organizationId: 'o2', documentId: 'd1' }, 'workspace'],
  ])('get and dispatch with %o take the definition of the %s', async (ids, name) => {
    const { engine } = createTestEngine();
    await engine.definitions.create(definition({ name: 'workspace' }));
    await engine.definitions.create(definition({ name: 'organization', scope: organization }));
    await engine.definitions.create(definition({ name: 'document', scope: document }));
    const view = await engine.definitions.get({ definitionId: 'sign-off', ...ids });
    expect(view.name).toBe(name);
    const { executionId } = await engine.executions.dispatch({ definitionId: 'sign-off', ...ids });
    const { organizationId, documentId } = await engine.executions.get({ executionId });
    expect({ organizationId, documentId }).toEqual({ organizationId: null, documentId: null, ...ids });
  });

  test('update, delete and list name exactly one level', async () => {
    const { engine } = createTestEngine();
    await engine.definitions.create(definition({ scope: organization }));
    const { definitions } = engine;
    await expect(definitions.update({ definitionId: 'sign-off', ifVersion: 1, name: 'x' })).rejects.toEqual(
      failing('NOT_FOUND'),
    );
    await expect(definitions.delete({ definitionId: 'sign-off' })).rejects.toEqual(failing('NOT_FOUND'));
    expect((await definitions.list()).items).toEqual([]);
    expect((await definitions.list({ organizationId: 'o1' })).items).toHaveLength(1);
    await definitions.update({ definitionId: 'sign-off', ifVersion: 1, name: 'x', organizationId: 'o1' });
    await definitions.delete({ definitionId: 'sign-off', organizationId: 'o1' });
  });

  test.each(['get', 'update', 'delete', 'list'] as const)(
    'a documentId alone is refused by %s',
    async (operation) => {
      const { engine } = createTestEngine();
      const request = {
        ...(operation !== 'list' && { definitionId: 'sign-off' }),
        ...(operation === 'update' && { ifVersion: 1 }),
        documentId: 'd',
      };
      await expect(engine.definitions[operation](request as never)).rejects.toMatchObject({
        status: 'INVALID_ARGUMENT',
        details: { issues: [{ path: 'documentId' }] },
      });
    },
  );
});

describe('delete', () => {
  test('waits for the runs of every version; then the id is free, and ended runs stay readable', async () => {
    const { engine } = createTestEngine();
    await engine.definitions.create(definition());
    const { executionId } = await engine.executions.dispatch({ definitionId: 'sign-off' });
    await engine.definitions.update({ definitionId: 'sign-off', ifVersion: 1, name: 'x' });
    const deletion = () => engine.definitions.delete({ definitionId: 'sign-off' });
    await expect(deletion()).rejects.toEqual(failing('FAILED_PRECONDITION'));
    await engine.executions.cancel({ executionId });
    expect(await deletion()).toEqual({ deleted: true, definitionId: 'sign-off' });
    for (const gone of [
      () => engine.definitions.get({ definitionId: 'sign-off' }),
      () => engine.definitions.get({ definitionId: 'sign-off', version: 1 }),
      () => engine.executions.dispatch({ definitionId: 'sign-off' }),
      deletion,
    ]) {
      await expect(gone()).rejects.toEqual(failing('NOT_FOUND'));
    }
    expect((await engine.definitions.list()).items).toEqual([]);
    expect((await engine.definitions.create(definition())).version).toBe(1);
    expect((await engine.executions.get({ executionId })).steps).toHaveLength(1);
  });
});

describe('validate', () => {
  test('says what create would say, and keeps nothing', async () => {
    const { engine } = createTestEngine();
    const good = await engine.definitions.validate(definition());
    expect(good).toMatchObject({ valid: true, issues: [], warnings: [] });
    expect(good.compiled?.edges).toHaveLength(2);
    await expect(engine.definitions.get({ definitionId: 'sign-off' })).rejects.toEqual(failing('NOT_FOUND'));
    const bad = await engine.definitions.validate(definition({ edges: [edge('review', 'ghost')] }));
    expect(bad).toMatchObject({ valid: false, issues: [{ code: 'dangling-edge' }], compiled: null });
    const malformed = await engine.definitions.validate([] as never);
    expect(malformed).toMatchObject({ valid: false, issues: [{ code: 'invalid-field' }] });
  });
});

describe('secrets', () => {
  const inboundWebhook = { authMode: 'hmac', secret: 'trigger-secret-0123' } as const;
  const withSecrets = definition({
    webhookConfig: { url: 'https://hooks.example.com', secret: 'webhook-secret-0123' },
    triggers: [{ triggerId: 'github', inboundWebhook }],
  });

  test('are taken in, kept apart, and never given back', async () => {
    const { engine, store } = createTestEngine({ webhooks: { transport: createTestReceiver() } });
    const view = await engine.definitions.create(withSecrets);
    expect(view.webhookConfig).toEqual({ url: 'https://hooks.example.com' });
    expect(view.triggers).toEqual([{ triggerId: 'github', inboundWebhook: { authMode: 'hmac' } }]);
    const key = { workspaceId: 'default', definitionId: 'sign-off', organizationId: null, documentId: null };
    const [head] = await store.findDefinitions([key]);
    const [kept] = await store.loadDefinitions([{ workspaceId: 'default', ...head! }]);
    expect(kept?.sealedSecrets).toContain('webhook-secret-0123');
    expect(kept?.sealedSecrets).toContain('trigger-secret-0123');
    expect(JSON.stringify([kept?.authored, kept?.compiled])).not.toContain('secret-0123');
    const everything = [
      view,
      await engine.definitions.list(),
      await engine.definitions.validate(withSecrets),
    ];
    expect(JSON.stringify(everything)).not.toContain('secret-0123');
  });

  test('an update that leaves one out keeps it; a new receiver or trigger needs one', async () => {
    const { engine, store } = createTestEngine({ webhooks: { transport: createTestReceiver() } });
    await engine.definitions.create(withSecrets);
    const update = (change: object) =>
      engine.definitions.update({ definitionId: 'sign-off', ...(change as { ifVersion: number }) });
    await update({ ifVersion: 1, webhookConfig: { url: 'https://other.example.com' } });
    const uid = (
      await store.findDefinitions([
        { workspaceId: 'default', definitionId: 'sign-off', organizationId: null, documentId: null },
      ])
    )[0]!.uid;
    const [kept] = await store.loadDefinitions([{ workspaceId: 'default', uid, version: 2 }]);
    expect(kept?.sealedSecrets).toContain('webhook-secret-0123');
    const missing = {
      status: 'INVALID_ARGUMENT',
      details: { issues: [{ path: 'triggers[0].inboundWebhook.secret' }] },
    };
    const unknownTrigger = [{ triggerId: 'other', inboundWebhook: { authMode: 'bearer' } }];
    await expect(update({ ifVersion: 2, triggers: unknownTrigger })).rejects.toMatchObject(missing);
  });
});
