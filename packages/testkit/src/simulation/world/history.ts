/** One history: a world made from a seed, run with faults, then without, and checked. */
import {
  type Agents,
  type ApprovalStore,
  type EngineOptions,
  createApprovalEngine,
  createMemoryStore,
} from '@org/approval-core';
import { type ExecutionState, isTerminal } from '@org/approval-core/interpreter';
import { textIn } from '@org/approval-internal/json';
import { sequentialIds } from '../../sequential-ids.js';
import { type AnyAnswer, Callers } from './callers.js';
import { Database } from './database.js';
import { ALL_FAULTS, type Fault, FaultPlan } from './faults.js';
import { hosted } from './host.js';
import { WORKSPACE, firedWrongly, judgedEnd } from './judge.js';
import { observedClaims } from './leases.js';
import type { EndState } from './on-step.js';
import { Nemesis } from './nemesis.js';
import { type Violation, observed } from './observer.js';
import { Outside } from './outside.js';
import { worldDirectory } from './people-world.js';
import { helpfulCalls, someCall } from './people.js';
import { ProcessClock } from './process-clock.js';
import { Process } from './process.js';
import { SeededRandom } from './random.js';
import { childFaults, childrenOf, leftOpen, rests, endingSchedules } from './runs.js';
import { type Scenario, randomScenario } from './scenario.js';
import { listens } from './scenario-triggers.js';
import { BEGINNING, type Owner, Schedule } from './schedule.js';

/** Time and randomness for a planted bug. */
export interface WorldTime {
  /** Calls `run` after `ms` of simulated time. */
  readonly after: (ms: number, run: () => void) => void;
  /** A number in [0, 1), drawn from the history's seed. */
  readonly random: () => number;
}

/** A bug planted on purpose, to show that it is found. */
export interface Sabotage {
  /** Breaks the store; without it the store is correct. */
  readonly store?: (store: ApprovalStore, world: WorldTime) => ApprovalStore;
  /** Changes the options of each engine; without it they are correct. */
  readonly engine?: (options: EngineOptions) => EngineOptions;
}

/** Options of one history. */
export interface HistoryOptions {
  /** Seed of everything random; the same options give the same history. */
  readonly seed: number;
  /** The definition, and the arguments of its dispatches; drawn from the seed by default. */
  readonly scenario?: Scenario | undefined;
  /** The agents by agentId, called in simulated time; random ones by default. */
  readonly agents?: Agents | undefined;
  /** Faults that may happen; all by default. */
  readonly faults?: readonly Fault[] | undefined;
  /** Most calls of users; drawn by default. */
  readonly calls?: number | undefined;
  /** Keeps the lines of the trace; by default only their digest. */
  readonly keepTrace?: boolean | undefined;
  /** A planted bug, to show that it is found; none by default. */
  readonly sabotage?: Sabotage | undefined;
  /** Called with the last state of each execution. */
  readonly onExecution?: ((state: ExecutionState) => void) | undefined;
}

/** Result of one history. */
export interface History {
  /** Seed of the history. */
  readonly seed: number;
  /** Impossible states that were seen; empty if all went well. */
  readonly violations: readonly Violation[];
  /** Number of times that executions reached each feature of the engine. */
  readonly features: ReadonlyMap<string, number>;
  /** Number of occurrences of each fault. */
  readonly faults: ReadonlyMap<Fault, number>;
  /** Digest of the trace. */
  readonly traceHash: string;
  /** One line per event; empty unless `keepTrace` is set. */
  readonly trace: readonly string[];
  /** Number of events of the schedule. */
  readonly steps: number;
  /** Duration in simulated time, in ms. */
  readonly virtualMs: number;
  /** Number of executions. */
  readonly executions: number;
  /** Number of calls to the engines, including dispatches; a retried call counts once. */
  readonly calls: number;
}

/**
 * Duration of the phase with faults, and the limit of the phase without. A job is due by the clock
 * of the process that wrote it, up to a minute ahead: so long may each hop take between executions
 * that start each other.
 */
const FAULTY_MS = 25_000;
const WELL_AGAIN_MS = 2_000_000;
const MAX_STEPS = 400_000;
/** Limit of the jobs that are left when every run has ended, in seconds. */
const LAST_JOBS_S = 60;

