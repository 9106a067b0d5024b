/**
 * Cache of the last committed states, so that commands are decided without a read. Other processes
 * may have written since: results are returned only after a commit compared the seq or the store
 * was read.
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

  /** Caches a committed or read state, unless a younger one is cached. */
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
