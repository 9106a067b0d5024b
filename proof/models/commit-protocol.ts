/**
 * Model of the commit protocol (`core/src/engine/commit`). Processes decide on a possibly stale
 * state; the store compares the seq. Responses get lost, writes land late, and callers retry. An
 * execution is its log. Three callers want one thing each: two approve, one cancels.
 */
import { itemAt } from '@org/approval-internal/lists';
import { type Model, withAt } from './explore.js';

/** Operations of callers; nothing follows a cancellation. */
const OPS = ['approve-ann', 'approve-bob', 'cancel'] as const;
type Op = (typeof OPS)[number];
/** Maximum of retries by a caller. */
const MOST_TRIES = 2;

/** State of a call, as its caller knows it. */
type Reply = 'not yet' | 'waits' | 'ok' | 'refused' | 'unknown';

interface Process {
  /** Length of the cached prefix of the log; null without a cache. */
  readonly known: number | null;
  /** Current work; `base` is the length of the prefix on which it was decided. */
  readonly work: { readonly op: number; readonly base: number | null; readonly phase: Phase } | null;
}
type Phase = 'to decide' | 'sent' | 'written' | 'conflict';

export interface CommitState {
  /** Committed operations in order: the store. */
  readonly log: readonly Op[];
  /** Writes in transit without a waiting caller. */
  readonly adrift: readonly { readonly op: number; readonly base: number }[];
  readonly callers: readonly { readonly reply: Reply; readonly tries: number }[];
  readonly processes: readonly Process[];
}

/** Planted bugs, which the search must find. */
export type CommitBug =
  'no compare' | 'answer before commit' | 'retry that writes twice' | 'refusal from the state at hand';

export function commitProtocol(processes: number, bug: CommitBug | null = null): Model<CommitState> {
  // A write that can only conflict counts as lost.
  const live = (state: CommitState): CommitState =>
    bug === 'no compare'
      ? state
      : { ...state, adrift: state.adrift.filter((it) => it.base === state.log.length) };
  return {
    initial: {
      log: [],
      adrift: [],
      callers: OPS.map(() => ({ reply: 'not yet', tries: 0 })),
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

/** Processes are interchangeable, and so is the order of writes in transit. */
const keyOf = ({ log, adrift, callers, processes }: CommitState): string =>
  JSON.stringify([
    log,
    callers,
    adrift.map((it) => JSON.stringify(it)).toSorted(),
    processes.map((it) => JSON.stringify(it)).toSorted(),
  ]);

/** Acknowledged, or out of retries. */
const isThrough = ({ reply, tries }: CommitState['callers'][number]): boolean =>
  reply === 'ok' || reply === 'refused' || (reply === 'unknown' && tries === MOST_TRIES);

type Steps = readonly (readonly [string, CommitState])[];

/** Callers may call any process, and retry without a response. */
function calls(state: CommitState, op: number): Steps {
  const { reply, tries } = itemAt(state.callers, op);
  if (reply === 'waits' || isThrough({ reply, tries })) return [];
  return state.processes.flatMap(({ work }, at): Steps => {
    if (work !== null) return [];
    const callers = withAt(state.callers, op, { reply: 'waits', tries: tries + 1 });
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

/** Decides on the cached state or on the store. Answers without a commit always use the store. */
function decides(state: CommitState, at: number, op: number, bug: CommitBug | null): Steps {
  const { known } = itemAt(state.processes, at);
  const bases = known === null ? [state.log.length] : [known];
  return bases.map((base) => {
    const verdict = verdictOn(state.log.slice(0, base), itemAt(OPS, op));
    const isFresh = known === null || bug === 'refusal from the state at hand';
    if (verdict === 'commit') {
      const sent = withWork(state, at, { op, base, phase: 'sent' });
      const reply = bug === 'answer before commit' ? tell(sent, op, 'ok') : sent;
      return [`${at} decides ${OPS[op]} on ${base}`, reply];
    }
    if (!isFresh) return [`${at} reads again`, withProcess(state, at, { known: null })];
    return [`${at} answers ${OPS[op]} ${verdict} on ${base}`, tell(withWork(state, at, null), op, verdict)];
  });
}

/** A minimal interpreter: repeats are known, and nothing follows a cancellation. */
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

/** The process sees a failure; the write may be lost, or land later. */
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

/** The outcome of the write is unknown: the caller learns this, and no process writes again. */
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

/** The process loses its cache; its write may still be in transit. */
function crash(state: CommitState, at: number): Steps[number] {
  const { work } = itemAt(state.processes, at);
  const dead = withProcess(state, at, { work: null, known: null });
  if (work === null) return [`${at} dies`, dead];
  const reply = state.callers[work.op]?.reply === 'waits' ? tell(dead, work.op, 'unknown') : dead;
  const { op, base, phase } = work;
  const adrift = phase === 'sent' && base !== null ? [...reply.adrift, { op, base }] : reply.adrift;
  return [`${at} dies at ${OPS[op]}`, { ...reply, adrift }];
}

const withProcess = (state: CommitState, at: number, change: Partial<Process>): CommitState => ({
  ...state,
  processes: withAt(state.processes, at, change),
});
const withWork = (state: CommitState, at: number, work: Process['work']): CommitState =>
  withProcess(state, at, { work });

const tell = (state: CommitState, op: number, reply: Reply): CommitState => ({
  ...state,
  callers: withAt(state.callers, op, { reply }),
});

function fault({ log, callers }: CommitState): string | null {
  if (new Set(log).size < log.length) return 'something counts twice';
  const cancelled = log.indexOf('cancel');
  if (cancelled !== -1 && cancelled < log.length - 1) return 'something follows the cancellation';
  for (const [op, { reply }] of callers.entries()) {
    const isThere = log.includes(itemAt(OPS, op));
    if (reply === 'ok' && !isThere) return 'what was acknowledged is not there';
    if (reply === 'refused' && isThere) return 'what was refused is there';
  }
  return null;
}
