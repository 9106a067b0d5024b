/** Rules on the receiver of a definition's events (contract section 12). */
import { EXTERNAL_EVENTS } from '@org/approval-internal/event-types';
import type { Rule } from '../rule.js';

const unknownType: Rule<'webhook-event-type-unknown'> = {
  codes: ['webhook-event-type-unknown'],
  reads: 'element',
  check: ({ definition }) =>
    (definition.webhookConfig?.eventTypes ?? []).flatMap((type, index) =>
      Object.hasOwn(EXTERNAL_EVENTS, type)
        ? []
        : [
            {
              code: 'webhook-event-type-unknown' as const,
              message: `unknown event type "${type}", so no event is sent for it; the types are ${TYPES}`,
              path: ['webhookConfig', 'eventTypes', index],
            },
          ],
    ),
};

const TYPES = Object.keys(EXTERNAL_EVENTS).join(', ');

export const receiverRules = [unknownType];
