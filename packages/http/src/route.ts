/** What is known of an operation over HTTP. */
import type { WorkspaceOperations } from '@org/approval-core';
import type { Permission, Principal } from './permissions.js';
import type { OperationClass } from './rate-limit.js';

/** An operation over HTTP. */
export interface Route {
  /** What the caller has to be allowed to. */
  readonly permission: Permission;
  /** Which budget it uses. */
  readonly operationClass: OperationClass;
  /** Whether the host is asked about each item by itself: `invoke` does that, and nothing before it. */
  readonly isAuthorizedByItem: boolean;
  /** Throws what the permission alone does not decide; `data` is not checked yet. */
  readonly guard: (principal: Principal, data: unknown) => void;
  /** Does the operation; the engine checks `data`. `authorize` throws what the host has against an item. */
  readonly invoke: (
    on: WorkspaceOperations,
    data: unknown,
    principal: Principal,
    authorize: (item: unknown) => Promise<void>,
  ) => Promise<unknown>;
}
