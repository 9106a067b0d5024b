/**
 * The path from commands to commits. Commands wait in mailboxes, one per execution. A batch takes
 * the waiting mailboxes, loads missing states in one call, decides each mailbox's commands in
 * order, and commits all changes in one call. While one batch runs the next one gathers, and an
 * idle pipeline never waits: a single caller pays nothing, and 50 concurrent decisions cost a
 * commit or two. A commit compares each change with the stored seq. If another process was faster,
 * the mailbox is decided again on the stored state: no result ever comes from an uncommitted state.
 * A cached state may be outdated, so answers without a commit are decided again on the stored
 * state. Faults of one mailbox stay with its callers: a batch that the store refuses is split until
 * the culprit is alone, and a mailbox whose execution is locked elsewhere waits by itself.
 */
import type { CommandResults, CommandKind, CommandOf } from '../../interpreter/command.js';
import type { ExecutionState } from '../../interpreter/state.js';
import type { Environment } from '../../interpreter/transition.js';
import type { Change, CommitResult, ExecutionKey } from '../../ports/store/executions.js';
import type { ClaimUse } from '../../ports/store/jobs.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import type { Telemetry } from '../../ports/telemetry.js';
import { observed } from '../observing/telemetry.js';
import { type BatchLimits, Batcher, NEXT_MICROTASK } from '../scheduling/batcher.js';
import type { DefinitionCache } from '../caches/definitions.js';
import { ApprovalError, unavailable } from '../errors.js';
import type { Chains } from '../record/chains.js';
import { errorForCaller } from '../scheduling/store-errors.js';
import { type ItemOutcome, isRefusal, isolated } from '../scheduling/isolate.js';
import { paired } from '../scheduling/paired.js';
import { LOCKED, NOT_BUSY } from './busy.js';
import {
  type CommandOutcome,
  type MailboxDecision,
  type WaitingCommand,
  resolveCommands,
  withoutLost,
} from './decide-mailbox.js';
import { describedChange, describedCommand } from './described.js';
import { HostRefusal, type OnCommit, hookFor } from './host-commit.js';
import { type Commands, type Mailbox, type Write, hasSeveral, idOf, reject } from './mailbox.js';
import { Decider } from './decider.js';
import { MailboxQueue } from './mailbox-queue.js';
import { StateCache } from './state-cache.js';
import type { Turns } from '@org/approval-internal/turns';
import { changeBytes } from './bytes.js';
import { portionsOf } from './portions.js';

export interface PipelineOptions {
  readonly store: ApprovalStore;
  readonly definitions: DefinitionCache;
  readonly environment: () => Environment;
  readonly turns: Turns;
  readonly chains: Chains;
  readonly limits: BatchLimits;
  /** Approximate JSON bytes of cached states; with 0 each batch reads its states. */
  readonly cachedStateBytes: number;
  /** Returns what a commit must wait for; null: nothing. */
  readonly beforeCommit: () => Promise<unknown> | null;
  /** Called after each commit, in the order of each execution's seq. */
  readonly onCommitted: (change: Change) => void;
  /** Called with errors of `onCommitted`; the commit stands. */
  readonly onFault: (error: unknown) => void;
  /** The host's hook for each commit; null: none. */
  readonly onCommit: OnCommit | null;
  /** null: no telemetry. */
  readonly telemetry: Telemetry | null;
}

/** A conflict means that another writer progressed; this many in a row indicate a bug. */
const MAX_CONFLICTS = 100;
const CONCLUDED_IN_A_TURN = 16;

export class Pipeline {
  private readonly options: PipelineOptions;
  private readonly loads: Batcher<ExecutionKey, ExecutionState | null>;
  private readonly states: StateCache;
  private readonly decider: Decider;
  private readonly queue: MailboxQueue;
  private batches = 0;
  private scheduled = false;
  /** Batches whose callers are being resolved. */
  private concluding = 0;

