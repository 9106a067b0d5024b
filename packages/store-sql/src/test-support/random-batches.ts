/**
 * Random histories of a store: batches of changes of every kind, claims and deletions between them.
 */
import { compileDefinition } from '@org/approval-core';
import type { Change, DefinitionVersion, ExecutionKey, KnownHead } from '@org/approval-core/store';
import {
  type CommandOf,
  type CommandKind,
  type ExecutionState,
  decide,
  initialState,
} from '@org/approval-core/interpreter';
import { changeBetween } from '@org/approval-core/internal';
import fc from 'fast-check';

/** Ids of the host, which end in spaces, hold quotation marks, and take four bytes a character. */
export const PEOPLE = ['ann', 'Ann', 'ann ', '"o\'b\\n\u2028é', '😀'.repeat(40)] as const;

const TEXTS = [
  '',
  ' ',
  '😀',
  '\0',
  'a"b',
  "it's",
  '\\',
  '\\"',
  '\\u0041\n\t',
  'é'.repeat(400),
  'x😀"'.repeat(20_000),
];
const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary' }));
/** Text that every column stores unchanged: PostgreSQL has no NUL. */
const cell = text.map((it) => it.replaceAll('\0', '0').toWellFormed());
const reference = fc.constantFrom(null, ...PEOPLE);
const small = fc.nat({ max: 9 });

/** Index of one of the two workspaces of a history. */
const workspace = fc.constantFrom(0 as const, 1 as const);

const creation = fc.record({
  kind: fc.constant('create' as const),
  workspace,
  definition: fc.constantFrom(0, 0, 0, 1, 2),
  key: fc.constantFrom(null, null, 'k', 'K', 'k:1', 'k.1'),
  head: fc.constantFrom('none', 'none', 'as-it-is', 'absent', 'outdated', 'gone'),
  organizationId: reference,
  documentId: reference,
  isPushed: fc.boolean(),
  /** True for an existing execution. */
  isAgain: fc.constantFrom(false, false, false, false, true),
  secret: fc.option(cell),
  text,
});

const decision = fc.record({
  kind: fc.constant('decide' as const),
  run: small,
  /** On which state it was decided: the stored one, an older one, or one that was never stored. */
  on: fc.constantFrom('now', 'now', 'now', 'now', 'before', 'ahead', 'nothing'),
  who: fc.constantFrom(...PEOPLE),
  command: fc.constantFrom('approve', 'approve', 'approve', 'reject', 'cancel', 'call'),
  claims: fc.constantFrom('none', 'none', 'none', 'held', 'held', 'lost'),
  finishes: fc.boolean(),
  text,
});

type ValueOf<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type Creation = ValueOf<typeof creation>;
export type Decision = ValueOf<typeof decision>;
export type Item = Creation | Decision;

/** Outcomes of the attempts of one claim, in the order of seq. */
const delivery = fc.record({
  kind: fc.constant('deliver' as const),
  run: small,
  went: fc.array(fc.constantFrom('delivered', 'dead', 'pending'), { minLength: 1, maxLength: 3 }),
  lastError: fc.option(cell),
});
const redelivery = fc.record({
  kind: fc.constant('redeliver' as const),
  run: small,
  seq: fc.option(fc.nat({ max: 8 })),
});
/** Actions of claim holders without a commit. */
const holding = fc.record({
  kind: fc.constant('hold' as const),
  run: small,
  how: fc.constantFrom('extendJobs', 'releaseJobs', 'finishJobs'),
  isHeld: fc.boolean(),
});
const RUNS_GO = { kind: 'retain', of: 'runs' } as const;
const FEED_GOES = { kind: 'retain', of: 'feed' } as const;

const batch = (item: fc.Arbitrary<Item>) =>
  fc.record({
    kind: fc.constant('commit' as const),
    items: fc.array(item, { minLength: 1, maxLength: 9 }),
  });

/** The first ones create executions, so that there is something to decide. */
export const histories = fc
  .tuple(
    batch(creation),
    fc.array(
      fc.oneof(
        { weight: 5, arbitrary: batch(fc.oneof({ weight: 2, arbitrary: decision }, creation)) },
        { weight: 2, arbitrary: fc.record({ kind: fc.constant('claim' as const), isLater: fc.boolean() }) },
        { weight: 3, arbitrary: delivery },
        { weight: 1, arbitrary: redelivery },
        { weight: 1, arbitrary: holding },
        { weight: 1, arbitrary: fc.constantFrom(RUNS_GO, FEED_GOES) },
        {
          weight: 1,
          arbitrary: fc.record({
            kind: fc.constant('delete' as const),
            workspace,
            definition: fc.constantFrom(1, 2),
          }),
        },
      ),
      { minLength: 1, maxLength: 8 },
    ),
  )
  .map(([first, rest]) => [first, ...rest]);

