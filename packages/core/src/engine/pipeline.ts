/**
 * From commands to commits. Commands wait in pipeline, one lane per execution; a round takes the pipeline that wait,
 * loads their states in one call, decides each lane's commands one after the other, and commits all changes in
 * one call. While a round is under way the next one gathers, and an idle pipeline never waits: one caller pays
 * nothing for it, and fifty reviewers who answer at once cost a commit or two.
 *
 * A change is compared with the stored seq when it is committed. If another process was faster, the lane is
 * decided again on what is stored now: no answer is ever given on a state that was not committed.
 */
import type { Answers, CommandKind, CommandOf } from '../interpreter/command.js';
import type { ExecutionState } from '../interpreter/state.js';
import type { Environment } from '../interpreter/turn.js';
import type { Change, CommitAnswer, ExecutionKey } from '../ports/store/executions.js';
import type { ClaimUse } from '../ports/store/jobs.js';
import type { ApprovalStore } from '../ports/store/store.js';
import { type BatchLimits, Batcher } from './batcher.js';
import type { DefinitionCache } from './definition-cache.js';
import { ApprovalError, unavailable } from './errors.js';
import { type Item, type Round, type Submitted, answerItems, decideAll, withoutLost } from './round.js';

/** What waits for one execution: commands, or the change that creates it. */
interface Lane {
  readonly key: ExecutionKey;
  items: Item[];
  readonly creation: Creation | null;
  /** Rounds in a row that somebody else was faster in. */
  conflicts: number;
}
interface Creation {
  readonly change: Change;
  readonly resolve: (answer: CommitAnswer) => void;
  readonly reject: (error: unknown) => void;
}

export interface PipelineOptions {
  readonly store: ApprovalStore;
  readonly definitions: DefinitionCache;
  readonly environment: () => Environment;
  readonly limits: BatchLimits;
  /** Called after each commit, in the order of each execution's seq. */
  readonly onCommitted: (change: Change) => void;
}

/** Each conflict means that somebody else got on; so many in a row mean that something is broken. */
const MAX_CONFLICTS = 100;
const NEXT_MICROTASK = Promise.resolve();

export class Pipeline {
  private readonly options: PipelineOptions;
  private readonly loads: Batcher<ExecutionKey, ExecutionState | null>;
  /** Lanes that wait for a round, by execution. */
  private readonly waiting = new Map<string, Lane>();
  /** Executions that a round works on. */
  private readonly busy = new Set<string>();
  private rounds = 0;
  private scheduled = false;

  constructor(options: PipelineOptions) {
    this.options = options;
    this.loads = new Batcher((keys) => options.store.loadExecutions(keys), options.limits);
  }

  /** The last committed state, or null. */
  load(key: ExecutionKey): Promise<ExecutionState | null> {
    return this.loads.add(key);
  }

  /** Commits the change that creates an execution. */
  create(change: Change): Promise<CommitAnswer> {
    return new Promise((resolve, reject) => {
      const { workspaceId, executionId } = change.state;
      const key = { workspaceId, executionId };
      this.waiting.set(idOf(key), { key, items: [], creation: { change, resolve, reject }, conflicts: 0 });
      this.schedule();
    });
  }

