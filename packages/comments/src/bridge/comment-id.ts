/** The id of a step's comment: the same number for the same step, so that a repeat is the same comment. */

/** 53 bits of the name (cyrb53): among thousands of comments in a thread, a collision is not to be expected. */
export function commentIdOf(executionId: string, stepId: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const character of `${executionId}\n${stepId}`) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