/** Owner of what is outside of the world: it never ends. */
const BESIDE: Owner = { isAlive: true, pausedUntil: 0 };

/** Runs one history to its end, or to the first violation. */
export async function runHistory(options: HistoryOptions): Promise<History> {
  const world = new World(options);
  await world.live();
  if (options.onExecution !== undefined) world.showExecutions(options.onExecution);
  return world.report();
}

class World {
  private readonly options: HistoryOptions;
  private readonly random: SeededRandom;
  private readonly scenario: Scenario;
  private readonly schedule: Schedule;
  private readonly faults: FaultPlan;
  private readonly store: ApprovalStore;
  private readonly database: Database;
  private readonly outside: Outside;
  private readonly callers: Callers;
  private readonly nemesis: Nemesis;
  private readonly processes: Process[] = [];
  private readonly violations: Violation[] = [];
  private readonly features = new Map<string, number>();
  private readonly states = new Map<string, ExecutionState>();
  private readonly ids = sequentialIds();
  private callsLeft: number;
  /** Deliveries that have not ended. */
  private pending = 0;
  /** Runs that events of the host are to start, and schedules with a next instant. */
  private matches = 0;
  private schedulesLeft: number;
  private tags = 0;

  constructor(options: HistoryOptions) {
    this.options = options;
    const random = new SeededRandom(options.seed);
    this.scenario = options.scenario ?? randomScenario(random.fork());
    this.schedule = new Schedule(random.fork(), options.keepTrace);
    this.faults = new FaultPlan(random.fork(), options.faults ?? ALL_FAULTS);
    this.random = random.fork();
    const { schedule, faults } = this;
    this.schedulesLeft = endingSchedules(this.scenario.definition).size;
    const crash = (owner: Owner) => this.nemesis.crash(owner);
    const hooks = {
      onViolation: (it: Violation) => void this.violations.push({ code: it.code, message: it.message }),
      onFeature: (feature: string) => {
        count(this.features, feature);
      },
    };
    const watched = observed(createMemoryStore(), {
      ...hooks,
      onCommitted: (state) => this.states.set(state.executionId, state),
      onPending: (by) => (this.pending += by),
      onMatches: (by) => (this.matches += by),
      onScheduleOver: () => (this.schedulesLeft -= 1),
      note: (line) => schedule.note(line),
    });
    const sound = hosted(watched);
    this.store = observedClaims(options.sabotage?.store?.(sound, this.time()) ?? sound, hooks);
    this.database = new Database({ store: this.store, schedule, faults, crash, random: random.fork() });
    this.outside = new Outside({
      ...{ schedule, faults, crash, random: random.fork(), ...hooks },
      onDeferred: (request) => this.callers.callBackLater(request),
    });
    const drawn = random.between(this.scenario.calls ?? 5, 40 + (this.scenario.calls ?? 0));
    this.callsLeft = Math.min(drawn, options.calls ?? drawn);
    this.callers = new Callers({
      ...{ schedule, faults, random: random.fork(), ...hooks },
      processes: () => this.processes,
      definition: this.scenario.definition,
      definitionId: textIn(this.scenario.definition, 'definitionId'),
      dispatchWith: () => this.scenario.dispatchWith(this.random),
      answerWith: (it) => this.answerWith(it),
    });
    const { database, processes } = this;
    const start = () => this.start();
    this.nemesis = new Nemesis({ schedule, faults, database, processes, start, random: random.fork() });
  }

  async live(): Promise<void> {
    await this.define();
    for (let count = this.random.between(1, 3); count > 0; count--) this.processes.push(this.start());
    this.dispatch(this.random.between(1, 3));
    this.act();
    this.nemesis.start();
    await this.until(FAULTY_MS, () => false);
    this.recover();
    if (await this.mustCome('every run goes on until it waits for people', () => this.isSettled())) {
      this.help();
      await this.mustCome('every run ends when people respond', () => this.isDone());
    }
    if (this.violations.length === 0) await this.judge();
  }