  /** Decides a command and commits what follows from it. */
  submit<K extends CommandKind>(
    key: ExecutionKey,
    command: CommandOf<K>,
    claim: ClaimUse | null = null,
  ): Promise<Submitted<Answers[K]>> {
    return new Promise((resolve, reject) => {
      // What resolves the promise fits the command's kind; the queue holds all kinds.
      const item = { command, claim, resolve, reject } as unknown as Item;
      const id = idOf(key);
      const lane = this.waiting.get(id);
      if (lane !== undefined) lane.items.push(item);
      else this.waiting.set(id, { key, items: [item], creation: null, conflicts: 0 });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.waiting.size === 0 || this.rounds >= this.options.limits.maxConcurrent) return;
    this.scheduled = true;
    void NEXT_MICROTASK.then(() => {
      this.scheduled = false;
      const pipeline = this.take();
      if (pipeline.length === 0) return; // All that wait are being worked on; the end of their round schedules.
      void this.runRound(pipeline);
      this.schedule();
    });
  }

  /** Lanes for a round: no execution is in two at once. */
  private take(): Lane[] {
    const pipeline: Lane[] = [];
    for (const [id, lane] of this.waiting) {
      if (this.busy.has(id)) continue;
      this.waiting.delete(id);
      this.busy.add(id);
      pipeline.push(lane);
      if (pipeline.length === this.options.limits.maxSize) break;
    }
    return pipeline;
  }

  private async runRound(pipeline: readonly Lane[]): Promise<void> {
    this.rounds += 1;
    try {
      await this.work(pipeline);
    } catch (error) {
      for (const lane of pipeline) reject(lane, unavailable(error));
    }
    this.rounds -= 1;
    for (const { key } of pipeline) this.busy.delete(idOf(key));
    this.schedule();
  }

  private async work(pipeline: readonly Lane[]): Promise<void> {
    const asking = pipeline.filter((lane) => lane.creation === null);
    const states =
      asking.length === 0 ? [] : await this.options.store.loadExecutions(asking.map((it) => it.key));
    const rounds = new Map<Lane, Round>();
    for (const [index, lane] of asking.entries()) {
      const round = await this.decide(lane, states[index] ?? null);
      // What changes nothing needs no commit to be true.
      if (round.change === null) answerItems(round);
      else rounds.set(lane, round);
    }
    const writing = pipeline.filter((lane) => lane.creation !== null || rounds.has(lane));
    const changes = writing.map((lane) => (lane.creation?.change ?? rounds.get(lane)?.change) as Change);
    if (changes.length === 0) return;
    const answers = await this.options.store.commit(changes);
    writing.forEach((lane, index) => {
      const answer = answers[index] as CommitAnswer;
      if (answer.kind === 'committed') this.options.onCommitted(changes[index] as Change);
      if (lane.creation !== null) lane.creation.resolve(answer);
      else this.conclude(lane, rounds.get(lane) as Round, answer);
    });
  }

  private async decide(lane: Lane, state: ExecutionState | null): Promise<Round> {
    const { definitions, environment } = this.options;
    if (state === null) return unknownExecution(lane);
    const definition = definitions.cachedOf(state) ?? (await definitions.ofExecution(state));
    return decideAll(definition, state, lane.items, environment());
  }

  private conclude(lane: Lane, round: Round, answer: CommitAnswer): void {
    if (answer.kind === 'committed') {
      answerItems(round);
      return;
    }
    if (answer.kind === 'lost-claims') lane.items = withoutLost(lane.items, answer.claims);
    lane.conflicts += 1;
    if (lane.conflicts > MAX_CONFLICTS) {
      const { executionId } = lane.key;
      reject(lane, new ApprovalError('UNAVAILABLE', `execution "${executionId}" is too busy; try again`));
      return;
    }
    this.again(lane);
  }

  /** Back into the queue, before what came meanwhile. */
  private again(lane: Lane): void {
    const id = idOf(lane.key);
    const { items = [] } = this.waiting.get(id) ?? {};
    this.waiting.set(id, { ...lane, items: [...lane.items, ...items] });
  }
}

const idOf = ({ workspaceId, executionId }: ExecutionKey): string => `${workspaceId}\0${executionId}`;

function reject(lane: Lane, error: ApprovalError): void {
  lane.creation?.reject(error);
  for (const item of lane.items) item.reject(error);
}

function unknownExecution({ key, items }: Lane): Round {
  const refusal = {
    status: 'NOT_FOUND',
    message: `there is no execution "${key.executionId}"`,
    details: {},
  } as const;
  return {
    change: null,
    submitted: items.map((item) => ({ item, submitted: { kind: 'refused', refusal } })),
  };
}
