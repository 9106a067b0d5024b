/** The queue of mailboxes in order of arrival. An execution is in one batch at a time. */
import type { ExecutionKey } from '../../ports/store/executions.js';
import type { BatchLimits } from '../scheduling/batcher.js';
import { NOT_BUSY, busyAgain } from './busy.js';
import { type Commands, type Creation, type Mailbox, idOf } from './mailbox.js';

/** Smallest queue that is split in two batches; below it, the cost of a batch exceeds the gain. */
const SHARED_FROM = 16;

/** Limit per execution and batch, so that commands of others do not wait for all of them. */
const MOST_COMMANDS = 64;

export class MailboxQueue {
  private readonly limits: BatchLimits;
  private readonly waiting = new Set<Mailbox>();
  /** Mailboxes with commands by execution, including those that wait for a lock. */
  private readonly commands = new Map<string, Commands>();
  /** Executions of running batches, until their callers are resolved. */
  private readonly taken = new Map<string, readonly Mailbox[]>();

  constructor(limits: BatchLimits) {
    this.limits = limits;
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  add(creation: Creation): void {
    this.waiting.add(creation);
  }

  /** Returns the mailbox of an execution's commands. */
  of(key: ExecutionKey): Commands {
    const id = idOf(key);
    const known = this.commands.get(id);
    if (known !== undefined) return known;
    const mailbox: Commands = {
      kind: 'commands',
      id,
      key,
      waiting: [],
      conflicts: 0,
      busy: NOT_BUSY,
    };
    this.commands.set(id, mailbox);
    this.waiting.add(mailbox);
    return mailbox;
  }

  /** For one batch. Empty: all executions that wait are taken. */
  take(): readonly Mailbox[] {
    const batch: Mailbox[] = [];
    const most = this.mostInABatch();
    for (const mailbox of this.waiting) {
      const { id } = mailbox;
      if (this.taken.has(id)) continue;
      this.waiting.delete(mailbox);
      if (mailbox.kind === 'commands') {
        this.commands.delete(id);
        this.putBack(mailbox, mostOf(mailbox));
      }
      this.taken.set(id, batch);
      batch.push(mailbox);
      if (batch.length === most) break;
    }
    return batch;
  }

  /** Releases the mailbox after its batch. */
  free({ id }: Mailbox): void {
    this.taken.delete(id);
  }

  /** Frees only this batch's own executions; another batch may hold those freed before. */
  freeAll(batch: readonly Mailbox[]): void {
    for (const { id } of batch) if (this.taken.get(id) === batch) this.taken.delete(id);
  }

  /** Requeues it before the commands that arrived meanwhile. */
  again({ key, waiting, conflicts, busy }: Commands): Commands {
    const mailbox = this.of(key);
    mailbox.waiting = [...waiting, ...mailbox.waiting];
    mailbox.conflicts = conflicts;
    mailbox.busy = busy;
    return mailbox;
  }

  /** Requeues each command to be committed alone, so that only the culprit fails. */
  oneByOne(mailbox: Commands): void {
    for (const command of mailbox.waiting) command.alone = true;
    this.again({ ...mailbox, busy: NOT_BUSY });
  }

  /**
   * Waits outside of batches and collects commands that arrive meanwhile; others go on.
   * @param ready Called when it waits for a batch again.
   * @returns false when it has waited too long for the lock, and is not in the queue.
   */
  later(mailbox: Mailbox, ready: () => void): boolean {
    const busy = busyAgain(mailbox.busy);
    if (busy === null) return false;
    const next = mailbox.kind === 'create' ? mailbox : this.again(mailbox);
    next.busy = busy;
    this.waiting.delete(next);
    setTimeout(() => {
      this.waiting.add(next);
      ready();
    }, busy.delayMs);
    return true;
  }

  /**
   * At most half of the queue. Callers resolved together ask together again: in a single batch,
   * they and the store would only wait for each other.
   */
  private mostInABatch(): number {
    const { maxSize, maxConcurrent } = this.limits;
    const wanted = this.waiting.size + this.taken.size;
    return maxConcurrent === 1 || wanted < SHARED_FROM ? maxSize : Math.min(maxSize, Math.ceil(wanted / 2));
  }

  private putBack(mailbox: Commands, most: number): void {
    const others = mailbox.waiting.splice(most);
    if (others.length > 0) this.again({ ...mailbox, waiting: others });
  }
}

/** Number of its commands in one batch; a command that commits alone is the only one. */
function mostOf({ waiting }: Commands): number {
  const first = waiting.findIndex((it) => it.alone);
  if (first === -1) return MOST_COMMANDS;
  return first === 0 ? 1 : Math.min(first, MOST_COMMANDS);
}