  report(): History {
    const { schedule, callers } = this;
    return {
      seed: this.options.seed,
      violations: this.violations,
      features: this.features,
      faults: this.faults.counts,
      traceHash: schedule.traceHash(),
      trace: schedule.lines ?? [],
      steps: schedule.steps,
      virtualMs: schedule.now - BEGINNING,
      executions: this.states.size,
      calls: callers.ledger.entries.length,
    };
  }

  showExecutions(show: (state: ExecutionState) => void): void {
    for (const state of this.states.values()) show(state);
  }

  private time(): WorldTime {
    const random = new SeededRandom(this.options.seed + 1);
    return {
      after: (ms: number, run: () => void) => void this.schedule.after(ms, 'sabotage', run),
      random: () => random.next(),
    };
  }

  /** Before any fault, on an engine outside the world. */
  private async define(): Promise<void> {
    const { calendars } = this.scenario;
    const engine = createApprovalEngine({
      store: this.store,
      ids: this.ids,
      clock: new ProcessClock(this.schedule, BESIDE),
      jobs: { run: false },
      ...this.secrets(),
      ...(calendars !== undefined && { calendars }),
      webhooks: { transport: this.outside.transport(BESIDE) },
    });
    const { others = [], definition } = this.scenario;
    for (const it of [...others, definition]) await engine.definitions.create(it as never);
  }

  /**
   * Sealing uses a thread pool with an unpredictable order: secrets are plain, and tokens are only
   * tested without secrets.
   */
  private secrets() {
    return this.scenario.hasReceiver
      ? { allowPlaintextSecrets: true }
      : { secretKeys: [{ keyId: 'k', key: new Uint8Array(32).fill(7) }] };
  }

  private start(): Process {
    const { schedule, faults, ids, outside, scenario, options, database } = this;
    const random = this.random.fork();
    return new Process({
      ...{ schedule, ids, outside, agentIds: scenario.agentIds, agents: options.agents ?? {} },
      channels: scenario.channels ?? [],
      random: this.random.fork(),
      directory: (owner) => worldDirectory({ schedule, faults, random, data: scenario.directory }, owner),
      connect: (owner) => database.connect(owner),
      commitHost: (owner, transaction) => database.commitHost(owner, transaction),
      plant: options.sabotage?.engine ?? ((it) => it),
      secretKeys: this.secrets().secretKeys,
      calendars: scenario.calendars,
    });
  }

  /** Extra arguments of a decision, from the state that the caller saw. */
  private answerWith({ executionId, stepId, decision }: AnyAnswer): object {
    const state = this.states.get(executionId);
    const nodeId = state?.steps.find((it) => it.stepId === stepId)?.nodeId ?? '';
    const digest = state?.parties?.subject?.digest;
    return {
      ...this.scenario.answerWith?.(nodeId, decision),
      ...(this.scenario.answerWith !== undefined && digest !== undefined && { subjectDigest: digest }),
    };
  }

  private dispatch(count: number): void {
    for (let made = 0; made < count; made++) {
      const tag = this.tag('run');
      const key = this.random.chance(0.8) ? `key-${this.random.below(5)}` : null;
      this.schedule.after(this.random.below(3_000), 'somebody dispatches', () => {
        this.callers.make({ kind: 'dispatch', key, correlationId: tag });
      });
    }
  }

  /** Makes a random call, and schedules the next one. */
  private act(): void {
    if (this.callsLeft <= 0) return;
    this.schedule.after(this.random.pick([0, 1, 50, 400, 1_500]), 'somebody looks', () => {
      // Faults may have ended meanwhile, and with them the random calls.
      if (this.callsLeft <= 0) return;
      const known = [...this.states.values()].filter(
        (it) => !isTerminal(it.status) || this.random.chance(0.1),
      );
      if (known.length > 0) {
        this.callsLeft -= 1;
        const call = someCall(this.random.pick(known), this.random, this.tag('tag'));
        if (call !== null) this.callers.make(call);
      }
      if (this.random.chance(known.length > 0 ? 0.03 : 0.3)) this.dispatch(1);
      if (listens(this.scenario.definition) && this.random.chance(0.1)) this.emit();
      this.act();
    });
  }

