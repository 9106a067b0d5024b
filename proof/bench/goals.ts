/** Goal of a ratio; a run reports the goals that its machine meets. */
export interface Goal {
  readonly is: 'at least' | 'at most';
  readonly value: number;
}

const atLeast = (value: number): Goal => ({ is: 'at least', value });
const atMost = (value: number): Goal => ({ is: 'at most', value });

/** For databases: approvals per second against the floor by concurrency, and p50 of a decision. */
export interface StoreGoals {
  readonly rate: Readonly<Record<number, Goal>>;
  readonly latency: Readonly<Record<number, Goal>>;
  /** Delay of the event loop under load in ms, 99th percentile. */
  readonly loopDelay?: Goal;
}

export const STORE_GOALS: Readonly<Record<'postgres' | 'mysql' | 'sqlite', StoreGoals>> = {
  postgres: { rate: { 32: atLeast(2.5), 256: atLeast(4) }, latency: { 1: atMost(0.8) } },
  mysql: { rate: { 32: atLeast(2.5), 256: atLeast(3) }, latency: { 1: atMost(1.2) } },
  sqlite: { rate: { 32: atLeast(4), 256: atLeast(6) }, latency: { 1: atMost(1.5) }, loopDelay: atMost(10) },
};

/** Approvals per second against other engines, by name and concurrency. */
export const PEER_GOALS: Readonly<Record<string, Readonly<Record<number, Goal>>>> = {
  'DBOS Transact': { 32: atLeast(12), 256: atLeast(20) },
};

/** Requests of webhook nodes, 1,000 in flight to 100 origins. */
export const CALL_GOALS = { loopDelay: atMost(20) };

/** Seconds until 1,000 schedules of one minute have started their runs. */
export const SCHEDULE_GOALS = { all: atMost(10) };

export const MEMORY_GOALS = {
  /** Cost of a run of 100 steps, relative to one of five. */
  hundredSteps: atMost(12),
  /** Cost of a run of 1,000 steps, relative to one of five. */
  thousandSteps: atMost(200),
  /** Bytes of a waiting run. */
  waitingRun: atMost(2_048),
  /** Memory after all decisions, relative to that after 40 % of them. */
  growth: atMost(1.1),
};

/** Fifty reviewers decide one step at once. */
export const FIFTY_GOALS = {
  commits: atMost(2),
  /** Slowest decisions, relative to one plain transaction. */
  p99: atMost(3),
};

/** Requests per second, relative to a plain handler in the same framework. */
export const HTTP_GOAL = atLeast(0.85);

/** Duration of an operation in a full store, relative to an empty one. */
export const FULL_STORE_GOAL = atMost(1.2);

/** Deliveries per second of one process, by number of receivers. */
export const DELIVERY_GOALS = { one: atLeast(1_000), forty: atLeast(1_500) };

export const INBOX_GOALS = {
  /** A page with a million waiting steps, relative to one in a small store. */
  page: atMost(3),
};

export const INSPECTOR_GOALS = {
  /** Compressed kB of a first visit. */
  visit: atMost(150),
  /** First paint with 100,000 runs, relative to 100. */
  paint: atMost(2),
};

export const PERMIT_GOALS = {
  /** Time of a call against 1,000 rules, in µs. */
  match: atMost(20),
};

export const isMet = ({ is, value }: Goal, measured: number): boolean =>
  is === 'at least' ? measured >= value : measured <= value;
