/** What a gate is configured with. */
import type { ApprovalEngine, Clock, Duration, Logger } from '@org/approval-core';
import type { PermitStore } from './store/permit-store.js';
import type { Policies, ToolOptions } from './types.js';

/** What permits are kept for. */
export interface PermitRetention {
  /** How long ended permits are kept, in ms; a spent one whose outcome is unknown is never deleted. For ever by default. */
  readonly endedMs?: Duration | undefined;
}

/** What a gate is made of. */
export interface GateOptions<Tx = never> {
  /** Where people decide. */
  readonly engine: Pick<ApprovalEngine, 'forWorkspace' | 'on'>;
  /** Where permits are kept. */
  readonly store: PermitStore<Tx>;
  /** Who may do what. */
  readonly policies: Policies;
  /** What the gate knows of tools, by name. */
  readonly tools?: Readonly<Record<string, ToolOptions>> | undefined;
  /** The machine's by default. */
  readonly clock?: Clock | undefined;
  /** How long people have, 1 s to a year; 24 h by default. */
  readonly askMs?: Duration | undefined;
  /** How long a program has to act on a yes, 1 s to 24 h; 15 min by default. */
  readonly grantMs?: Duration | undefined;
  /** How long permits are kept. */
  readonly retention?: PermitRetention | undefined;
  /** Told what goes wrong where nobody waits for it; the console by default. */
  readonly logger?: Logger | undefined;
}
