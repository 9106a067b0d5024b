/** An engine with difficult data: long names, markup, long runs, large groups, no data. */
import type { Definition, JsonObject } from '@org/approval-core';
import type { DispatchRequest } from '@org/approval-core/views';
import { createTestEngine, createTestReceiver } from '@org/approval-testkit';
import { agent, edge, human } from '@org/approval-testkit/simulation';
import { onTestFinished } from 'vitest';
import { PERMISSIONS } from '../html/site.js';
import { createInspector } from '../index.js';
import { review } from './inspected.js';

const MARKUP = `"><img src=x onerror="document.title='hit'"></script><script>document.title='hit'</script>`;
const LONG = 'the-person-who-signs-for-the-department-of-very-long-names'.padEnd(200, '-and-more');
const count = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));
const toSink = { onReject: { routeToNodeId: 'sink' } };
const named = (definitionId: string, name: string, parts: Omit<Definition, 'definitionId' | 'name'>) => ({
  definitionId,
  name,
  ...parts,
});

const DEFINITIONS: readonly Definition[] = [
  named('long-names', 'A definition whose name goes on '.repeat(6).trim(), {
    nodes: [
      human('a-node-with-a-name-that-is-as-long-as-it-may-be-and-not-a-bit-mo', LONG, toSink),
      agent('sink'),
    ],
    edges: [],
  }),
  named('markup', MARKUP, {
    nodes: [human('review', MARKUP, { ...toSink, commentBody: MARKUP }), agent('sink')],
    edges: [],
  }),
  named('other-scripts', 'موافقة على العقد', {
    nodes: [
      human('review', ['مريم الخطيب', 'יעל כהן', '王小明'], {
        ...toSink,
        commentBody: 'يرجى قراءة العقد رقم 7 (النسخة 2.1) والرد قبل الخميس.',
      }),
      agent('sink'),
    ],
    edges: [],
  }),
  // Fifty steps, twenty times.
  named('long-run', 'A thousand steps', {
    nodes: [agent('draft'), ...count(48, (it) => agent(`check-${it + 1}`)), human('review', 'ann')],
    edges: [
      edge('draft', 'check-1'),
      ...count(47, (it) => edge(`check-${it + 1}`, `check-${it + 2}`)),
      edge('check-48', 'review'),
    ],
    loops: [
      {
        loopId: 'rounds',
        entryNodeId: 'draft',
        bodyNodeIds: ['draft', ...count(48, (it) => `check-${it + 1}`), 'review'],
        maxIterations: 20,
      },
    ],
  }),
  named('board', 'Sixty of ninety-seven', {
    nodes: [
      agent('draft'),
      ...count(97, (it) => human(`member-${it}`, `person-${it}`, toSink)),
      human('chief', 'ann', toSink),
      agent('sink'),
    ],
    edges: count(97, (it) => [edge('draft', `member-${it}`), edge(`member-${it}`, 'chief')]).flat(),
    groups: [
      {
        groupId: 'board',
        memberNodeIds: count(97, (it) => `member-${it}`),
        expectedSteps: 97,
        quorum: 60,
        onQuorumMet: 'joinOnQuorum',
      },
    ],
  }),
];

