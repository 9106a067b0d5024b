/** Retries: which errors, and for how long. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver, Fault, Session } from './driver.js';

const RETRY_FOR_MS = 10_000;
const LONGEST_DELAY_MS = 200;
const TRANSIENT: ReadonlySet<Fault> = new Set(['retry', 'duplicate', 'lost']);

const BUSY: ReadonlySet<Fault> = new Set(['retry']);

export interface Attempt {
  /** Number of tries before this one. */
  readonly tries: number;
  /** An earlier try lost its connection: its write may exist. */
  readonly afterLoss: boolean;
}

/**
 * Runs `work` in a transaction, and again if it lost a conflict or its connection broke. The
 * outcome of a lost commit is never assumed: `work` gets a flag, and reads what exists.
 */
export const transact = <T>(
  driver: Driver,
  work: (session: Session, attempt: Attempt) => Promise<T>,
): Promise<T> => retrying(driver, (attempt) => driver.transaction((session) => work(session, attempt)));

/**
 * The same for work with one writing statement that is a transaction by itself; uses a transaction
 * where the driver has no such mode.
 */
export const transactAlone = <T>(
  driver: Driver,
  work: (session: Session, attempt: Attempt) => Promise<T>,
): Promise<T> =>
  retrying(driver, (attempt) =>
    driver.alone === undefined
      ? driver.transaction((session) => work(session, attempt))
      : driver.alone((session) => work(session, attempt)),
  );

/** Runs reads; each statement sees what is committed at its start. */
export const read = <T>(driver: Driver, work: (session: Session) => Promise<T>): Promise<T> =>
  retrying(driver, () => driver.read(work));

/** Retries only work that lost a conflict as a whole; the caller gets every other error. */
export const retryingBusy = <T>(driver: Driver, work: () => Promise<T>): Promise<T> =>
  retrying(driver, work, BUSY);

async function retrying<T>(
  driver: Driver,
  work: (attempt: Attempt) => Promise<T>,
  transient = TRANSIENT,
): Promise<T> {
  const until = performance.now() + RETRY_FOR_MS;
  let afterLoss = false;
  for (let tries = 0; ; tries++) {
    try {
      return await work({ tries, afterLoss });
    } catch (error) {
      const fault = driver.faultOf(error);
      // A duplicate is a lost race; the next try sees the winner.
      const isTransient = driver.hosted ? fault === 'duplicate' : transient.has(fault);
      if (!isTransient || performance.now() >= until) throw error;
      afterLoss ||= fault === 'lost';
      if (fault !== 'duplicate' || tries > 3) await sleep(delayAfter(tries));
    }
  }
}

/** Random over the whole range, so that colliding callers do not meet again. */
const delayAfter = (tries: number): number => Math.random() * Math.min(LONGEST_DELAY_MS, 2 * 2 ** tries);