export type History = ValueOf<typeof histories>;

const FLOW = {
  name: 'Flow',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      slaMs: 3_600_000,
      config: {
        reviewers: PEOPLE.map((userId) => ({ userId, mandatory: true })),
        onReject: { routeToNodeId: 'rework' },
      },
    },
    { nodeId: 'scan', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [
    {
      from: 'review',
      to: 'rework',
      when: JSON.stringify({ op: 'eq', args: [{ var: 'step.status' }, 'breached'] }),
    },
  ],
};

export const NOW = 1_700_000_000_000;
let events = 0;

/** Unlike everything else, no two workspaces have one. */
export const uidOf = (workspaceId: string, number: number): string =>
  `${workspaceId.replace(' ', '_')}-def-${number}`;

/** Version 1 of the definition of this number; the third is never stored. */
export function definitionOf(workspaceId: string, number: number): DefinitionVersion {
  const definitionId = `flow-${number}`;
  const authored = { ...FLOW, definitionId };
  const checked = compileDefinition(authored);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  const { compiled, warnings } = checked;
  const key = { workspaceId, definitionId, organizationId: null, documentId: null };
  const rest = { sealedSecrets: null, createdAt: NOW, updatedAt: NOW };
  return { ...key, uid: uidOf(workspaceId, number), version: 1, authored, compiled, warnings, ...rest };
}
const { compiled } = definitionOf('any', 0);

type Next = Omit<Change, 'claims'>;

/** null: the interpreter refuses it. */
function changed<K extends CommandKind>(
  before: ExecutionState,
  command: CommandOf<K>,
  more: { readonly knownHeads?: KnownHead[]; readonly sealedSecret?: string | null } = {},
): Next | null {
  const newEventId = () => `evt-${++events}`;
  const decided = decide(compiled, before, command, { now: NOW, newEventId, maxStepsPerExecution: 100 });
  if (!decided.ok || decided.events.length === 0) return null;
  const receiver = before.webhookUrl === null ? null : { url: before.webhookUrl, eventTypes: null };
  return changeBetween(before, decided.state, { ...decided, claims: [], receiver, ...more });
}

export function created(item: Creation, { workspaceId, executionId }: ExecutionKey): Next {
  const { definition, key: idempotencyKey, organizationId } = item;
  const before = initialState({
    ...{ workspaceId, executionId, idempotencyKey, organizationId },
    definitionUid: uidOf(workspaceId, definition),
    definitionId: `flow-${definition}`,
    definitionVersion: 1,
    correlationId: `corr-${executionId}`,
    documentId: organizationId === null ? null : item.documentId,
    triggerContext: { url: item.text },
    webhookUrl: item.isPushed ? 'https://example.com/hook' : null,
    createdAt: NOW,
  });
  const more = { ...headsOf(item, workspaceId), sealedSecret: item.secret };
  return changed(before, { kind: 'dispatch' }, more) as Next;
}

function headsOf({ head, definition }: Creation, workspaceId: string): { knownHeads?: KnownHead[] } {
  const key = { workspaceId, organizationId: null, documentId: null };
  const asItIs = {
    ...key,
    definitionId: `flow-${definition}`,
    head: { uid: uidOf(workspaceId, definition), version: 1 },
  };
  const absent = { ...key, organizationId: PEOPLE[3], definitionId: 'flow-0', head: null };
  const lists = {
    none: null,
    'as-it-is': [absent, asItIs],
    absent: [absent],
    outdated: [{ ...asItIs, head: { ...asItIs.head, version: 2 } }],
    gone: [absent, { ...asItIs, head: null }],
  };
  const known = lists[head];
  return known === null ? {} : { knownHeads: known };
}

/** The change that a decision makes to an execution with these stored states, newest last. */
export function decided(item: Decision, states: readonly ExecutionState[]): Next | null {
  const newest = states.at(-1);
  if (newest === undefined) return null;
  const { on } = item;
  if (on === 'nothing') return commanded(item, { ...newest, executionId: `${newest.executionId} ` });
  if (on === 'before') return commanded(item, states.at(-2) ?? newest);
  const next = commanded(item, newest);
  return on === 'ahead' && next !== null ? commanded({ ...item, command: 'cancel' }, next.state) : next;
}

function commanded({ command, who, text: reason }: Decision, state: ExecutionState): Next | null {
  const step = { stepId: 'step_review', reviewerId: who, reason } as const;
  switch (command) {
    case 'cancel':
      return changed(state, { kind: 'cancel-execution', reason });
    case 'call':
      return changed(state, { kind: 'begin-agent-call', stepId: 'step_scan', attempt: 1 });
    default:
      return changed(state, { kind: 'record-decision', ...step, decision: command });
  }
}
