/**
 * The permit store conformance suite, as data. It takes your test runner:
 * ```ts
 * registerPermitStoreConformance({ test, open: async () => ({ store: await mine(), reopen: mine })
 * });
 * ```
 */
import { type Checks, callable, checkOptions } from '@org/approval-internal/options';
import { unique } from '../store/fixtures.js';
import type { PermitStoreCase, PermitStoreUnderTest } from './case.js';
import { grantCases } from './grant-cases.js';
import { permitCases } from './permit-cases.js';

/** Every case, as a table; `registerPermitStoreConformance` makes tests of them. */
export const PERMIT_STORE_CASES: readonly PermitStoreCase[] = [...permitCases, ...grantCases];

/** Your test runner, and your permit store. */
export interface PermitStoreConformanceOptions {
  /** Registers one test: the `test` or `it` of your runner. */
  readonly test: (name: string, run: () => Promise<void>) => void;
  /** A store for one case; it is closed after the case. */
  readonly open: () => Promise<PermitStoreUnderTest>;
}

const CHECKS: Checks<PermitStoreConformanceOptions> = { test: callable, open: callable };

/**
 * Registers every case as a test of your runner.
 *
 * @throws TypeError that names every option that is wrong.
 */
export function registerPermitStoreConformance(options: PermitStoreConformanceOptions): void {
  checkOptions('registerPermitStoreConformance', options, CHECKS);
  const { test, open } = options;
  for (const it of PERMIT_STORE_CASES) test(it.name, () => runPermitStoreCase(it, open));
}

/** Runs one case on its own store; throws an error that names the fault. */
export async function runPermitStoreCase(
  storeCase: PermitStoreCase,
  open: () => Promise<PermitStoreUnderTest>,
): Promise<void> {
  const { close, ...context } = await open();
  try {
    await storeCase.run({ ...context, workspaceId: unique('ws'), otherWorkspaceId: unique('other') });
  } finally {
    await close?.();
  }
}
