/**
 * The operations of a gate over HTTP (permits G7); the gate that the host passes in defines them.
 */
import type { ApprovalGate, GateOperation } from '@org/approval-agents';
import { type Unchecked, checkShape } from '@org/approval-core/internal';
import type { Access } from '../access/host-access.js';
import { type Mounts, actingOf } from '../mounted.js';
import type { Principal } from '../permissions.js';

/** Part of a gate that the handler uses. */
export type HttpGate = Pick<ApprovalGate, 'forWorkspace' | 'operations'>;

/** Every operation of a gate. */
export const gateOperations = (gate: HttpGate, access: Access): Mounts =>
  new Map(
    gate.operations.map((operation) => [
      operation.path,
      { operation, open: opening(operation, gate, access) },
    ]),
  );

const opening =
  (operation: GateOperation, gate: HttpGate, access: Access) =>
  async (principal: Principal, asked: Unchecked) => {
    const caller = actingOf(principal, access.normalizeUserId);
    // The shape is checked first, then what the permission alone does not decide.
    checkShape(operation, asked);
    operation.guard(caller, asked);
    await access.allow({ principal, operation: operation.path });
    const { workspaceId, subject: userId } = principal;
    return async (data: Unchecked): Promise<unknown> => {
      // A program always sees its own calls; the host decides about those of others.
      const visible = operation.seesOthers === null ? undefined : await access.visibleTo(principal);
      const administersSteps = caller.has('steps:admin');
      return operation.invoke(
        gate.forWorkspace(workspaceId, { administersSteps, visible, userId }),
        data,
        caller,
      );
    };
  };
