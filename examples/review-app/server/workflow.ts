/**
 * The approval of the document: Bob decides, again after each change he requested, up to three
 * times.
 */
import type { ApprovalEngine, Definition } from '@org/approval-core';
import { DOCUMENT_ID, ORGANIZATION } from '../setting.js';

export const contractSignOff: Definition = {
  definitionId: 'contract-sign-off',
  name: 'Contract sign-off',
  presentation: {
    title: 'Contract 7, for signature',
    facts: [],
  },
  nodes: [
    {
      nodeId: 'legal',
      type: 'human',
      config: {
        reviewers: [{ userId: 'bob', mandatory: true }],
        commentBody: 'Please check the contract and approve it for signature.',
        onReject: { loopBack: { toNodeId: 'legal', maxIterations: 3 } },
      },
    },
  ],
  edges: [],
};

/** The run that is under way, or else a new one. Two that ask at once get the same. */
export async function startRun(engine: ApprovalEngine): Promise<string> {
  const { executions } = engine.forWorkspace(ORGANIZATION);
  const of = { organizationId: ORGANIZATION, documentId: DOCUMENT_ID };
  const [last] = (await executions.list({ ...of, pageSize: 1 })).items;
  if (last?.status === 'pending' || last?.status === 'running') return last.executionId;
  const { executionId } = await executions.dispatch({
    ...of,
    definitionId: contractSignOff.definitionId,
    idempotencyKey: `${DOCUMENT_ID}:after:${last?.executionId ?? 'nothing'}`,
  });
  return executionId;
}
