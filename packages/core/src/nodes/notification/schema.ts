/** A notification node as its author writes it. */
import * as z from 'zod';
import { channelName, localRef } from '../../definition/identifiers.js';
import { LIMITS } from '../../definition/limits.js';
import { common, jsonTemplate } from '../schema-common.js';
import type { NodeTraits } from '../schema-traits.js';

export const notificationTraits = {
  decidedByPeople: false,
  rejectedByPeople: false,
  mayDecide: false,
  callsAgent: false,
  calls: 'notification',
  hasHttpStatus: false,
  // To call the channel.
  jobs: ['call'],
  isEnd: false,
  finishedIn: ['pending', 'running'],
} as const satisfies NodeTraits;

const text = z.string();

const recipient = z
  .union(
    [
      z.strictObject({ address: text.describe('Template of an address that the channel knows.') }),
      z.strictObject({ userId: text.describe('Template of a user id.') }),
      z.strictObject({
        reviewersOf: localRef.describe('Human node whose newest step they are the reviewers of.'),
      }),
      z.strictObject({
        decidersOf: localRef.describe('Human node whose newest step they decided on.'),
      }),
      z.strictObject({ initiator: z.literal(true).describe('The initiator of the execution.') }),
      z.strictObject({ contributors: z.literal(true).describe('The contributors of the execution.') }),
    ],
    'give exactly one of address, userId, reviewersOf, decidersOf, initiator: true and contributors: true',
  )
  .meta({ id: 'NotificationTo', description: 'Recipients of a notification.' });

const body = z
  .union(
    [
      z.strictObject({ text: text.describe('Template of the text.') }),
      z.strictObject({ html: text.describe('Template of the HTML. Values are escaped.') }),
      z.strictObject({
        slack: jsonTemplate.describe('Slack blocks, or a whole Slack message. Values are escaped.'),
      }),
      z.strictObject({
        json: jsonTemplate.describe('JSON for the channel, as an Adaptive Card. Values are not escaped.'),
      }),
    ],
    'give exactly one of text, html, slack and json',
  )
  .meta({ id: 'NotificationBody', description: 'Body of a notification.' });

const notificationConfig = z
  .strictObject({
    channel: channelName.describe('Name of the channel, as in the option `notify` of the engine.'),
    to: z
      .array(recipient)
      .max(LIMITS.notificationTo)
      .optional()
      .describe('Recipients, each once; by default the channel decides.'),
    subject: text.optional().describe('Template of the subject, one line of up to 2,000 characters.'),
    body: body.describe('Body of the message: exactly one of `text`, `html`, `slack` and `json`.'),
    data: jsonTemplate.optional().describe('Further JSON for the channel, whose strings are templates.'),
    onFailure: z
      .enum(['fail', 'continue'])
      .optional()
      .describe(
        'Effect of a message that is not delivered: the step fails (`fail`, the default), or completes with `delivered: false`.',
      ),
  })
  .meta({ id: 'NotificationConfig', description: 'A message, its recipients and its channel.' });

/** A notification node. */
export const notificationNode = z
  .strictObject({
    ...common,
    type: z.literal('notification').describe('Kind of the node.'),
    config: notificationConfig.optional().describe('Message of the node.'),
  })
  .meta({
    id: 'NotificationNode',
    description: 'A node that gives a message to a channel of the host, at least once.',
  });
