/**
 * Requests on an execution as a whole: withdrawal, subject and explanation (contract section 17).
 */
import * as z from 'zod';
import { actorId, handleId, keyId, signalName, digest } from '../../../definition/identifiers.js';
import { payloadValue } from '../../../definition/payload.js';
import { cancelReason, executionId } from '../shared/fields.js';
import { presentationValues } from '../../../definition/presented.js';
import { subject } from './subject.js';

export type * from './run-requests.gen.js';

export const withdrawExecution = z
  .strictObject({
    executionId: executionId.describe('Id of the execution, as `dispatch` returned it.'),
    actorId: actorId.describe('User who requests it: the initiator of the execution.'),
    reason: cancelReason.optional().describe('Reason, up to 500 characters; `withdrawn` by default.'),
  })
  .meta({
    id: 'WithdrawExecutionRequest',
    description: 'Selects the execution that its initiator withdraws.',
  });
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
    presentation: presentationValues.optional().describe('Presentation from then on; unchanged by default.'),
  })
  .meta({ id: 'ReviseSubjectRequest', description: 'New subject of an approval.' });
export const signalExecution = z
  .strictObject({
    executionId: executionId.describe('Id of the execution, as `dispatch` returned it.'),
    name: signalName.describe('Name of the signal, as a wait node names it.'),
    payload: payloadValue
      .optional()
      .describe('Any JSON up to 256 KiB; steps have it as `output.payload`. null by default.'),
    idempotencyKey: keyId
      .optional()
      .describe('Makes a repeat change nothing; unique among the last 100 of the execution.'),
  })
  .meta({
    id: 'SignalExecutionRequest',
    description: 'A signal to an execution, for the steps that wait for it.',
  });
export const explainExecution = z
  .strictObject({
    executionId: executionId.describe('Id of the execution, as `dispatch` returned it.'),
    stepId: handleId.optional().describe('Only this step; all of them by default.'),
    nodeId: handleId.optional().describe('Only the step of this node, in place of `stepId`.'),
  })
  .meta({ id: 'ExplainExecutionRequest', description: 'Selects the execution to explain.' });
