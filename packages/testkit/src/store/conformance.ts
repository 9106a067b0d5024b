/**
 * The store conformance suite, as data. It takes your test runner:
 * ```ts
 * registerStoreConformance({
 *   test,
 *   skip: (name, reason) => test.skip(`${name} (${reason})`),
 *   open: async () => ({ store: await myStore(), now: Date.now, advance: sleep }),
 * });
 * ```
 */
import { type Checks, callable, checkOptions, listOf, optional } from '@org/approval-internal/options';
import type { StoreCase, StoreNeed, StoreUnderTest } from './case.js';
import { commitCases } from './commit-cases.js';
import { deliveryCases } from './delivery-cases.js';
import { definitionCases } from './definition-cases.js';
import { unique } from './fixtures.js';
import { healthCases } from './health-cases.js';
import { hostingCases } from './hosting-cases.js';
import { instanceCases } from './instance-cases.js';
import { jobCases } from './job-cases.js';
import { keepingCases } from './keeping-cases.js';
import { listingCases } from './listing-cases.js';
import { peopleCases } from './people-cases.js';
import { triggerCases } from './trigger-cases.js';

/** Every case, as a table; `registerStoreConformance` makes tests of them. */
export const STORE_CASES: readonly StoreCase[] = [
  ...definitionCases,
  ...commitCases,
  ...jobCases,
  ...listingCases,
  ...peopleCases,
  ...deliveryCases,
  ...keepingCases,
  ...hostingCases,
  ...healthCases,
  ...triggerCases,
  ...instanceCases,
];

/** Your test runner, and your store. */
export interface StoreConformanceOptions {
  /** Registers one test: the `test` or `it` of your runner. */
  readonly test: (name: string, run: () => Promise<void>) => void;
  /** Called for each case that needs a missing capability; make it visible. */
  readonly skip: (name: string, reason: string) => void;
  /** A store for one case; it is closed after the case. */
  readonly open: () => Promise<StoreUnderTest>;
  /** Capabilities of the store beyond the contract. */
  readonly has?: readonly StoreNeed[];
}

const NEEDS: readonly StoreNeed[] = ['second-instance', 'job-list', 'claim-list'];

const CHECKS: Checks<StoreConformanceOptions> = {
  test: callable,
  skip: callable,
  open: callable,
  has: optional(listOf(`needs (${NEEDS.join(', ')})`, (value) => NEEDS.some((need) => need === value))),
};

/**
 * Registers every case as a test of your runner.
 * @throws TypeError that names every option that is wrong: one that is misspelt would leave cases
 *   out.
 */
export function registerStoreConformance(options: StoreConformanceOptions): void {
  checkOptions('registerStoreConformance', options, CHECKS);
  const { test, skip, open, has = [] } = options;
  for (const storeCase of STORE_CASES) {
    const missing = (storeCase.needs ?? []).filter((need) => !has.includes(need));
    if (missing.length === 0) {
      test(storeCase.name, () => runStoreCase(storeCase, open));
    } else {
      skip(storeCase.name, `the store under test has no ${missing.join(', ')}`);
    }
  }
}

/** Runs one case on its own store; throws an error that names the fault. */
export async function runStoreCase(storeCase: StoreCase, open: () => Promise<StoreUnderTest>): Promise<void> {
  const { close, ...context } = await open();
  try {
    await storeCase.run({ ...context, workspaceId: unique('ws'), otherWorkspaceId: unique('other') });
  } finally {
    await close?.();
  }
}
