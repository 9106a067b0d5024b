/** The mutated folders, and the tests that must notice. */

export interface MutatedFolder {
  /** Paths of files, or of folders. */
  readonly sources: readonly string[];
  /** Filters of test files. */
  readonly tests: readonly string[];
  /** Excluded test files: too slow to run for each mutant, or testing other code. */
  readonly without?: readonly string[];
  /** Percent of the mutants that tests must find. */
  readonly goal: number;
}

const CORE = 'packages/core/src';

export const MUTATED: Readonly<Record<string, MutatedFolder>> = {
  interpreter: {
    sources: [`${CORE}/interpreter`],
    tests: [
      `${CORE}/interpreter/`,
      `${CORE}/engine/people/`,
      `${CORE}/engine/explain/`,
      `${CORE}/engine/operations/`,
      `${CORE}/engine/links/`,
      `${CORE}/engine/jobs/`,
    ],
    // Compiles the sources from disk, so it sees no mutants.
    without: [`${CORE}/interpreter/closed-sets.test.ts`],
    goal: 90,
  },
  lint: { sources: [`${CORE}/lint`], tests: [`${CORE}/lint/`, `${CORE}/definition/`], goal: 80 },
  commit: {
    sources: [`${CORE}/engine/commit`],
    tests: [`${CORE}/engine/`, 'packages/store-sql/src/host-commit.test.ts'],
    goal: 80,
  },
  'store-sql': {
    sources: [
      'packages/store-sql/src/store/commit/commit.ts',
      'packages/store-sql/src/store/commit/by-function.ts',
      'packages/store-sql/src/store/commit/commit-rows.ts',
      'packages/store-sql/src/store/commit/write.ts',
      'packages/store-sql/src/store/commit/host-commit.ts',
      'packages/store-sql/src/store/commit/lock-definitions.ts',
    ],
    tests: [
      'packages/store-sql/src/conformance.test.ts',
      'packages/store-sql/src/contract.test.ts',
      'packages/store-sql/src/faults.test.ts',
      'packages/store-sql/src/host-commit.test.ts',
      'packages/store-sql/src/host-timeout.test.ts',
      'packages/store-sql/src/isolation.test.ts',
      'packages/store-sql/src/joining.test.ts',
      'packages/store-sql/src/lost-answers.test.ts',
      'packages/store-sql/src/procedure.test.ts',
      'packages/store-sql/src/round-trips.test.ts',
      'packages/store-sql/src/transactions.test.ts',
    ],
    goal: 80,
  },
  signer: {
    sources: ['packages/webhooks/src/signing'],
    tests: ['packages/webhooks/src/signing/', 'packages/webhooks/src/receiving/'],
    goal: 80,
  },
};
