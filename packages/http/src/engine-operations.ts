/** The operations of the engine over HTTP. */
import { OPERATIONS, type Operation } from '@org/approval-core/views';
import type { Unchecked } from '@org/approval-core/internal';
import type { Access } from './access/host-access.js';
import { inItems } from './by-item.js';
import { type Mounts, actingOf } from './mounted.js';
import type { Separation } from './permits/separation.js';
import type { Principal } from './permissions.js';

interface Parts {
  readonly access: Access;
  /** Rules for decisions on permits. */
  readonly separation: Separation;
}

/** Every operation of an engine. */
export const engineOperations = (parts: Parts): Mounts =>
  new Map(
    Object.values(OPERATIONS).map((operation) => [
      operation.path,
      { operation, open: opening(operation, parts) },
    ]),
  );

const opening =
  (operation: Operation, { access, separation }: Parts) =>
  async (principal: Principal, asked: Unchecked) => {
    const { path, byItem } = operation;
    const caller = actingOf(principal, access.normalizeUserId);
    const authorize = async (data: Unchecked): Promise<void> => {
      await access.authorize({ principal, operation: path, data }, on);
      await separation(principal, operation, data);
    };
    if (byItem === null) operation.guard(caller, asked);
    const on = await access.operationsFor(principal);
    if (byItem === null) await authorize(asked);
    return (data: Unchecked): Promise<unknown> =>
      byItem === null
        ? operation.invoke(on, data, caller)
        : inItems({ operation, field: byItem, on, caller, authorize }, data);
  };