  constructor(options: PipelineOptions) {
    this.options = options;
    this.loads = new Batcher((keys) => options.store.loadExecutions(keys), options.limits);
    this.states = new StateCache(options.cachedStateBytes);
    this.queue = new MailboxQueue(options.limits);
    this.decider = new Decider({ ...options, states: this.states });
  }

  /** The last committed state, or null. */
  load(key: ExecutionKey): Promise<ExecutionState | null> {
    return this.loads.add(key);
  }

  /** Commits the change that creates an execution. */
  create(change: Change): Promise<CommitResult> {
    const { workspaceId, executionId } = change.state;
    const key = { workspaceId, executionId };
    return observed<'command', CommitResult>(
      this.options.telemetry,
      () => ({ kind: 'command', command: 'dispatch', stepId: null, ...key }),
      (span) =>
        new Promise((resolve, reject) => {
          this.queue.add({
            kind: 'create',
            id: idOf(key),
            key,
            change,
            span,
            busy: NOT_BUSY,
            resolve,
            reject,
          });
          this.schedule();
        }),
      ({ kind }) => (kind === 'committed' || kind === 'duplicate' ? 'accepted' : 'refused'),
    );
  }

  /** Decides a command and commits its changes. */
  submit<K extends CommandKind>(
    key: ExecutionKey,
    command: CommandOf<K>,
    claim: ClaimUse | null = null,
  ): Promise<CommandOutcome<CommandResults[K]>> {
    return observed<'command', CommandOutcome<CommandResults[K]>>(
      this.options.telemetry,
      () => describedCommand(key, command),
      (span) =>
        new Promise((resolve, reject) => {
          const waiting = { command, claim, span, alone: false, resolve, reject };
          // The resolver fits the command's kind; a mailbox holds all kinds.
          this.queue.of(key).waiting.push(waiting as unknown as WaitingCommand);
          this.schedule();
        }),
      ({ kind }) => kind,
    );
  }

  private schedule(): void {
    const { maxConcurrent } = this.options.limits;
    if (this.scheduled || this.concluding > 0 || this.queue.isEmpty || this.batches >= maxConcurrent) return;
    this.scheduled = true;
    void NEXT_MICROTASK.then(() => {
      this.scheduled = false;
      const batch = this.queue.take();
      if (batch.length === 0) return; // All executions that wait are taken; the end of their batch schedules.
      void this.runBatch(batch);
      this.schedule();
    });
  }

  private async runBatch(batch: readonly Mailbox[]): Promise<void> {
    this.batches += 1;
    try {
      let creations = this.creationsOf(batch);
      for await (const writes of this.decide(batch)) {
        await this.commit([...creations, ...writes]);
        creations = [];
      }
    } catch (error) {
      for (const mailbox of batch) reject(mailbox, errorForCaller(error));
    }
    this.batches -= 1;
    this.queue.freeAll(batch);
    this.schedule();
  }

  private creationsOf(batch: readonly Mailbox[]): Write[] {
    const creations = batch.filter((mailbox) => mailbox.kind === 'create');
    return creations.map((mailbox) => ({
      mailbox,
      change: mailbox.change,
      conclude: (result) => {
        if (result.kind === 'busy') this.later(mailbox);
        else if (result.kind === 'refused-by-host') mailbox.reject(new HostRefusal(result.error));
        else mailbox.resolve(result);
      },
    }));
  }

  private async *decide(batch: readonly Mailbox[]): AsyncGenerator<Write[]> {
    const mailboxes = batch.filter((mailbox) => mailbox.kind === 'commands');
    for await (const decided of this.decider.decide(mailboxes)) {
      yield decided.map(({ mailbox, decision, change }) => ({
        mailbox,
        change,
        conclude: (result) => this.concludeCommands(mailbox, decision, result),
      }));
    }
  }

