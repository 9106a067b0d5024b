/** Error handling of every operation. */
import { unavailable } from '../errors.js';

/** Runs an operation; an unexpected error of a store becomes UNAVAILABLE. */
export async function operate<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw unavailable(error);
  }
}
