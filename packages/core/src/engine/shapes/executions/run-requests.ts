/** Requests on a run as a whole: withdrawal, subject and explanation (contract section 17). */
import * as z from 'zod';
import { actorId, handleId, keyId } from '../../../definition/identifiers.js';
import { cancelReason, executionId } from '../shared/fields.js';
import { digest, subject } from './subject.js';

export type * from './run-requests.gen.js';

export const withdrawExecution = z
  .strictObject({
    executionId: executionId.describe('Id of the execution, as `dispatch` returned it.'),
    actorId: actorId.describe('User who requests it: the initiator of the run.'),
    reason: cancelReason.optional().describe('Reason, up to 500 characters; `withdrawn` by default.'),
  })
  .meta({ id: 'WithdrawExecutionRequest', description: 'Selects the run that its initiator withdraws.' });
export const reviseSubject = z
  .strictObject({
    executionId: executionId.describe('Id of the execution, as `dispatch` returned it.'),
    subject: subject.describe('New subject.'),
    ifDigest: digest.nullable().describe('Digest of what it replaces; null where there was none.'),
    actorId: actorId.describe('User who requests it; a contributor from then on.'),
    contributorId: actorId
      .optional()
      .describe('Author of the change, if another user; a contributor from then on.'),
    idempotencyKey: keyId
      .optional()
      .describe(
        'Makes a repeat by the same actor change nothing, even after later changes; up to 200 characters.',
      ),
  })
  .meta({ id: 'ReviseSubjectRequest', description: 'New subject of an approval.' });
export const explainExecution = z
  .strictObject({
    executionId: executionId.describe('Id of the execution, as `dispatch` returned it.'),
    stepId: handleId.optional().describe('Only this step; all of them by default.'),
  })
  .meta({ id: 'ExplainExecutionRequest', description: 'Selects the run to explain.' });
