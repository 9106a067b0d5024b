/** Short words for what tests of the gate do again and again. */
import { ApprovalError } from '@org/approval-core';
import type { CallRequest, Permit, Redeemed, RequesterRequest, Rule } from '../types.js';
import type { GateKit } from './gate.js';

export const BOT: RequesterRequest = { principal: 'bot' };

export const allow = (tool: string, more: object = {}): Rule => ({ tool, do: 'allow', ...more });
export const deny = (tool: string, more: object = {}): Rule => ({ tool, do: 'deny', ...more });

/** A refusal: its status, its code if any, and the path of the fault. */
export interface Refusal {
  readonly status: string;
  readonly code?: unknown;
  readonly path?: string | undefined;
}

/** The refusal of the gate; an error of another kind is thrown on. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ApprovalError)) throw error;
    return {
      status: error.status,
      ...(error.details['code'] !== undefined && { code: error.details['code'] }),
      ...(error.details.issues && { path: error.details.issues[0]?.path }),
    };
  }
  return { status: 'OK' };
}

/** Spends a permit on a call. */
export const redeem = (
  { gate }: Pick<GateKit, 'gate'>,
  { permitId }: Pick<Permit, 'permitId'>,
  call: CallRequest,
  requester: RequesterRequest = BOT,
): Promise<Redeemed> => gate.redeem({ permitId, call, requester });

/** Asked, and approved by the person who is asked. */
export async function approved(kit: GateKit, call: CallRequest, more: Parameters<GateKit['ask']>[1] = {}) {
  const permit = await kit.ask(call, more);
  await kit.answer(permit);
  return kit.gate.get({ permitId: permit.permitId });
}

/** Ways into each state of a permit; the call is of the tool `pay`. */
export const WAYS: Readonly<Record<Permit['state'], (kit: GateKit, call: CallRequest) => Promise<Permit>>> = {
  pending: (kit, call) => kit.ask(call),
  granted: approved,
  async denied(kit, call) {
    const permit = await kit.ask(call);
    await kit.answer(permit, { decision: 'reject' });
    return kit.gate.get({ permitId: permit.permitId });
  },
  async expired(kit, call) {
    const permit = await kit.ask(call);
    await kit.advance(permit.expiresAt - kit.clock.now());
    return kit.gate.get({ permitId: permit.permitId });
  },
  async revoked(kit, call) {
    const { permitId } = await kit.ask(call);
    return kit.gate.revoke({ permitId, actorId: 'ops' });
  },
  async spent(kit, call) {
    const permit = await approved(kit, call);
    await redeem(kit, permit, call);
    return kit.gate.get({ permitId: permit.permitId });
  },
};

export const STATES = Object.keys(WAYS) as Permit['state'][];
