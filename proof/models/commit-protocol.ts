/**
 * The commit protocol (`core/src/engine/commit`): processes decide on a state at hand, which may be out of date; the store
 * compares the seq; answers get lost, writes land after their process has died, and callers who got no answer call again.
 * An execution is its log; three callers want one thing each: two approve, one cancels.
 */
import { itemAt } from '@org/approval-internal/lists';
import { type Model, withAt } from './explore.js';

/** What callers want; nothing follows a cancellation. */
const OPS = ['approve-ann', 'approve-bob', 'cancel'] as const;
type Op = (typeof OPS)[number];
/** How often a caller calls again. */
const MOST_TRIES = 2;

/** How somebody's call stands, as they know it. */
type Told = 'not yet' | 'waits' | 'ok' | 'refused' | 'unknown';

interface Process {
  /** Length of the prefix of the log that it has at hand; null: nothing. */
  readonly known: number | null;
  /** What it is at, decided on so long a prefix. */
  readonly work: { readonly op: number; readonly base: number | null; readonly phase: Phase } | null;
}
type Phase = 'to decide' | 'sent' | 'written' | 'conflict';

export interface CommitState {
  /** What was committed, in order: the store. */
  readonly log: readonly Op[];
  /** Writes that are on their way although nobody waits for them any more. */
  readonly adrift: readonly { readonly op: number; readonly base: number }[];
  readonly callers: readonly { readonly told: Told; readonly tries: number }[];
  readonly processes: readonly Process[];
}

/** Bugs that are planted, to see that the search finds them. */
export type CommitBug =
  'no compare' | 'answer before commit' | 'retry that writes twice' | 'refusal from the state at hand';

export function commitProtocol(processes: number, bug: CommitBug | null = null): Model<CommitState> {
  // A write that can only conflict any more is as good as lost.
  const live = (state: CommitState): CommitState =>
    bug === 'no compare'
      ? state
      : { ...state, adrift: state.adrift.filter((it) => it.base === state.log.length) };
  return {
    initial: {
      log: [],
      adrift: [],
      callers: OPS.map(() => ({ told: 'not yet', tries: 0 })),
      processes: Array.from({ length: processes }, () => ({ known: null, work: null })),
    },
    next: (state) =>
      [
        ...state.callers.flatMap((_, op) => calls(state, op)),
        ...state.processes.flatMap((_, at) => moves(state, at, bug)),
        ...state.adrift.map((it, index) => landing(state, it, index, bug)),
      ].map(([action, next]) => [action, live(next)] as const),
    fault,
    isGood: ({ callers }) => callers.every(isThrough),
    keyOf,
  };
}

/** Processes are alike, and so is the order of what is adrift. */
const keyOf = ({ log, adrift, callers, processes }: CommitState): string =>
  JSON.stringify([
    log,
    callers,
    adrift.map((it) => JSON.stringify(it)).toSorted(),
    processes.map((it) => JSON.stringify(it)).toSorted(),
  ]);

/** Told, or out of tries: who has no answer then stays without. */
const isThrough = ({ told, tries }: CommitState['callers'][number]): boolean =>
  told === 'ok' || told === 'refused' || (told === 'unknown' && tries === MOST_TRIES);

type Steps = readonly (readonly [string, CommitState])[];

/** Anybody may call anywhere, and again wherever they got no answer. */
function calls(state: CommitState, op: number): Steps {
  const { told, tries } = itemAt(state.callers, op);
  if (told === 'waits' || isThrough({ told, tries })) return [];
  return state.processes.flatMap(({ work }, at): Steps => {
    if (work !== null) return [];
    const callers = withAt(state.callers, op, { told: 'waits', tries: tries + 1 });
    const next = { ...state, callers };
    return [[`${OPS[op]} calls ${at}`, withWork(next, at, { op, base: null, phase: 'to decide' })]];
  });
}

function moves(state: CommitState, at: number, bug: CommitBug | null): Steps {
  const { work, known } = itemAt(state.processes, at);
  if (work === null) return known === null ? [] : [crash(state, at)];
  if (work.phase === 'to decide') return [...decides(state, at, work.op, bug), crash(state, at)];
  if (work.phase === 'sent')
    return [arrives(state, at, bug), ...connectionLost(state, at, work.op), crash(state, at)];
  return [answered(state, at, work.phase), ...answerLost(state, at, work, bug), crash(state, at)];
}

/** On the state at hand, or on what the store says now. What needs no commit is answered on what the store says alone. */
function decides(state: CommitState, at: number, op: number, bug: CommitBug | null): Steps {
  const { known } = itemAt(state.processes, at);
  const bases = known === null ? [state.log.length] : [known];
  return bases.map((base) => {
    const verdict = verdictOn(state.log.slice(0, base), itemAt(OPS, op));
    const isFresh = known === null || bug === 'refusal from the state at hand';
    if (verdict === 'commit') {
      const sent = withWork(state, at, { op, base, phase: 'sent' });
      const told = bug === 'answer before commit' ? tell(sent, op, 'ok') : sent;
      return [`${at} decides ${OPS[op]} on ${base}`, told];
    }
    if (!isFresh) return [`${at} reads again`, withProcess(state, at, { known: null })];
    return [`${at} answers ${OPS[op]} ${verdict} on ${base}`, tell(withWork(state, at, null), op, verdict)];
  });
}

