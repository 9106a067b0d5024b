/** Options of a gate. */
import type { ApprovalEngine, Clock, Duration, Logger } from '@org/approval-core';
import type { PermitStore } from './store/permit-store.js';
import type { Policies, ToolOptions } from './types.js';

/** Retention of permits. */
export interface PermitRetention {
  /**
   * Time in ms that ended permits are kept; a spent one with unknown outcome is never deleted.
   * Forever by default.
   */
  readonly endedMs?: Duration | undefined;
}

/** Options of `createApprovalGate`. */
export interface GateOptions<Tx = never> {
  /** Engine that runs the decisions. */
  readonly engine: Pick<ApprovalEngine, 'forWorkspace' | 'normalizeUserId' | 'on'>;
  /** Store of the permits. */
  readonly store: PermitStore<Tx>;
  /** Rules for the calls of programs. */
  readonly policies: Policies;
  /** Options of tools, by name. */
  readonly tools?: Readonly<Record<string, ToolOptions>> | undefined;
  /** Clock; the system's by default. */
  readonly clock?: Clock | undefined;
  /** Time in ms for people to decide, 1 s to a year; 24 h by default. */
  readonly askMs?: Duration | undefined;
  /** Time in ms for a program to act on a grant, 1 s to 24 h; 15 min by default. */
  readonly grantMs?: Duration | undefined;
  /** Retention of permits. */
  readonly retention?: PermitRetention | undefined;
  /** Logger for errors in the background; the console by default. */
  readonly logger?: Logger | undefined;
}
