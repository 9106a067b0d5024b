/** The permits of one workspace. */
import type { Timed } from '@org/approval-internal/duration';
import { ApprovalError } from '@org/approval-core';
import { formatPath } from '@org/approval-core/internal';
import { invalid, refused, unknownPermit } from '../errors.js';
import { newId } from '../ids.js';
import { unreachable } from '../policy/match.js';
import {
  amend as amendSchema,
  asked as askedSchema,
  getPermit,
  listPermits,
  outcome as outcomeSchema,
  redeem as redeemSchema,
  requestBatch,
  revokePermit,
} from '../requests.js';
import { isOutcomeUnknown } from '../store/keys.js';
import type { StoredPermit } from '../store/permit-store.js';
import type {
  AmendRequest,
  Ask,
  Asked,
  BatchItem,
  GateCaller,
  GetPermitRequest,
  GrantOperations,
  ListPermitsRequest,
  OutcomeRequest,
  Permit,
  PermitOperations,
  PermitPage,
  PolicyIssue,
  RedeemRequest,
  Redeemed,
  RequestBatch,
  RevokePermitRequest,
} from '../types.js';
import { amend } from './amend.js';
import { type Question, ask, questionOf } from './ask.js';
import { revoked } from './changes.js';
import type { GateContext } from './context.js';
import { Grants } from './grants.js';
import { listed } from './listing.js';
import { operate } from './operate.js';
import { redeem, redemptionOf, report } from './redeem.js';
import { readsPermit, seen, seesPermit } from './seen.js';
import { settled, written } from './settle.js';
import { settleDue } from './sweep.js';
import { viewPermit } from './view.js';

export class Permits implements PermitOperations {
  readonly grants: GrantOperations;
  private readonly context: GateContext;
  private readonly workspaceId: string;
  private readonly caller: GateCaller;

  constructor(context: GateContext, workspaceId: string, caller: GateCaller) {
    this.context = context;
    this.workspaceId = workspaceId;
    this.caller = caller;
    this.grants = new Grants(context, workspaceId, caller);
  }

  request(asked: Asked): Promise<Permit> {
    return operate(async () => {
      const question = questionOf(this.workspaceId, this.context.parse(askedSchema, asked));
      return viewPermit(await ask(this.context, question));
    });
  }

  requestBatch(request: RequestBatch): Promise<BatchItem[]> {
    return operate(async () => {
      const { items } = this.context.parse(requestBatch, request);
      const batchId = newId('batch', this.context.clock.now());
      // All items are validated before any permit is requested.
      const questions = items.map((it, index) => readItem(this.workspaceId, { ...it, batchId }, index));
      const results: BatchItem[] = [];
      for (const question of questions) results.push(await this.item(question));
      return results;
    });
  }

  private async item(question: Question): Promise<BatchItem> {
    try {
      return { permit: viewPermit(await operate(() => ask(this.context, question))) };
    } catch (error) {
      if (error instanceof ApprovalError) return { error };
      throw error;
    }
  }

  get(request: Timed<GetPermitRequest>): Promise<Permit> {
    return operate(async () => {
      const { permitId, waitMs = 0 } = this.context.parse(getPermit, request);
      const look = () => this.touched(permitId);
      const permit = await look();
      if (!(await readsPermit(this.context, this.caller, permit))) throw unknownPermit(permitId);
      if (permit.state !== 'pending' || waitMs === 0) return viewPermit(permit);
      const { userId } = this.caller;
      return viewPermit(await this.context.waiting.until(permit, { waitMs, userId }, look));
    });
  }

  list(request: ListPermitsRequest = {}): Promise<PermitPage<Permit>> {
    return operate(async () => {
      const { pageSize, cursor, ...asked } = this.context.parse(listPermits, request);
      const query = { workspaceId: this.workspaceId, ...asked };
      if (asked.state === 'expired') await settleDue(this.context, this.workspaceId);
      return listed({
        query: ['permits', query],
        page: { pageSize, cursor },
        list: (slice) => this.context.store.listPermits(query, slice),
        view: async (stored) => {
          if (!seesPermit(this.caller, stored)) return null;
          const permit = await settled(this.context, stored);
          if (!(await readsPermit(this.context, this.caller, permit))) return null;
          const isMeant =
            (asked.state === undefined || permit.state === asked.state) &&
            (asked.outcome === undefined || isOutcomeUnknown(permit));
          return isMeant ? viewPermit(permit) : null;
        },
      });
    });
  }

  redeem(request: RedeemRequest): Promise<Redeemed> {
    return operate(() =>
      redeem(this.context, redemptionOf(this.workspaceId, this.context.parse(redeemSchema, request))),
    );
  }

  outcome(request: OutcomeRequest): Promise<{ recorded: boolean }> {
    return operate(async () => ({
      recorded: await report(this.context, this.workspaceId, this.context.parse(outcomeSchema, request)),
    }));
  }

  amend(request: AmendRequest): Promise<Permit> {
    return operate(async () => {
      const { workspaceId, caller } = this;
      return viewPermit(
        await amend(this.context, { workspaceId, caller }, this.context.parse(amendSchema, request)),
      );
    });
  }

  revoke(request: RevokePermitRequest): Promise<Permit> {
    return operate(async () => {
      const { permitId, actorId, reason = null } = this.context.parse(revokePermit, request);
      for (;;) {
        const permit = await this.touched(permitId);
        if (permit.state === 'revoked') return viewPermit(permit);
        if (permit.state !== 'pending' && permit.state !== 'granted')
          throw refused('ended', `the permit is ${permit.state}; there is nothing to take back`);
        const at = this.context.clock.now();
        const next = revoked(permit, { at, actorId, code: 'revoked', reason });
        if ((await written(this.context, permit, next)) === next)
          return viewPermit(await settled(this.context, next));
      }
    });
  }

  check(): Promise<PolicyIssue[]> {
    return operate(async () => {
      const { policies, runs } = this.context;
      const dead = unreachable(policies).map((at): PolicyIssue => ({
        code: 'policy-unreachable',
        message: 'a rule before it decides every call that it is about; change their order, or remove it',
        path: at === 'otherwise' ? at : formatPath(['rules', at]),
      }));
      const asks: [Ask, string][] = policies.rules.flatMap(({ rule, index }) =>
        rule.do === 'ask' ? [[rule, formatPath(['rules', index])] as [Ask, string]] : [],
      );
      if (policies.otherwise !== null) asks.push([policies.otherwise, 'otherwise']);
      const faults: PolicyIssue[] = [];
      for (const [rule, path] of asks) {
        for (const fault of await runs.faults(this.workspaceId, rule)) faults.push({ ...fault, path });
      }
      return [...dead, ...faults];
    });
  }

  /** Returns the permit after settling it. */
  private async touched(permitId: string): Promise<StoredPermit> {
    const stored = await this.context.store.loadPermit({ workspaceId: this.workspaceId, permitId });
    return settled(this.context, seen(this.caller, permitId, stored));
  }
}

/** Reads an item like `questionOf`; errors name the item of the batch. */
function readItem(workspaceId: string, item: Parameters<typeof questionOf>[1], index: number): Question {
  try {
    return questionOf(workspaceId, item);
  } catch (error) {
    if (!(error instanceof ApprovalError)) throw error;
    const [issue] = error.details.issues ?? [];
    const { code } = error.details;
    throw invalid(
      `items[${index}].${issue?.path ?? 'call'}`,
      issue?.message ?? error.message,
      typeof code === 'string' ? code : undefined,
    );
  }
}
