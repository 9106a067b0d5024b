/** How every operation runs: with one kind of error. */
import { unavailable } from '../errors.js';

/** Runs an operation; whatever a store throws comes out as UNAVAILABLE. */
export async function operate<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw unavailable(error);
  }
}
