/** What is tried again, and for how long. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver, Fault, Session } from './driver.js';

const RETRY_FOR_MS = 10_000;
const LONGEST_DELAY_MS = 200;
const TRANSIENT: ReadonlySet<Fault> = new Set(['retry', 'duplicate', 'lost']);

const BUSY: ReadonlySet<Fault> = new Set(['retry']);

export interface Attempt {
  /** How many tries there were before this one. */
  readonly tries: number;
  /** A try before this one lost its connection: what it wrote may be there. */
  readonly afterLoss: boolean;
}

/**
 * Runs `work` in a transaction, and again if it lost against another one or its connection broke. Nothing is ever
 * assumed of a commit whose result was lost: `work` is told, and reads what is there.
 */
export const transact = <T>(
  driver: Driver,
  work: (session: Session, attempt: Attempt) => Promise<T>,
): Promise<T> => retrying(driver, (attempt) => driver.transaction((session) => work(session, attempt)));

/**
 * The same for work whose one statement that writes is a transaction by itself; where the driver has none such, in a
 * transaction.
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

/** Runs reads; each statement sees what is committed when it begins. */
export const read = <T>(driver: Driver, work: (session: Session) => Promise<T>): Promise<T> =>
  retrying(driver, () => driver.read(work));

/** Tries again only what has lost against another transaction as a whole; every other error is for whoever asks. */
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
      // A duplicate is a race that was lost by a moment; what won is seen the next time.
      const isTransient = driver.hosted ? fault === 'duplicate' : transient.has(fault);
      if (!isTransient || performance.now() >= until) throw error;
      afterLoss ||= fault === 'lost';
      if (fault !== 'duplicate' || tries > 3) await sleep(delayAfter(tries));
    }
  }
}

/** Random over the whole range, so that those who collided do not meet again. */
const delayAfter = (tries: number): number => Math.random() * Math.min(LONGEST_DELAY_MS, 2 * 2 ** tries);
