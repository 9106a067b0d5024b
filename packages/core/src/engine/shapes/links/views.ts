/** Links as those see them who make them. */
import * as z from 'zod';
import type { ReviewVote } from '../../../interpreter/state.js';

export const linkResult = z
  .object({
    linkId: z.string().describe('Id of the link, for `revoke`.'),
    url: z.string().describe('Its address: whoever has it can answer. It is told once.'),
    expiresAt: z.int().describe('When it ends, in ms since the epoch.'),
    name: z.string().describe('Name of the definition.'),
    commentBody: z.string().nullable().describe('What the people are asked; null without a text.'),
    reviewerId: z.string().describe('Whose answer it gives.'),
    dueAt: z.int().nullable().describe('When the step is breached, in ms since the epoch; null: never.'),
    decision: z
      .enum(['approve', 'reject', 'abstain'])
      .nullable()
      .describe('The only answer that it takes; null: any.'),
  })
  .meta({ id: 'CreateLinkResult', description: 'A link, as mails and messages are made from it.' });

/** A link, as mails and messages are made from it. */
export interface CreateLinkResult {
  /** Id of the link, for `revoke`. */
  linkId: string;
  /** Its address: whoever has it can answer. It is told once. */
  url: string;
  /** When it ends, in ms since the epoch. */
  expiresAt: number;
  /** Name of the definition. */
  name: string;
  /** What the people are asked; null without a text. */
  commentBody: string | null;
  /** Whose answer it gives. */
  reviewerId: string;
  /** When the step is breached, in ms since the epoch; null: never. */
  dueAt: number | null;
  /** The only answer that it takes; null: any. */
  decision: ReviewVote | null;
}

export const revokeLinkResult = z
  .object({
    revoked: z.boolean().describe('False: an answer came through it before.'),
    linkId: z.string().describe('Id of the link.'),
  })
  .meta({ id: 'RevokeLinkResult', description: 'Whether the link answers nothing any more.' });

/** Whether the link answers nothing any more. */
export interface RevokeLinkResult {
  /** False: an answer came through it before. */
  revoked: boolean;
  /** Id of the link. */
  linkId: string;
}
