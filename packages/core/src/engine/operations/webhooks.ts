/** `webhooks/*` (contract sections 10 and 12). */
import type { Caller } from '../caller.js';
import type { EngineContext } from '../context.js';
import { ApprovalError } from '../errors.js';
import {
  type ListDeliveriesRequest,
  type RedeliverRequest,
  listDeliveries,
  redeliver,
} from '../shapes/webhooks/requests.js';
import {
  type DeliveryView,
  type RedeliverResult,
  deliveryOf,
  viewDelivery,
} from '../shapes/webhooks/views.js';
import { type PageView, pageRequest, takePage } from '../shapes/shared/page.js';
import { operate } from './operation.js';

/** Operations on the webhook deliveries of one workspace. Each of them rejects with an `ApprovalError`. */
export class WebhookOperations {
  private readonly context: EngineContext;
  private readonly workspaceId: string;
  private readonly caller: Caller;

  constructor(context: EngineContext, workspaceId: string, caller: Caller = {}) {
    this.context = context;
    this.workspaceId = workspaceId;
    this.caller = caller;
  }

  /** Deliveries of every run that the caller sees, newest first. */
  listDeliveries(request: ListDeliveriesRequest = {}): Promise<PageView<DeliveryView>> {
    return operate(this.context, async () => {
      const { pageSize, cursor, ...query } = this.context.parser.parse(listDeliveries, request);
      const { workspaceId } = this;
      const { visible } = this.caller;
      const page = pageRequest({ pageSize, cursor });
      const { items, rest } = takePage(
        await this.context.store.listDeliveries({ workspaceId, ...query, visible }, page),
      );
      return { items: items.map(viewDelivery), ...rest };
    });
  }

  /**
   * Sends a delivery again that has ended, or all dead ones of an execution: at once, with the whole schedule and the
   * same eventId. `scheduled` is how many; one that is still pending is not counted.
   * @throws NOT_FOUND
   */
  redeliver(request: RedeliverRequest): Promise<RedeliverResult> {
    return operate(this.context, async () => {
      const { deliveryId, executionId } = this.context.parser.parse(redeliver, request);
      const target = deliveryId === undefined ? { executionId, seq: null } : deliveryOf(deliveryId);
      const scheduled = target?.executionId && (await this.schedule(target.executionId, target.seq));
      if (typeof scheduled === 'number') return { scheduled };
      throw new ApprovalError(
        'NOT_FOUND',
        deliveryId === undefined
          ? `there is no execution "${executionId}"`
          : `there is no delivery "${deliveryId}"`,
      );
    });
  }

  private async schedule(executionId: string, seq: number | null): Promise<number | null> {
    const { store, clock, onRedelivery } = this.context;
    const now = clock.now();
    const scheduled = await store.redeliver({ workspaceId: this.workspaceId, executionId, seq, now });
    if (scheduled) onRedelivery();
    return scheduled;
  }
}
