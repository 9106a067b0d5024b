/**
 * Model of job leases (`JobStore`): one worker at a time has a job while it renews its lease. A
 * worker that stops for longer than its lease continues unaware; its writes must not count.
 */
import { type Model, withAt } from './explore.js';

const LAST_MOMENT = 5;
const LEASE = 2;

interface Worker {
  /** Token of its claim; null without one. */
  readonly token: number | null;
  /** End of its lease, as it believes. */
  readonly until: number;
  readonly phase: 'idle' | 'calls' | 'has a result';
}

export interface LeaseState {
  readonly now: number;
  /** The job; null when it is done. */
  readonly job: { readonly token: number | null; readonly until: number } | null;
  readonly claims: number;
  readonly workers: readonly Worker[];
  /** Tokens of accepted results. */
  readonly accepted: readonly number[];
  /** The valid token at each of those times. */
  readonly holders: readonly (number | null)[];
  readonly isCancelled: boolean;
}

export type LeaseBug =
  'lease without token' | 'claim without regard to leases' | 'result that leaves the job';

export const leaseProtocol = (workers: number, bug: LeaseBug | null = null): Model<LeaseState> => ({
  initial: {
    now: 0,
    job: { token: null, until: 0 },
    claims: 0,
    workers: Array.from({ length: workers }, () => IDLE),
    accepted: [],
    holders: [],
    isCancelled: false,
  },
  next: (state) => [
    ...(state.now < LAST_MOMENT ? [['time passes', { ...state, now: state.now + 1 }] as const] : []),
    ...(state.job === null
      ? []
      : [['somebody cancels', { ...state, job: null, isCancelled: true }] as const]),
    ...state.workers.flatMap((worker, at) => works(state, worker, at, bug)),
  ],
  fault,
  isGood: ({ job }) => job === null,
});

const IDLE: Worker = { token: null, until: 0, phase: 'idle' };
type Steps = readonly (readonly [string, LeaseState])[];

function works(state: LeaseState, worker: Worker, at: number, bug: LeaseBug | null): Steps {
  const gone = { ...state, workers: withAt(state.workers, at, IDLE) };
  if (worker.phase === 'idle') return claim(state, at, bug);
  const dies = [`${at} dies`, gone] as const;
  if (worker.phase === 'calls') {
    const called = { ...state, workers: withAt(state.workers, at, { phase: 'has a result' }) };
    return [[`the agent of ${at} responds`, called], ...extend(state, worker, at), dies];
  }
  return [commit(gone, state, worker, at, bug), dies];
}

function claim(state: LeaseState, at: number, bug: LeaseBug | null): Steps {
  const { job, now, claims } = state;
  if (job === null || claims > LAST_MOMENT) return [];
  if (job.token !== null && job.until > now && bug !== 'claim without regard to leases') return [];
  const token = claims + 1;
  const workers = withAt(state.workers, at, { token, until: now + LEASE, phase: 'calls' });
  return [[`${at} claims`, { ...state, claims: token, workers, job: { token, until: now + LEASE } }]];
}

function extend(state: LeaseState, { token }: Worker, at: number): Steps {
  const { job, now } = state;
  if (job === null || job.token !== token) return [];
  const until = now + LEASE;
  const workers = withAt(state.workers, at, { until });
  return [[`${at} shows a sign of life`, { ...state, workers, job: { token, until } }]];
}

function commit(
  gone: LeaseState,
  state: LeaseState,
  { token }: Worker,
  at: number,
  bug: LeaseBug | null,
): Steps[number] {
  const { job, accepted, holders } = state;
  const holds = bug === 'lease without token' ? job !== null : job !== null && job.token === token;
  if (!holds) return [`${at} has lost its claim`, gone];
  const left = bug === 'result that leaves the job' ? job : null;
  const done = {
    job: left,
    accepted: [...accepted, token as number],
    holders: [...holders, job?.token ?? null],
  };
  return [`the result of ${at} counts`, { ...gone, ...done }];
}

function fault({ accepted, holders, isCancelled, now, workers }: LeaseState): string | null {
  if (accepted.length > 1) return 'two results count';
  if (accepted.some((token, index) => token !== holders[index]))
    return 'a result counts that another one was to give';
  if (accepted.length > 0 && isCancelled) return 'a result counts in a run that was cancelled';
  if (workers.filter((it) => it.until > now).length > 1) return 'a job under a live lease was given away';
  return null;
}
