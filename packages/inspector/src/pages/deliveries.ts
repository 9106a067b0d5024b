/** Events on their way to receivers; dead deliveries can be sent again. */
import type { DeliveryView } from '@org/approval-core/views';
import { RETRY_DELAYS_MS } from '@org/approval-core/internal';
import { status, time } from '../html/format.js';
import { type Part, html } from '../html/html.js';
import { type Context, type Page, given, oneOf } from './context.js';
import { choice, field, more, nothing, table } from './parts.js';

const STATUSES = ['pending', 'delivered', 'dead'] as const;

export async function deliveriesPage(context: Context): Promise<Page> {
  const { site, operations } = context;
  const chosen = oneOf(context.given.get('status'), STATUSES);
  const executionId = given(context, 'executionId');
  const cursor = given(context, 'cursor');
  const { items, nextCursor } = await operations.webhooks.listDeliveries({
    ...(chosen !== undefined && { status: chosen }),
    ...(executionId !== undefined && { executionId }),
    ...(cursor !== undefined && { cursor }),
  });
  const head = ['Event', 'Run', 'Status', 'Attempts', 'Last answer', 'Next', 'Changed', 'Action'];
  return {
    place: 'deliveries',
    title: 'Deliveries',
    content: html`<form class="filters" method="get" action="${site.url('deliveries')}" role="search">
        ${choice('Status', 'status', ['', ...STATUSES], chosen)} ${field('Run', 'executionId', executionId)}
        <button>Show</button>
      </form>
      ${
        items.length > 0
          ? table(
              'Deliveries',
              head,
              items.map((it) => rowOf(context, it)),
            )
          : nothing(
              chosen !== undefined || executionId !== undefined
                ? 'No matching deliveries. Remove a filter.'
                : 'No deliveries yet. Runs have them if they or their definition name a receiver.',
            )
      }
      ${more(site, 'deliveries', context.given, nextCursor)}`,
  };
}

function rowOf({ site }: Context, delivery: DeliveryView): Part[] {
  const { deliveryId, executionId, seq, type } = delivery;
  const again =
    site.may('redeliver') && delivery.status !== 'pending'
      ? html`<form method="post" action="${site.url('redeliver')}">
          <input type="hidden" name="deliveryId" value="${deliveryId}" /><button
            aria-label="Send again: ${type} ${seq}"
          >
            Send again
          </button>
        </form>`
      : '';
  return [
    `${seq} ${type}`,
    html`<a href="${site.url('run', { id: executionId, at: seq })}">${executionId}</a>`,
    status(delivery.status),
    `${delivery.attempts} of ${RETRY_DELAYS_MS.length + 1}`,
    delivery.lastError ?? (delivery.lastStatus === null ? '' : String(delivery.lastStatus)),
    time(delivery.nextAttemptAt),
    time(delivery.updatedAt),
    again,
  ];
}
