/** `links/create` (contract section 18). */
import { invalidField } from '../../../definition/issue.js';
import type { StoredLink } from '../../../ports/store/links.js';
import { failedPrecondition, invalidArgument, unknownExecution } from '../../errors.js';
import { nameOf, placeOf } from '../../links/place.js';
import { newToken, tokenHash } from '../../links/tokens.js';
import { type CreateLinkRequest, createLink, createLinkInProcess } from '../../shapes/links/requests.js';
import { type CreateLinkResult, linkResult } from '../../shapes/links/views.js';
import { stepIdIn } from '../addressing.js';
import { defineOperation } from '../define.js';
import { decidesForAny } from '../guards.js';
import type { On } from '../../scope.js';
import { type Refusing, refuseLink } from './refuse.js';

const LONGEST_MS = 14 * 86_400_000;
const MAX_LIVE = 20;

type Linking = Refusing & On<'store' | 'ids' | 'clock' | 'pipeline' | 'definitions' | 'absences' | 'linking'>;

/**
 * Creates a link that decides for a reviewer, once. Its address is a secret for that reviewer only.
 * In process `baseUrl` overrides the host's base URL of the decision page.
 * @throws as a decision of this reviewer is refused; FAILED_PRECONDITION `answered-already`,
 * `links-not-configured`, `limit-reached` over 20 live ones; INVALID_ARGUMENT.
 * @request {
 *   "executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11",
 *   "stepId": "step_legal",
 *   "reviewerId": "maria",
 *   "decision": "approve"
 * }
 */
export const operation = defineOperation({
  path: 'links/create',
  summary: 'An address that answers for a reviewer, once.',
  request: createLink,
  result: linkResult,
  effect: 'once',
  permission: 'links:write',
  budget: 'write',
  guard: decidesForAny,
  // Callers from outside cannot set the base URL.
  fromOutside: (request) => request,
  read: ({ parser }: Linking, given: unknown) => parser.parse(createLinkInProcess, given),
  run: async (on: Linking, request) => {
    const { store, ids, clock, pipeline, definitions, absences, linking, workspaceId, caller } = on;
    const { executionId, reviewerId, onBehalfOf = null, decision = null } = request;
    const { baseUrl = caller.linksBaseUrl } = request;
    const state = await pipeline.load({ workspaceId, executionId });
    if (state === null) throw unknownExecution(executionId);
    const definition = await definitions.ofExecution(state);
    const stepId = stepIdIn(state, request);
    const named = { stepId, reviewerId, onBehalfOf };
    const evidence = onBehalfOf === null ? [] : await absences.links(workspaceId, onBehalfOf);
    refuseLink(on, definition, state, { ...named, decision, absences: evidence });
    if (baseUrl === undefined || baseUrl === null)
      throw failedPrecondition('links-not-configured', NOT_CONFIGURED);
    const found = placeOf(definition, state, named);
    if (found?.place == null) throw unknownExecution(executionId);
    const { dueAt } = found.step;
    const now = clock.now();
    const expiresAt = endOf(request.expiresAt, now, dueAt);
    const token = newToken();
    const link: StoredLink = {
      ...{ workspaceId, executionId, ...named, decision, expiresAt },
      linkId: ids.next('link'),
      tokenHash: tokenHash(token) ?? '',
      round: found.place.round,
      createdAt: now,
      revokedAt: null,
    };
    const place = JSON.stringify([workspaceId, executionId, stepId, reviewerId]);
    await linking.within(place, async () => {
      await store.createLink(link);
      await refuseTooMany(on, link, found.step.links?.used ?? []);
    });
    return {
      ...{ reviewerId, onBehalfOf, dueAt, decision, expiresAt },
      linkId: link.linkId,
      url: `${baseUrl.replace(/\/$/, '')}/v2/decide/${token}`,
      name: nameOf(definition),
      commentBody: found.commentBody,
      presentation: found.presentation,
    };
  },
});

/**
 * Counts afterwards: processes that race never exceed the limit, regardless of clocks; all of them
 * may have to retry.
 */
async function refuseTooMany(
  { store }: On<'store'>,
  link: StoredLink,
  used: readonly string[],
): Promise<void> {
  const live = (await store.listLinks(link))
    .filter((it) => it.reviewerId === link.reviewerId && it.revokedAt === null)
    // Links of an earlier round are void.
    .filter((it) => it.round === link.round)
    .filter((it) => it.expiresAt > link.createdAt && !used.includes(it.linkId));
  if (live.length <= MAX_LIVE) return;
  await store.deleteLink(link);
  throw failedPrecondition(
    'limit-reached',
    `"${link.reviewerId}" has ${MAX_LIVE} live links for this step; revoke one first`,
  );
}

const NOT_CONFIGURED =
  'the host serves no decision page: give `links.baseUrl` to its handler, or `baseUrl` here';

function endOf(asked: number | undefined, now: number, dueAt: number | null): number {
  const latest = Math.min(dueAt ?? Infinity, now + LONGEST_MS);
  const expiresAt = asked ?? latest;
  if (expiresAt > now && expiresAt <= latest) return expiresAt;
  throw invalidArgument([
    invalidField(
      'expiresAt',
      `must be in the future, and at most ${latest}: 14 days, or when the step is due`,
    ),
  ]);
}

/** `links/create`, which in process takes the address of the decision page. */
export type Method = (
  request: CreateLinkRequest & { baseUrl?: string | undefined },
) => Promise<CreateLinkResult>;
