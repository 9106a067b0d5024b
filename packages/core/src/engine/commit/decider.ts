/**
 * Decides the mailboxes of a batch on cached states. Where those are missing or would lead to an
 * answer without a commit, it reads the store first.
 */
import type { ExecutionState } from '../../interpreter/state.js';
import type { Environment } from '../../interpreter/transition.js';
import type { Change } from '../../ports/store/executions.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import type { DefinitionCache } from '../caches/definitions.js';
import { internal, unavailable } from '../errors.js';
import { errorForCaller } from '../scheduling/store-errors.js';
import type { Chains } from '../record/chains.js';
import { isolated } from '../scheduling/isolate.js';
import { paired } from '../scheduling/paired.js';
import { type MailboxDecision, decideMailbox, refuseUnknown, resolveCommands } from './decide-mailbox.js';
import { type Commands, reject } from './mailbox.js';
import { portions } from './portions.js';
import type { StateCache } from './state-cache.js';
import type { Turns } from '@org/approval-internal/turns';

interface DeciderParts {
  readonly store: Pick<ApprovalStore, 'loadExecutions' | 'executionBytes'>;
  readonly definitions: DefinitionCache;
  readonly environment: () => Environment;
  readonly states: StateCache;
  readonly turns: Turns;
  readonly chains: Chains;
}

/** Results of a mailbox's commands, sent once the change is committed. */
export interface Decided {
  readonly mailbox: Commands;
  readonly decision: MailboxDecision;
  readonly change: Change;
}

export class Decider {
  private readonly parts: DeciderParts;

  constructor(parts: DeciderParts) {
    this.parts = parts;
  }

  /**
   * Yields changes to commit in portions; committed ones may be freed before the next portion is
   * read. Callers of commands that change nothing get their results without a commit.
   */
  async *decide(mailboxes: readonly Commands[]): AsyncGenerator<Decided[]> {
    const decided: Decided[] = [];
    const unread: Commands[] = [];
    for (const mailbox of mailboxes) {
      const state = this.parts.states.get(mailbox.key);
      const found = state === null ? null : await this.decideOn(state, mailbox, { isFresh: false });
      if (found === null) unread.push(mailbox);
      else decided.push(found);
    }
    const [first = [], ...others] = await portions(this.parts.store, unread);
    yield [...decided, ...(await this.decideFresh(first))];
    for (const portion of others) yield await this.decideFresh(portion);
  }

  private async decideFresh(mailboxes: readonly Commands[]): Promise<Decided[]> {
    if (mailboxes.length === 0) return [];
    const { store, states } = this.parts;
    const keys = mailboxes.map((it) => it.key);
    const loads = await isolated(keys, (part) => store.loadExecutions(part));
    const decided: Decided[] = [];
    for (const [mailbox, loaded] of paired(mailboxes, loads)) {
      if (!loaded.ok) {
        reject(mailbox, unavailable(loaded.error));
        continue;
      }
      if (loaded.result === null) states.drop(mailbox.key);
      else states.note(loaded.result);
      const found = await this.decideOn(loaded.result, mailbox, { isFresh: true });
      if (found !== null) decided.push(found);
    }
    return decided;
  }

  /** null: nothing to commit. A fresh state resolves the callers; a cached one is read again. */
  private async decideOn(
    state: ExecutionState | null,
    mailbox: Commands,
    { isFresh }: { isFresh: boolean },
  ): Promise<Decided | null> {
    try {
      const decision = await this.decisionOn(state, mailbox);
      const { change } = decision;
      if (change !== null) return { mailbox, decision, change };
      if (isFresh) resolveCommands(decision);
    } catch (error) {
      if (isFresh) reject(mailbox, internal(error));
    }
    return null;
  }

  private async decisionOn(
    state: ExecutionState | null,
    { key, waiting }: Commands,
  ): Promise<MailboxDecision> {
    const { definitions, environment, turns, chains } = this.parts;
    if (state === null) return refuseUnknown(key.executionId, waiting);
    const definition =
      definitions.cachedOf(state) ?? (await definitions.ofExecution(state).catch(throwForCaller));
    return decideMailbox(definition, state, waiting, { environment: environment(), turns, chains });
  }
}

/** A store that fails is not a fault of the engine. */
function throwForCaller(error: unknown): never {
  throw errorForCaller(error);
}