  private async commit(writes: readonly Write[]): Promise<void> {
    const { maxBytes } = this.options.limits;
    const sizeOf = ({ change }: Write) => changeBytes(change, maxBytes);
    for (const portion of portionsOf(writes, maxBytes, sizeOf)) {
      // An in-process store writes in this turn; after a long decision, wait for a later one.
      const pause = this.options.turns.pause();
      if (pause !== null) await pause;
      const outcomes = await isolated(portion, (part) => this.write(part));
      await this.conclude(paired(portion, outcomes));
    }
  }

  /**
   * Resolved callers go on at once, with unbounded work: only so many are resolved per turn. Their
   * next commands wait for all of them, or they would form many small batches.
   */
  private async conclude(written: readonly (readonly [Write, ItemOutcome<CommitResult>])[]): Promise<void> {
    this.concluding += 1;
    try {
      for (const [index, [write, outcome]] of written.entries()) {
        this.concludeOne(write, outcome);
        const concluded = index + 1;
        const isLast = concluded > CONCLUDED_IN_A_TURN && concluded === written.length;
        if (isLast || concluded % CONCLUDED_IN_A_TURN === 0) await this.options.turns.next();
      }
    } finally {
      this.concluding -= 1;
      this.schedule();
    }
  }

  private concludeOne({ mailbox, change, conclude }: Write, outcome: ItemOutcome<CommitResult>): void {
    this.queue.free(mailbox);
    if (!outcome.ok) {
      // The outcome of the commit is unknown.
      this.states.drop(mailbox.key);
      if (isRefusal(outcome.error) && hasSeveral(mailbox)) this.queue.oneByOne(mailbox);
      else reject(mailbox, unavailable(outcome.error));
      return;
    }
    if (outcome.result.kind === 'committed') {
      this.states.note(change.state);
      this.tell(change);
    }
    conclude(outcome.result);
  }

  private write(writes: readonly Write[]): Promise<CommitResult[]> {
    return observed<'commit', CommitResult[]>(
      this.options.telemetry,
      () => ({ kind: 'commit', changes: writes.map(describedChange) }),
      () => this.store(writes.map((it) => it.change)),
      (results) => results.map(({ kind }) => kind),
    );
  }

  private async store(changes: readonly Change[]): Promise<CommitResult[]> {
    const { store, onCommit, definitions, beforeCommit } = this.options;
    const before = beforeCommit();
    if (before !== null) await before;
    if (onCommit === null) return store.commit(changes);
    return store.commit(changes, await hookFor(onCommit, definitions, changes));
  }

  private tell(change: Change): void {
    try {
      this.options.onCommitted(change);
    } catch (error) {
      this.options.onFault(error);
    }
  }

  private concludeCommands(mailbox: Commands, decision: MailboxDecision, result: CommitResult): void {
    if (result.kind === 'committed') {
      resolveCommands(decision);
      return;
    }
    if (result.kind === 'busy') {
      this.later(mailbox);
      return;
    }
    if (result.kind === 'refused-by-host') {
      if (hasSeveral(mailbox)) this.queue.oneByOne(mailbox);
      else reject(mailbox, new HostRefusal(result.error));
      return;
    }
    if (result.kind === 'conflict') this.states.drop(mailbox.key);
    if (result.kind === 'lost-claims') mailbox.waiting = withoutLost(mailbox.waiting, result.claims);
    mailbox.busy = NOT_BUSY;
    mailbox.conflicts += 1;
    if (mailbox.conflicts > MAX_CONFLICTS) {
      const { executionId } = mailbox.key;
      reject(mailbox, new ApprovalError('UNAVAILABLE', `execution "${executionId}" is too busy; try again`));
      return;
    }
    if (mailbox.waiting.length > 0) this.queue.again(mailbox);
  }

  private later(mailbox: Mailbox): void {
    const waits = this.queue.later(mailbox, () => this.schedule());
    if (!waits) reject(mailbox, new ApprovalError('UNAVAILABLE', LOCKED));
  }
}