/** `x-workspace` of a request selects the workspace; `nobody` is refused. */
export async function gallery() {
  const receiver = createTestReceiver();
  const { engine, store, drain, advance, clock } = createTestEngine({
    webhooks: { transport: receiver },
    agents: {
      writer: async () => ({ passed: true, summary: 'A draft.' }),
      broken: async () => Promise.reject(new Error(`the reader of documents said: ${MARKUP}`)),
    },
  });
  onTestFinished(() => engine.stop());
  const start = async (definitionId: string, more: Partial<DispatchRequest> = {}) => {
    const triggerContext: JsonObject = { url: 'https://example.com/notes/7', note: MARKUP };
    const { executionId } = await engine.executions.dispatch({ definitionId, triggerContext, ...more });
    await drain();
    return executionId;
  };
  const answer = async (executionId: string, decision: 'approve' | 'reject', ...people: string[]) => {
    for (const reviewerId of people) {
      const { items } = await engine.steps.listWaiting({ reviewerId, pageSize: 200 });
      const stepId = items.find((it) => it.executionId === executionId)?.stepId ?? '';
      const reason = decision === 'reject' ? `not yet: ${MARKUP}` : '';
      await engine.steps.recordReviewerDecision({ executionId, stepId, reviewerId, decision, reason });
      await drain();
    }
  };
  for (const it of [review, ...DEFINITIONS]) await engine.definitions.create(it);
  await engine.definitions.create(
    named('broken', 'An agent that fails', { nodes: [agent('reader', 'broken')], edges: [] }),
  );

  const completed = await start('release-note');
  await answer(completed, 'approve', 'legal', 'brand', 'finance', 'chief');
  await advance(7 * 3_600_000);
  const failed = await start('broken');
  await advance(600_000);
  receiver.respondWith(() => 500);
  const hooks = { webhookUrl: 'https://receiver.example/events', webhookSecret: 'a-secret-of-this-test' };
  const delivering = await start('release-note', {
    ...hooks,
    documentId: 'd'.repeat(120),
    organizationId: 'acme',
  });
  await advance(3_600_000);
  receiver.respondWith(() => 200);
  await answer(delivering, 'approve', 'legal');
  const waiting = await start('release-note', { initiatorId: 'ida' });
  await answer(waiting, 'reject', 'brand');
  await answer(waiting, 'approve', 'legal', 'brand');
  await engine.definitions.update({
    definitionId: 'release-note',
    ifVersion: 1,
    name: 'Release note, anew',
    nodes: review.nodes.map((it) => (it.nodeId === 'publish' ? { ...it, nodeId: 'print' } : it)),
    edges: (review.edges ?? []).map((it) => (it.to === 'publish' ? { ...it, to: 'print' } : it)),
  });
  const longNames = await start('long-names');
  const markup = await start('markup');
  const scripts = await start('other-scripts');
  await answer(scripts, 'approve', 'مريم الخطيب');
  const board = await start('board');
  const longRun = await start('long-run');
  for (let round = 1; round < 20; round++) await answer(longRun, 'reject', 'ann');

  const inspector = createInspector({
    engine,
    store,
    basePath: '/inspect',
    now: () => clock.now(),
    authorize: ({ headers }) => {
      const given = headers['x-workspace'];
      const workspaceId = typeof given === 'string' ? given : 'default';
      if (workspaceId === 'nobody') return null;
      return { workspaceId, subject: 'finance', permissions: PERMISSIONS };
    },
  });
  const run = (executionId: string) => `run?id=${executionId}`;
  /** Every page by a name, in each of its states. */
  const pages: Readonly<Record<string, { readonly path: string; readonly workspace?: string }>> = {
    runs: { path: 'runs' },
    'runs-none': { path: 'runs?status=failed&person=nobody' },
    'runs-due': { path: 'runs?due=week' },
    'runs-empty': { path: 'runs', workspace: 'empty' },
    run: { path: run(waiting) },
    'run-before': { path: `${run(waiting)}&at=6` },
    'run-completed': { path: run(completed) },
    'run-failed': { path: run(failed) },
    'run-long-names': { path: run(longNames) },
    'run-markup': { path: run(markup) },
    'run-other-scripts': { path: run(scripts) },
    'run-board': { path: run(board) },
    'run-thousand-steps': { path: run(longRun) },
    'run-missing': { path: 'run?id=nobody' },
    inbox: { path: 'inbox?reviewerId=' },
    'inbox-empty': { path: 'inbox', workspace: 'empty' },
    definitions: { path: 'definitions' },
    'definitions-empty': { path: 'definitions', workspace: 'empty' },
    definition: { path: 'definition?id=release-note' },
    'definition-markup': { path: 'definition?id=markup' },
    difference: { path: 'definition?id=release-note&version=2&against=1' },
    playground: { path: 'playground?id=release-note' },
    'playground-board': { path: 'playground?id=board' },
    deliveries: { path: 'deliveries' },
    'deliveries-empty': { path: 'deliveries', workspace: 'empty' },
    operations: { path: 'operations?doctor=1' },
    'operations-empty': { path: 'operations', workspace: 'empty' },
    forbidden: { path: 'runs', workspace: 'nobody' },
  };
  return { inspector, engine, store, pages };
}
