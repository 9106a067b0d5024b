/** Requests on a run as a whole: its initiator, its subject, and why it waits (contract section 17). */
import * as z from 'zod';
import { actorId, handleId, keyId } from '../../../definition/identifiers.js';
import { cancelReason, executionId } from '../shared/fields.js';
import { digest, subject } from './subject.js';

export type * from './run-requests.gen.js';

export const withdrawExecution = z
  .strictObject({
    executionId: executionId.describe('Id of the execution, as `dispatch` returned it.'),
    actorId: actorId.describe('Who asks for it: who started the run.'),
    reason: cancelReason.optional().describe('Why, up to 500 characters; `withdrawn` by default.'),
  })
  .meta({ id: 'WithdrawExecutionRequest', description: 'Which run its initiator takes back.' });
export const reviseSubject = z
  .strictObject({
    executionId: executionId.describe('Id of the execution, as `dispatch` returned it.'),
    subject: subject.describe('What is to be approved now.'),
    ifDigest: digest.nullable().describe('Digest of what it replaces; null where there was none.'),
    actorId: actorId.describe('Who asks for it; a contributor from then on.'),
    contributorId: actorId
      .optional()
      .describe('Who made the change, where it is somebody else; a contributor from then on.'),
    idempotencyKey: keyId
      .optional()
      .describe(
        'Makes a repeat by the same actor change nothing, whatever came after it; up to 200 characters.',
      ),
  })
  .meta({ id: 'ReviseSubjectRequest', description: 'What is to be approved from now on.' });
export const explainExecution = z
  .strictObject({
    executionId: executionId.describe('Id of the execution, as `dispatch` returned it.'),
    stepId: handleId.optional().describe('Only this step; all of them by default.'),
  })
  .meta({ id: 'ExplainExecutionRequest', description: 'Which run to explain.' });
