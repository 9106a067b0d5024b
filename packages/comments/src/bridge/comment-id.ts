/**
 * Ids of a step's comment: the same numbers for the same step, so that a repeat is the same
 * comment.
 */
import { FIRST_STEP_COMMENT_ID } from '../identifiers.js';

/**
 * Number of ids that are tried. If another step or an old comment has the id already, the later one
 * has the next.
 */
const MOST_IDS = 4;

interface StepName {
  readonly executionId: string;
  readonly stepId: string;
}

/** Returns the ids of a step's comment, in the order in which they are tried. */
export const commentIdsOf = ({ executionId, stepId }: StepName): number[] =>
  Array.from({ length: MOST_IDS }, (_, index) =>
    numberOf([executionId, stepId, ...(index === 0 ? [] : [index])].join('\n')),
  );

/**
 * 52 bits of the name (cyrb53), in the half of all ids that is reserved: among thousands of
 * comments in a thread, a collision is not to be expected, and no person can make one.
 */
function numberOf(name: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const character of name) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return FIRST_STEP_COMMENT_ID + 4294967296 * (0x0f_ffff & low) + (high >>> 0);
}
