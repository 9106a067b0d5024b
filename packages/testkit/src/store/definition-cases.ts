/** Definitions: keys, versions, deletion. */
import assert from 'node:assert/strict';
import type { Change, DefinitionVersion, KnownHead } from '@org/approval-core/store';
import type { StoreCase, StoreContext } from './case.js';
import { aDefinition, cancellation, change, creation, keyOf, unique } from './fixtures.js';

const refOf = ({ workspaceId, uid, version }: DefinitionVersion) => ({ workspaceId, uid, version });

async function created(context: StoreContext, key: Partial<Parameters<typeof aDefinition>[0]> = {}) {
  const definition = aDefinition({ workspaceId: context.workspaceId, ...key }, context.now());
  assert.equal(await context.store.createDefinition(definition), 'created');
  return definition;
}

export const definitionCases: readonly StoreCase[] = [
  {
    name: 'a definition is returned unchanged',
    async run(context) {
      const definition = await created(context);
      const [head] = await context.store.findDefinitions([keyOf(definition)]);
      assert.deepEqual(head, { uid: definition.uid, version: 1 });
      assert.deepEqual(await context.store.loadDefinitions([refOf(definition)]), [definition]);
    },
  },
  {
    name: 'several definitions are returned in order, unknown ones as null',
    async run(context) {
      const [a, b] = [
        await created(context, { definitionId: 'aaa' }),
        await created(context, { definitionId: 'bbb' }),
      ];
      const heads = await context.store.findDefinitions([
        keyOf(b),
        { ...keyOf(a), definitionId: 'zzz' },
        keyOf(a),
      ]);
      assert.deepEqual(
        heads.map((it) => it?.uid),
        [b.uid, undefined, a.uid],
      );
      const loaded = await context.store.loadDefinitions([{ ...refOf(a), version: 2 }, refOf(b), refOf(a)]);
      assert.deepEqual(
        loaded.map((it) => it?.uid),
        [undefined, b.uid, a.uid],
      );
    },
  },
  {
    name: 'a definitionId is free in every other scope and workspace, and taken in its own',
    async run(context) {
      const { store, otherWorkspaceId } = context;
      const scopes = [
        {},
        { organizationId: 'org' },
        { organizationId: 'org', documentId: 'doc' },
        { organizationId: 'org-2', documentId: 'doc' },
      ];
      for (const scope of scopes) await created(context, scope);
      for (const scope of scopes) {
        const again = aDefinition({ workspaceId: context.workspaceId, ...scope }, context.now());
        assert.equal(await store.createDefinition(again), 'exists');
      }
      await created(context, { workspaceId: otherWorkspaceId });
    },
  },
  {
    name: 'keys are compared byte for byte',
    async run(context) {
      const organizations = ['Org', 'org', 'org ', ' org', 'o\u0308rg', '\u00f6rg', 'ORG', 'ss', 'ß'];
      for (const organizationId of organizations) await created(context, { organizationId });
      for (const organizationId of organizations) {
        const scope = { workspaceId: context.workspaceId, organizationId, documentId: null };
        const page = await context.store.listDefinitions(scope, { limit: 10, cursor: null });
        assert.ok(page !== 'bad-cursor');
        assert.deepEqual(
          page.items.map((it) => it.organizationId),
          [organizationId],
        );
      }
    },
  },
  {
    name: 'one of several concurrent creations of one key succeeds',
    async run(context) {
      const { workspaceId } = context;
      const results = await Promise.all(
        Array.from({ length: 8 }, () =>
          context.store.createDefinition(aDefinition({ workspaceId, definitionId: 'raced' }, context.now())),
        ),
      );
      assert.equal(results.filter((it) => it === 'created').length, 1);
    },
  },
  {
    name: 'versions follow each other, and stay readable',
    async run(context) {
      const { store } = context;
      const first = await created(context);
      const second = { ...first, version: 2, updatedAt: first.updatedAt + 1 };
      assert.equal(await store.addDefinitionVersion(second), 'added');
      assert.equal(await store.addDefinitionVersion(second), 'conflict');
      assert.equal(await store.addDefinitionVersion({ ...first, version: 4 }), 'conflict');
      assert.deepEqual(await store.findDefinitions([keyOf(first)]), [{ uid: first.uid, version: 2 }]);
      assert.deepEqual(await store.loadDefinitions([refOf(first), refOf(second)]), [first, second]);
    },
  },
  {
    name: 'one of several concurrent versions with one number succeeds',
    async run(context) {
      const first = await created(context);
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          context.store.addDefinitionVersion({ ...first, version: 2, updatedAt: first.updatedAt + index }),
        ),
      );
      assert.deepEqual(results.filter((it) => it === 'added').length, 1);
      assert.ok(results.every((it) => it !== 'absent'));
    },
  },
  {
    name: 'a deleted definition is missing, its versions stay readable, its key is free',
    async run(context) {
      const { store } = context;
      const definition = await created(context);
      assert.equal(await store.deleteDefinition(definition), 'deleted');
      assert.equal(await store.deleteDefinition(definition), 'absent');
      assert.equal(await store.addDefinitionVersion({ ...definition, version: 2 }), 'absent');
      assert.deepEqual(await store.findDefinitions([keyOf(definition)]), [null]);
      assert.deepEqual(await store.loadDefinitions([refOf(definition)]), [definition]);
      const again = await created(context);
      assert.deepEqual(await store.findDefinitions([keyOf(definition)]), [{ uid: again.uid, version: 1 }]);
    },
  },
  {
    name: 'a definition with an open execution is in use',
    async run(context) {
      const { store } = context;
      const definition = await created(context);
      const first = creation(definition, context.now());
      assert.deepEqual(await store.commit([first]), [{ kind: 'committed' }]);
      assert.equal(await store.deleteDefinition(definition), 'in-use');
      assert.deepEqual(await store.commit([change(definition, first.state, context.now(), cancellation)]), [
        { kind: 'committed' },
      ]);
      assert.equal(await store.deleteDefinition(definition), 'deleted');
    },
  },
  {
    name: 'no execution is created on a deleted definition, also when the calls race',
    async run(context) {
      const { store } = context;
      for (let round = 0; round < 10; round++) {
        const definition = await created(context, { definitionId: unique('raced') });
        const racing = Array.from({ length: 3 }, () => store.commit([creation(definition, context.now())]));
        const deletion = store.deleteDefinition(definition);
        const results = (await Promise.all(racing)).flat().map((it) => it.kind);
        const deleted = await deletion;
        assert.ok(
          deleted === 'in-use' || !results.includes('committed'),
          `${deleted}, and ${results.join()}`,
        );
        // A store may also report a deletion in progress.
        const refusals = ['definition-gone', 'busy'];
        if (deleted === 'deleted') assert.ok(results.every((it) => refusals.includes(it)));
      }
    },
  },
  {
    name: 'an execution is created only if its definition would still be chosen',
    async run(context) {
      const { store } = context;
      const definition = await created(context, { definitionId: unique('chosen') });
      const own = keyOf(definition);
      const organization = { ...own, organizationId: 'org' };
      const chosenBy = (...knownHeads: readonly KnownHead[]): Change => ({
        ...creation(definition, context.now()),
        knownHeads,
      });
      const first: KnownHead = { ...own, head: { uid: definition.uid, version: 1 } };
      const none: KnownHead = { ...organization, head: null };
      const gone = { kind: 'definition-gone' };
      assert.deepEqual(await store.commit([chosenBy(none, first)]), [{ kind: 'committed' }]);
      await created(context, organization);
      const [stale, good] = [chosenBy(none, first), chosenBy(first)];
      assert.deepEqual(await store.commit([stale, good]), [gone, { kind: 'committed' }]);
      assert.deepEqual(await store.loadExecutions([stale.state, good.state]), [null, good.state]);
      assert.equal(await store.addDefinitionVersion({ ...definition, version: 2 }), 'added');
      assert.deepEqual(await store.commit([chosenBy(first)]), [gone]);
      const second = { ...first, head: { uid: definition.uid, version: 2 } };
      assert.deepEqual(await store.commit([chosenBy(second)]), [{ kind: 'committed' }]);
    },
  },
  {
    name: 'another workspace can neither read, change nor delete a definition',
    async run(context) {
      const { store, otherWorkspaceId: workspaceId } = context;
      const definition = await created(context);
      const theirs = { ...definition, workspaceId };
      assert.deepEqual(await store.findDefinitions([keyOf(theirs)]), [null]);
      assert.deepEqual(await store.loadDefinitions([refOf(theirs)]), [null]);
      assert.equal(await store.addDefinitionVersion({ ...theirs, version: 2 }), 'absent');
      assert.equal(await store.deleteDefinition(theirs), 'absent');
      assert.deepEqual(await store.commit([creation(theirs, context.now())]), [{ kind: 'definition-gone' }]);
    },
  },
  {
    name: 'definitions are listed by exactly one scope, page by page, in their newest version',
    async run(context) {
      const { store, workspaceId } = context;
      const names = ['eee', 'bbb', 'ddd', 'aaa', 'ccc'];
      for (const definitionId of names) await created(context, { definitionId, organizationId: 'org' });
      await created(context, { definitionId: 'fff' });
      const [head] = await store.findDefinitions([
        { workspaceId, definitionId: 'ddd', organizationId: 'org', documentId: null },
      ]);
      const [ddd] = await store.loadDefinitions([{ workspaceId, uid: head?.uid ?? '', version: 1 }]);
      assert.ok(ddd);
      await store.addDefinitionVersion({ ...ddd, version: 2 });
      const scope = { workspaceId, organizationId: 'org', documentId: null };
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await store.listDefinitions(scope, { limit: 2, cursor });
        assert.ok(page !== 'bad-cursor' && page.items.length <= 2);
        seen.push(...page.items.map((it) => `${it.definitionId} ${it.version}`));
        cursor = page.cursor;
      } while (cursor !== null);
      assert.deepEqual(seen.toSorted(), ['aaa 1', 'bbb 1', 'ccc 1', 'ddd 2', 'eee 1']);
    },
  },
];
