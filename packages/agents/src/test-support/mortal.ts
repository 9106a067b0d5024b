/**
 * Store and engine of a gate whose process dies at a named moment: earlier writes stay, callers get
 * no answer, and later work does not happen. Another gate continues on the same store and engine.
 */
import { overriding } from '@org/approval-testkit';
import type { GateOptions } from '../gate-options.js';
import type { PermitStore } from '../store/permit-store.js';

export type Moment = 'after-insert' | 'after-dispatch' | 'after-spent';

export interface Mortal {
  readonly engine: GateOptions['engine'];
  readonly store: PermitStore;
  /** It dies the next time that it comes to this moment. */
  readonly diesAt: (moment: Moment) => void;
  readonly isDead: () => boolean;
}

export function mortal(engine: GateOptions['engine'], store: PermitStore): Mortal {
  let last: Moment | null = null;
  let isDead = false;
  const dies = (moment: Moment, isIt = true): void => {
    if (last !== moment || !isIt) return;
    isDead = true;
    throw new Error(`the process died ${moment}`);
  };
  const dispatching = (workspaceId: string) => {
    const on = engine.forWorkspace(workspaceId);
    const dispatch: typeof on.executions.dispatch = async (request) => {
      const made = await on.executions.dispatch(request);
      dies('after-dispatch');
      return made;
    };
    return overriding(on, { executions: alive(overriding(on.executions, { dispatch }), () => isDead) });
  };
  return {
    engine: overriding(engine, { forWorkspace: dispatching }),
    store: alive(
      overriding(store, {
        insertPermit: async (insert) => {
          const result = await store.insertPermit(insert);
          dies('after-insert');
          return result;
        },
        updatePermit: async (update) => {
          const isWritten = await store.updatePermit(update);
          dies('after-spent', isWritten && update.permit.state === 'spent');
          return isWritten;
        },
      }),
      () => isDead,
    ),
    diesAt: (moment) => {
      last = moment;
    },
    isDead: () => isDead,
  };
}

/** Calls of a dead process never arrive. */
const alive = <T extends object>(target: T, isDead: () => boolean): T =>
  new Proxy(target, {
    get(original, name) {
      const value = Reflect.get(original, name) as unknown;
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown =>
        isDead()
          ? Promise.reject(new Error('the process is dead'))
          : (Reflect.apply(value, original, args) as unknown);
    },
  });
