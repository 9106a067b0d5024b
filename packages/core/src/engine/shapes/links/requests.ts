/** Requests on links (docs/reference/contract.md, section 18). */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { timeMs } from '../../../definition/in-seconds.js';
import { actorId, handleId } from '../../../definition/identifiers.js';
import { LIMITS } from '../../../definition/limits.js';
import { step } from '../shared/fields.js';

export type * from './requests.gen.js';

export const createLink = z
  .strictObject({
    ...step,
    reviewerId: actorId.describe(
      'Reviewer for whom the link decides; they have a place on the step, or substitute `onBehalfOf`.',
    ),
    onBehalfOf: actorId.optional().describe('For whom a substitute decides: the absent holder of the place.'),
    decision: z
      .enum(['approve', 'reject', 'abstain'])
      .register(typeNames, { type: 'ReviewVote' })
      .optional()
      .describe('The only answer that it takes; any by default.'),
    expiresAt: timeMs
      .optional()
      .describe('Expiry in ms since the epoch: by default and at most in 14 days, or when the step is due.'),
  })
  .meta({ id: 'CreateLinkRequest', description: 'Step and reviewer of a new link.' });

export const createLinkInProcess = createLink.extend({ baseUrl: z.url().max(LIMITS.urlLength).optional() });

export const revokeLink = z
  .strictObject({ linkId: handleId.describe('Id of the link, as `create` gave it.') })
  .meta({ id: 'RevokeLinkRequest', description: 'Selects the link to revoke.' });
