/** Options of the approver pages. */
import type { ApprovalEngine } from '@org/approval-core';
import { hostNames } from '@org/approval-internal/browser';
import type { Duration } from '@org/approval-internal/duration';
import type { HttpRequest } from '@org/approval-internal/http';
import {
  type Checks,
  basePath,
  callable,
  checkOptions,
  optional,
  timerMs,
  withMethods,
} from '@org/approval-internal/options';
import type { HostAccess } from '../access/host-access.js';
import { type RateLimiter, unlessOff } from '../rate-limit.js';
import { LOOK_CHECKS, type LookOptions } from './look.js';

/** A signed-in reviewer. */
export interface PagesUser {
  /** Workspace whose steps they decide. */
  readonly workspaceId: string;
  /** Id of the user, as definitions name reviewers. */
  readonly userId: string;
}

/** Options of `approverPages`. */
export interface ApproverPagesOptions extends LookOptions, HostAccess {
  /** The engine whose steps are decided. */
  readonly engine: ApprovalEngine;
  /**
   * Authenticates every request with the means of the host; null refuses it. The user has the
   * permissions of the role `reviewer`.
   */
  readonly authenticate: (request: HttpRequest) => Promise<PagesUser | null> | PagesUser | null;
  /** Path of the mount point, such as `/approvals`; empty by default. */
  readonly basePath?: string;
  /**
   * Host names of these pages, such as `approvals.example.com`, or `.example.com` for all names
   * below it. Requests for others are refused, because a foreign domain may resolve to this server.
   * IP addresses and `localhost` are always accepted.
   * @defaultValue []
   */
  readonly hosts?: readonly string[];
  /** False disables limits. By default limits of this process, see `DEFAULT_RATE_LIMITS`. */
  readonly rateLimiter?: RateLimiter | false;
  /**
   * Returns the names of users by their ids, to whom a reviewer may hand over, and who may
   * substitute them. Without it reviewers type the id of a user. Up to 500 are offered.
   */
  readonly colleaguesOf?: (
    userId: string,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Interval at which open pages check again that their reader may continue; 60 s by default. */
  readonly recheckMs?: Duration;
  /** Current time in ms since the epoch; the system clock by default. */
  readonly now?: () => number;
  /** Receives errors that readers do not see; the console by default. */
  readonly onError?: (error: unknown) => void;
}

const CHECKS: Checks<ApproverPagesOptions> = {
  ...LOOK_CHECKS,
  engine: withMethods('forWorkspace'),
  authenticate: callable,
  authorize: optional(callable),
  visible: optional(callable),
  basePath: optional(basePath),
  hosts: optional(hostNames),
  rateLimiter: unlessOff(withMethods('take')),
  colleaguesOf: optional(callable),
  recheckMs: optional(timerMs),
  now: optional(callable),
  onError: optional(callable),
};

export const checkPagesOptions = (options: ApproverPagesOptions): void =>
  checkOptions('approverPages', options, CHECKS);
