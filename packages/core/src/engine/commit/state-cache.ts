/**
 * The last committed states that this process knows, so that a command is decided without reading first. Other
 * processes may have written since: what is decided on a state from here is told to nobody before a commit has compared
 * its seq, or the store was asked.
 */
import { LRUCache } from 'lru-cache';
import { type ExecutionState, isTerminal } from '../../interpreter/state.js';
import { idOf } from './mailbox.js';
import type { ExecutionKey } from '../../ports/store/executions.js';
import { StateSizes } from './bytes.js';

export class StateCache {
  private readonly states: LRUCache<string, ExecutionState> | null;
  private readonly sizes = new StateSizes();

  /** @param maxBytes Of JSON, roughly, of all states together; 0: nothing is kept. */
  constructor(maxBytes: number) {
    this.states =
      maxBytes === 0
        ? null
        : new LRUCache({ maxSize: maxBytes, sizeCalculation: (state) => this.sizes.of(state, maxBytes) });
  }

  get(key: ExecutionKey): ExecutionState | null {
    return this.states?.get(idOf(key)) ?? null;
  }

  /** A state that was committed or read. An answer that took long does not replace a younger state. */
  note(state: ExecutionState): void {
    if (this.states === null) return;
    const id = idOf(state);
    if ((this.states.peek(id)?.seq ?? 0) > state.seq) return;
    // Hardly anything is asked of a run that has ended.
    if (isTerminal(state.status)) this.states.delete(id);
    else this.states.set(id, state);
  }

  drop(key: ExecutionKey): void {
    this.states?.delete(idOf(key));
  }
}
