/** `links/revoke` (contract section 18). */
import { ApprovalError } from '../../errors.js';
import { revokeLink } from '../../shapes/links/requests.js';
import { revokeLinkResult } from '../../shapes/links/views.js';
import { defineOperation } from '../define.js';
import { resultOf } from '../operation.js';
import type { On } from '../../scope.js';

/**
 * Revokes a link: it takes no decision any more, unless one was given (`revoked: false`).
 * @throws NOT_FOUND
 * @request {"linkId": "link-1"}
 */
export const operation = defineOperation({
  path: 'links/revoke',
  summary: 'Takes a link away.',
  request: revokeLink,
  result: revokeLinkResult,
  effect: 'safe',
  permission: 'links:write',
  budget: 'write',
  run: async ({ store, pipeline, clock, workspaceId }: On<'store' | 'pipeline' | 'clock'>, { linkId }) => {
    const link = await store.loadLink({ workspaceId, linkId });
    if (link === null) throw new ApprovalError('NOT_FOUND', `link "${linkId}" does not exist`);
    const command = { kind: 'revoke-link' as const, stepId: link.stepId, linkId };
    const { revoked } = resultOf(await pipeline.submit(link, command));
    if (revoked) await store.revokeLink(link, clock.now());
    return { revoked, linkId };
  },
});
