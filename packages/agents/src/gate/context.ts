/** Context that the operations of a gate share. */
import type { Clock, Logger } from '@org/approval-core';
import type { AtMost } from '@org/approval-internal/turns';
import type { PolicyMatcher } from '../policy/match.js';
import type { CheckedPolicies } from '../policy/rules.js';
import type { PermitStore, StoredPermit } from '../store/permit-store.js';
import type { GateOptions } from '../gate-options.js';
import type { Parse } from '../requests.js';
import type { ToolOptions } from '../types.js';
import type { Runs } from './runs.js';
import type { Waiting } from './waiting.js';

export interface GateContext {
  readonly engine: GateOptions['engine'];
  /** Checks requests; user ids get the one form of the engine. */
  readonly parse: Parse;
  readonly store: PermitStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly policies: CheckedPolicies;
  readonly matcher: PolicyMatcher;
  readonly tools: ReadonlyMap<string, ToolOptions>;
  /** Time for people to decide, in ms. */
  readonly askMs: number;
  /** Time for a program to act on a grant, in ms. */
  readonly grantMs: number;
  readonly endedMs: number | null;
  readonly runs: Runs;
  readonly waiting: Waiting;
  /**
   * Limits concurrent reads of all permits of a program or run: each may be as large as a hundred
   * calls.
   */
  readonly looks: AtMost;
  /** Called after a change of a permit is committed. */
  readonly announce: (permit: StoredPermit) => void;
}

export const redactionsOf = ({ tools }: Pick<GateContext, 'tools'>, tool: string): readonly string[] =>
  tools.get(tool)?.redact ?? [];