/** The interpreter, as far as it matters here: the same again is known, and nothing follows a cancellation. */
function verdictOn(log: readonly Op[], op: Op): 'commit' | 'ok' | 'refused' {
  if (log.includes(op)) return 'ok';
  return log.includes('cancel') ? 'refused' : 'commit';
}

const write = (log: readonly Op[], op: number, base: number, bug: CommitBug | null): readonly Op[] | null =>
  log.length === base || bug === 'no compare' ? [...log, itemAt(OPS, op)] : null;

/** The change that the process has sent. */
function sentBy(state: CommitState, at: number): { readonly op: number; readonly base: number } {
  const { work } = itemAt(state.processes, at);
  if (work?.base == null) throw new Error(`process ${at} has sent nothing`);
  return { op: work.op, base: work.base };
}

function arrives(state: CommitState, at: number, bug: CommitBug | null): Steps[number] {
  const { op, base } = sentBy(state, at);
  const log = write(state.log, op, base, bug);
  const next = log === null ? state : { ...state, log };
  const phase = log === null ? 'conflict' : 'written';
  return [`${OPS[op]} of ${at} arrives: ${phase}`, withWork(next, at, { op, base, phase })];
}

/** The process is told that it failed; the write may be lost, or land later. */
function connectionLost(state: CommitState, at: number, op: number): Steps {
  const { base } = sentBy(state, at);
  const lost = tell(withProcess(state, at, { work: null, known: null }), op, 'unknown');
  return [
    [`${at} loses ${OPS[op]} on the way`, lost],
    [`${at} sets ${OPS[op]} adrift`, { ...lost, adrift: [...lost.adrift, { op, base }] }],
  ];
}

function landing(
  state: CommitState,
  { op, base }: CommitState['adrift'][number],
  index: number,
  bug: CommitBug | null,
): Steps[number] {
  const adrift = state.adrift.filter((_, it) => it !== index);
  return [`${OPS[op]} lands`, { ...state, adrift, log: write(state.log, op, base, bug) ?? state.log }];
}

function answered(state: CommitState, at: number, phase: Phase): Steps[number] {
  const { op, base } = sentBy(state, at);
  if (phase === 'written') {
    const next = withProcess(state, at, { work: null, known: base + 1 });
    return [`${at} tells ${OPS[op]} ok`, tell(next, op, 'ok')];
  }
  const again = { op, base: null, phase: 'to decide' } as const;
  return [`${at} decides ${OPS[op]} again`, withProcess(state, at, { work: again, known: null })];
}

/** Whether it was written is not known: the caller is told so, and nobody writes again on a guess. */
function answerLost(
  state: CommitState,
  at: number,
  { op }: NonNullable<Process['work']>,
  bug: CommitBug | null,
): Steps {
  if (bug === 'retry that writes twice') {
    const again = { op, base: state.log.length, phase: 'sent' } as const;
    return [[`${at} writes ${OPS[op]} again`, withWork(state, at, again)]];
  }
  const next = withProcess(state, at, { work: null, known: null });
  return [[`${at} loses the answer to ${OPS[op]}`, tell(next, op, 'unknown')]];
}

/** With all that it knew; a write of it may still be on its way. */
function crash(state: CommitState, at: number): Steps[number] {
  const { work } = itemAt(state.processes, at);
  const dead = withProcess(state, at, { work: null, known: null });
  if (work === null) return [`${at} dies`, dead];
  const told = state.callers[work.op]?.told === 'waits' ? tell(dead, work.op, 'unknown') : dead;
  const { op, base, phase } = work;
  const adrift = phase === 'sent' && base !== null ? [...told.adrift, { op, base }] : told.adrift;
  return [`${at} dies at ${OPS[op]}`, { ...told, adrift }];
}

const withProcess = (state: CommitState, at: number, change: Partial<Process>): CommitState => ({
  ...state,
  processes: withAt(state.processes, at, change),
});
const withWork = (state: CommitState, at: number, work: Process['work']): CommitState =>
  withProcess(state, at, { work });

const tell = (state: CommitState, op: number, told: Told): CommitState => ({
  ...state,
  callers: withAt(state.callers, op, { told }),
});

function fault({ log, callers }: CommitState): string | null {
  if (new Set(log).size < log.length) return 'something counts twice';
  const cancelled = log.indexOf('cancel');
  if (cancelled !== -1 && cancelled < log.length - 1) return 'something follows the cancellation';
  for (const [op, { told }] of callers.entries()) {
    const isThere = log.includes(itemAt(OPS, op));
    if (told === 'ok' && !isThere) return 'what was acknowledged is not there';
    if (told === 'refused' && isThere) return 'what was refused is there';
  }
  return null;
}
