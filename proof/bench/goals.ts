/** What is wanted of each ratio; a run says which are met on its machine. */
export interface Goal {
  readonly is: 'at least' | 'at most';
  readonly value: number;
}

const atLeast = (value: number): Goal => ({ is: 'at least', value });
const atMost = (value: number): Goal => ({ is: 'at most', value });

/** On databases: approvals per second against the floor, by how many are in flight; and the p50 of a decision against its. */
export interface StoreGoals {
  readonly rate: Readonly<Record<number, Goal>>;
  readonly latency: Readonly<Record<number, Goal>>;
  /** ms by which the event loop is late under this load, at the 99th percentile. */
  readonly loopDelay?: Goal;
}

export const STORE_GOALS: Readonly<Record<'postgres' | 'mysql' | 'sqlite', StoreGoals>> = {
  postgres: { rate: { 32: atLeast(2.5), 256: atLeast(4) }, latency: { 1: atMost(0.8) } },
  mysql: { rate: { 32: atLeast(2.5), 256: atLeast(3) }, latency: { 1: atMost(1.2) } },
  sqlite: { rate: { 32: atLeast(4), 256: atLeast(6) }, latency: { 1: atMost(1.5) }, loopDelay: atMost(10) },
};

/** Approvals per second against another engine, by its name and how many are in flight. */
export const PEER_GOALS: Readonly<Record<string, Readonly<Record<number, Goal>>>> = {
  'DBOS Transact': { 32: atLeast(12), 256: atLeast(20) },
};

export const MEMORY_GOALS = {
  /** How many times a run of five steps one of a hundred costs. */
  hundredSteps: atMost(12),
  /** The same of a run of a thousand. */
  thousandSteps: atMost(200),
  /** Bytes that a run takes while it waits. */
  waitingRun: atMost(2_048),
  /** Memory of the process after all decisions, against what it was after four tenths of them. */
  growth: atMost(1.1),
};

/** Fifty people who answer one step at once. */
export const FIFTY_GOALS = {
  commits: atMost(2),
  /** The slowest answers, against one plain transaction. */
  p99: atMost(3),
};

/** Requests per second against a plain handler in the same framework. */
export const HTTP_GOAL = atLeast(0.85);

/** How long an operation takes in a store that is full, against an empty one. */
export const FULL_STORE_GOAL = atMost(1.2);

/** Deliveries per second of one process, by how many receivers there are. */
export const DELIVERY_GOALS = { one: atLeast(1_000), forty: atLeast(1_500) };

export const INBOX_GOALS = {
  /** A page with a million waiting steps, against the same page with little else in the store. */
  page: atMost(3),
};

export const INSPECTOR_GOALS = {
  /** Compressed kB that a first visit loads. */
  visit: atMost(150),
  /** First paint with a hundred thousand runs, against a hundred. */
  paint: atMost(2),
};

export const PERMIT_GOALS = {
  /** µs of a call held against 1,000 rules. */
  match: atMost(20),
};

export const isMet = ({ is, value }: Goal, measured: number): boolean =>
  is === 'at least' ? measured >= value : measured <= value;