  private emit(): void {
    const fate = this.random.pick(['alone', 'committed', 'rolled back'] as const);
    this.callers.make({ kind: 'emit', eventId: this.tag('event'), matches: this.random.chance(0.8), fate });
  }

  private recover(): void {
    this.faults.end();
    this.nemesis.end();
    this.outside.recover();
    this.callers.insist();
    this.callsLeft = 0;
    this.schedule.note('everything is well again');
  }

  /** Approves every waiting step, again and again. */
  private help(): void {
    if (!this.callers.isWaiting)
      for (const state of this.states.values())
        for (const call of helpfulCalls(state, this.tag('help'), this.schedule.now)) this.callers.make(call);
    this.schedule.after(500, 'everybody looks', () => this.help());
  }

  private isSettled(): boolean {
    if (this.callers.isWaiting || leftOpen(this.states).length > 0) return false;
    const children = childrenOf(this.states);
    return [...this.states.values()].every((it) => rests(it, children, this.schedule.now));
  }

  private isDone(): boolean {
    return !this.callers.isWaiting && [...this.states.values()].every((it) => isTerminal(it.status));
  }

  private async mustCome(what: string, test: () => boolean): Promise<boolean> {
    if (this.violations.length > 0 || (await this.until(WELL_AGAIN_MS, test))) return true;
    if (this.violations.length > 0) return false;
    const left = [...this.states.values()].filter((it) => !isTerminal(it.status)).map(openStepsOf);
    const calls = this.callers.ledger.entries.filter((it) => it.outcome === 'pending').map((it) => it.call);
    const orphans = leftOpen(this.states).map((it) => it.executionId);
    const code = orphans.length > 0 ? 'child-left-open' : 'stuck';
    this.violations.push({ code, message: `${what}: ${JSON.stringify({ left, orphans, calls })}` });
    return false;
  }

  /** Runs the world until the test holds, for at most `ms`; returns true if it does. */
  private async until(ms: number, test: () => boolean): Promise<boolean> {
    const end = this.schedule.now + ms;
    while (this.violations.length === 0 && this.schedule.now < end) {
      if (test()) return true;
      if (this.schedule.steps > MAX_STEPS) {
        this.violations.push({ code: 'busy', message: `no end after ${MAX_STEPS} steps` });
        return false;
      }
      if (!(await this.schedule.step())) return test();
    }
    return false;
  }

  /** Final checks: acknowledged results exist, each record is consistent, and no work is left. */
  private async judge(): Promise<void> {
    const ends = new Map<string, EndState>();
    // A call whose caller gave up may arrive now, and start another execution.
    const isOver = () => this.pending <= 0 && this.matches <= 0 && this.schedulesLeft <= 0 && this.isDone();
    if (!(await this.mustCome('every delivery ends, and every trigger has fired', isOver))) return;
    await this.finishJobs();
    const { store, outside, states, scenario, violations } = this;
    const { ledger } = this.callers;
    const onViolation = ({ code, message }: Violation) => void violations.push({ code, message });
    for (const { executionId } of states.values()) {
      const end = await judgedEnd({ store, outside, entries: ledger.entries, onViolation }, executionId);
      if (end !== null) ends.set(executionId, end);
    }
    violations.push(...childFaults(states), ...(await firedWrongly(store, scenario, states)));
    violations.push(...ledger.check(ends));
  }

  /** Waits for jobs that a run wrote for another one that has ended. The judge reports the rest. */
  private async finishJobs(): Promise<void> {
    for (let second = 0; second < LAST_JOBS_S; second++) {
      const keys = [...this.states.keys()].map((executionId) => ({ workspaceId: WORKSPACE, executionId }));
      const lists = (await this.store.listJobs?.(keys)) ?? [];
      if (lists.every((it) => it.length === 0)) return;
      await this.until(1_000, () => false);
    }
  }

  private tag(prefix: string): string {
    return `${prefix}-${(this.tags += 1)}`;
  }
}

const openStepsOf = ({ executionId, status, steps }: ExecutionState) => ({
  executionId,
  status,
  open: steps.filter((it) => it.completedAt === null).map((it) => `${it.stepId} ${it.status} ${it.attempt}`),
});

export function count<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
