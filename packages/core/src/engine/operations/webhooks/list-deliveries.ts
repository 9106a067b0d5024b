/** `webhooks/listDeliveries` (contract sections 10 and 12). */
import { pageOf, pageRequest, takePage } from '../../shapes/shared/page.js';
import { listDeliveries } from '../../shapes/webhooks/requests.js';
import { deliveryView, viewDelivery } from '../../shapes/webhooks/views.js';
import { defineOperation } from '../define.js';
import type { On } from '../../scope.js';

/**
 * Deliveries of every execution that the caller sees, newest first.
 * @request {"status": "dead", "pageSize": 20}
 */
export const operation = defineOperation({
  path: 'webhooks/listDeliveries',
  summary: 'Deliveries of events to receivers, newest first.',
  request: listDeliveries,
  result: pageOf('DeliveryPage', deliveryView),
  effect: 'read',
  permission: 'webhooks:admin',
  budget: 'read',
  run: async ({ store, workspaceId, caller: { visible } }: On<'store'>, { pageSize, cursor, ...query }) => {
    const page = pageRequest({ pageSize, cursor });
    const found = await store.listDeliveries({ workspaceId, ...query, visible }, page);
    const { items, rest } = takePage(found);
    return { items: items.map(viewDelivery), ...rest };
  },
});
