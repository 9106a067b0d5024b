/** Links, as their creators see them. */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { presented } from '../../../definition/presented.js';

export type * from './views.gen.js';

export const linkResult = z
  .object({
    linkId: z.string().describe('Id of the link, for `revoke`.'),
    url: z.string().describe('Secret address: its holder can decide. Returned only once.'),
    expiresAt: z.int().describe('Expiry in ms since the epoch.'),
    name: z.string().describe('Name of the definition.'),
    commentBody: z.string().nullable().describe('Question to the reviewers; null without a text.'),
    reviewerId: z.string().describe('Reviewer for whom the link decides.'),
    dueAt: z.int().nullable().describe('Deadline of the step, in ms since the epoch; null: none.'),
    onBehalfOf: z.string().nullable().describe('Absent user whom they substitute; null without one.'),
    presentation: presented.nullable().describe('Presentation to show before a decision; null without one.'),
    decision: z
      .enum(['approve', 'reject', 'abstain'])
      .register(typeNames, { type: 'ReviewVote' })
      .nullable()
      .describe('The only answer that it takes; null: any.'),
  })
  .meta({ id: 'CreateLinkResult', description: 'A link, as mails and messages are made from it.' });

export const revokeLinkResult = z
  .object({
    revoked: z.boolean().describe('False: an answer came through it before.'),
    linkId: z.string().describe('Id of the link.'),
  })
  .meta({ id: 'RevokeLinkResult', description: 'Result of revoking a link.' });
