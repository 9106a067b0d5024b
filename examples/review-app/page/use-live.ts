/** Live updates in React: what looks for news, when it does, and whether that works at present. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { LiveChange, Session } from '../setting.js';
import { oneAtATime } from './latest.js';
import { connect } from './live.js';
import { serviceHeaders } from './session.js';

export interface Live {
  /** Null: not known yet. */
  readonly isConnected: boolean | null;
  /** Calls `listener` at each change of that kind; returns a function that ends it. */
  readonly subscribe: (change: LiveChange, listener: () => void) => () => void;
}

export function useLive({ service }: Session, onRefused: () => void): Live {
  const [isConnected, setConnected] = useState<boolean | null>(null);
  const listeners = useMemo(() => new Map<() => void, LiveChange>(), []);
  useEffect(
    () =>
      connect({
        url: `${service.url}/live`,
        headers: serviceHeaders(service),
        onConnected: setConnected,
        onRefused,
        onChange: (change) => {
          for (const [listener, wanted] of listeners) if (wanted === change) listener();
        },
      }),
    [service, onRefused, listeners],
  );
  const subscribe = useCallback<Live['subscribe']>(
    (change, listener) => {
      listeners.set(listener, change);
      return () => listeners.delete(listener);
    },
    [listeners],
  );
  return useMemo(() => ({ isConnected, subscribe }), [isConnected, subscribe]);
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

export interface Looking {
  readonly isFailing: boolean;
  /** Looks now; a failure is in `isFailing`, and tried again by itself. */
  readonly lookNow: () => void;
}

/** Looks at once, at every change, and after a failure again, in pauses that grow. */
export function useLooking(look: () => Promise<void>, change: LiveChange, { subscribe }: Live): Looking {
  const [isFailing, setFailing] = useState(false);
  const runner = useMemo(() => {
    const once = oneAtATime(look);
    let pause = FIRST_PAUSE_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const run = () => {
      clearTimeout(timer);
      once().then(
        () => {
          pause = FIRST_PAUSE_MS;
          if (!isOver) setFailing(false);
        },
        () => {
          if (isOver) return;
          setFailing(true);
          clearTimeout(timer);
          timer = setTimeout(run, pause);
          pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
        },
      );
    };
    return {
      start: () => {
        isOver = false;
        run();
      },
      run,
      stop: () => {
        isOver = true;
        clearTimeout(timer);
      },
    };
  }, [look]);
  useEffect(() => {
    const end = subscribe(change, runner.run);
    runner.start();
    return () => {
      end();
      runner.stop();
    };
  }, [subscribe, change, runner]);
  return { isFailing, lookNow: runner.run };
}
