/**
 * Three people and a moderator in five tabs, and everything that can go wrong between them and both
 * sides. Views are old; requests and answers are lost, doubled, late or out of order. Two people
 * make the same thread, tabs are reloaded, writes are tried again or given up. The test does not
 * ask that all end with the same. Every word that was acknowledged is there, unless a person who
 * was shown it replaced it or took it away. Nothing that was taken away is back, and nothing that
 * was given up is found.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepOf } from './test-support/histories/history.js';
import { play } from './test-support/histories/play.js';

const { COMMENT_HISTORIES = '200', FAST_CHECK_SEED = '41', FAST_CHECK_PATH } = process.env;
/**
 * Number of histories to try; a failure prints the seed and the path with which it is played again.
 */
const RUNS = {
  numRuns: Number(COMMENT_HISTORIES),
  seed: Number(FAST_CHECK_SEED),
  ...(FAST_CHECK_PATH !== undefined && { path: FAST_CHECK_PATH, endOnFailure: true }),
};

/** Histories of 5 to 40 steps, with what fails taken back, or kept in view. */
const histories = fc.tuple(fc.array(stepOf, { minLength: 5, maxLength: 40, size: 'max' }), fc.boolean());

test(
  'three people and a moderator: every acknowledged word is there, and nothing that was erased or given up is',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ([steps, reverts]) => {
        expect((await play(steps, reverts)).faults).toEqual([]);
      }),
      RUNS,
    );
  },
);
