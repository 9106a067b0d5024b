/** The shapes of results. */
import { typeNames } from '@org/approval-internal/type-names';
import * as z from 'zod';
import { grantMatch, permitState } from './requests.js';

export type * from './views.gen.js';

const at = (what: string) => z.int().describe(what);
const atOrNull = (what: string) => z.int().nullable().describe(what);
const json = z
  .custom<object>()
  .meta({ type: 'object', additionalProperties: true })
  .register(typeNames, { type: 'JsonObject' });

const ref = z
  .object({
    framework: z.string().describe('Which framework runs the program, 1 to 200 characters.'),
    runId: z.string().describe('Its run, 1 to 200 characters.'),
    callId: z.string().describe('The call in that run, 1 to 200 characters.'),
    attempt: z.int().describe('Which asking about that call, from 1.'),
  })
  .meta({ id: 'Ref', description: 'Which call of which run of a program it is; scoped to its requester.' });

const call = z
  .object({
    tool: z
      .string()
      .describe(
        'The name that the host registered the tool under: 1 to 200 letters, digits and `_ . : / -`. Never one that a model, a client or a server sent.',
      ),
    args: json.describe(
      'What the tool gets, after its own schema: a JSON object, up to 192 KiB and 60 levels.',
    ),
    target: z
      .string()
      .nullable()
      .describe(
        'What it is done to, where the arguments do not say: 1 to 500 characters; null when they do.',
      ),
  })
  .meta({
    id: 'Call',
    description:
      'What a program wants to do: the tool under the name that the host registered it by, and what the tool gets.',
  });

const requester = z
  .object({
    principal: z.string().describe('The program. It never answers for its own call.'),
    onBehalfOf: z
      .string()
      .nullable()
      .describe('Whom it works for; null when nobody. May answer, unless the node excludes the initiator.'),
  })
  .meta({
    id: 'Requester',
    description:
      'Who asks: a program, and whom it works for. The call runs with the rights of the requester, never of the approver.',
  });

const stepId = z.string().describe('The step that it was.');
const grantedBy = z
  .union([
    z.object({
      kind: z.literal('person').describe('Somebody approved a step of its run.'),
      userId: z.string().describe('Who.'),
      onBehalfOf: z.string().nullable().describe('In whose name; null for their own.'),
      stepId,
      at: at('When.'),
    }),
    z.object({
      kind: z
        .literal('override')
        .describe('An administrator approved a step by force, and the rule takes that.'),
      actorId: z.string().describe('Who.'),
      stepId,
    }),
    z.object({
      kind: z.literal('grant').describe('A standing grant was used.'),
      grantId: z.string().describe('Which.'),
    }),
    z.object({
      kind: z.literal('policy').describe('A rule of the policies allows it.'),
      rule: z.int().describe('Its index, from 0.'),
    }),
  ])
  .register(typeNames, { id: 'GrantedBy', description: 'Who or what granted a permit.' });

const outcome = z
  .object({
    ok: z.boolean().describe('Whether the call did what it was to do.'),
    resultDigest: z.string().nullable().describe('Digest of the result, where the requester gave one.'),
    error: z.string().nullable().describe('What went wrong; null unless it said.'),
    at: at('When it was reported.'),
  })
  .meta({ id: 'PermitOutcome', description: 'What came of the call, as its requester reports it.' });

const history = z
  .object({
    at: at('When.'),
    type: z.string().describe('`requested`, `amended`, `outcome`, or a state.'),
    actorId: z.string().describe('Who did it: a user, or `system:gate`.'),
    digest: z.string().describe('Digest of the call then.'),
    reason: z.string().exactOptional().describe('Why, where whoever did it said so.'),
  })
  .meta({
    id: 'PermitHistoryEntry',
    description:
      "One line of a permit's history: `requested`, `amended`, `outcome`, or the state that it came into.",
  });

export const permit = z
  .object({
    permitId: z.string().describe('Id of the permit.'),
    ref: ref.describe('Which call of which run of the program it is for.'),
    call: call.describe(
      'The call as it would be executed: as asked, or as amended. Redacted values are `[hidden]`.',
    ),
    digest: z.string().describe('Digest of that call, redacted values included: `sha256:<hex>`.'),
    revision: z.int().describe('How often the call was amended, from 1.'),
    requester: requester.describe('Who asked.'),
    reason: z.string().nullable().describe("Why, in the program's own words; null without."),
    batchId: z.string().nullable().describe('The batch that it was asked in; null by itself.'),
    state: permitState.describe('Where it stands.'),
    code: z.string().nullable().describe('Why it was denied or revoked; null otherwise.'),
    executionId: z
      .string()
      .nullable()
      .describe('The run in which people answer; null until there is one, and where nobody is asked.'),
    policyVersion: z.string().describe('SHA-256 of the policies that decided whom to ask: `sha256:<hex>`.'),
    grantedBy: z.array(grantedBy).describe('Who or what granted it; empty until then.'),
    refusals: z.int().describe('How many redemptions were refused; a statistic.'),
    createdAt: at('When it was asked for.'),
    grantedAt: atOrNull('When it was granted; null until then.'),
    endedAt: atOrNull('When it ended; null until then.'),
    expiresAt: at(
      'When it expires, or would have: while pending for the answer, once granted for the redemption.',
    ),
    history: z.array(history).describe('What happened to it, oldest first, up to 200.'),
    outcome: z
      .union([z.null(), z.literal('unknown'), outcome])
      .describe('What came of the call: null until it is spent, `unknown` until the requester reports.'),
  })
  .meta({ id: 'Permit', description: 'A permit: one call, asked about once, executed at most once.' });

export const grantView = z
  .object({
    grantId: z.string().describe('Id of the grant.'),
    requester: requester.describe('Whose calls.'),
    tool: z.string().describe('Which tool.'),
    target: z.string().nullable().describe('Which target; null for calls without one.'),
    match: grantMatch.describe('What the arguments must be.'),
    maxUses: z.int().describe('How many calls.'),
    expiresAt: at('Until when.'),
    createdBy: z.string().describe('Who granted it.'),
    reason: z.string().nullable().describe('Why; null without.'),
    uses: z.int().describe('How many permits it granted.'),
    state: z
      .enum(['active', 'used', 'expired', 'revoked'])
      .register(typeNames, { id: 'GrantState', description: 'Where a standing grant stands.' })
      .describe('Where it stands.'),
  })
  .meta({ id: 'GrantView', description: 'A standing grant.' });

const batchError = z
  .object({
    status: z.string().register(typeNames, { type: 'ErrorStatus' }).describe('What kind of error it is.'),
    message: z.string().describe('What is wrong, and how to mend it.'),
    details: json.describe('What else is known.').register(typeNames, { type: 'ErrorDetails' }),
  })
  .meta({ id: 'RequestBatchError', description: 'Why one of several calls was not asked about.' });

export const requestBatchResult = z
  .object({
    items: z
      .array(
        z
          .union([
            z.object({ permit: permit.describe('The permit.') }),
            z.object({ error: batchError.describe('Why there is none.') }),
          ])
          .register(typeNames, {
            id: 'RequestBatchAnswer',
            description: 'One answer of `permits/requestBatch`.',
          }),
      )
      .describe('A permit or an error for each item.'),
  })
  .meta({
    id: 'RequestBatchResult',
    description: 'The answers of `permits/requestBatch`, in the order asked.',
  });

const redeemable = z
  .object({
    ok: z.literal(true).describe('The one redemption of this permit that may execute.'),
    permit: permit.describe('The permit, spent.'),
    call: call.describe('What to execute.'),
    changed: z
      .boolean()
      .describe(
        'Whether it is another call than the one that came to `redeem`: it was amended. Tell the model.',
      ),
    idempotencyKey: z.string().describe('`permit:<permitId>`, for tools that take a key.'),
  })
  .register(typeNames, {
    id: 'Redeemable',
    description:
      'The permit is spent: execute `call`, and nothing else. It is a frozen copy, never the object that you held.',
  });

const refused = z
  .object({
    ok: z.literal(false).describe('Do not execute.'),
    why: z
      .enum(['unknown', 'wrong-requester', 'revoked', 'denied', 'expired', 'spent', 'pending', 'mismatch'])
      .register(typeNames, {
        id: 'Why',
        description: 'Why a permit was not redeemed; looked for in this order.',
      })
      .describe('Why.'),
    code: z.string().nullable().describe('`code` of the permit.'),
    difference: z
      .array(z.string())
      .describe('For `mismatch`, JSON pointers to the values that differ, sorted, at most 20.'),
  })
  .register(typeNames, { id: 'Refused', description: 'Do not execute.' });

export const redeemed = z.union([redeemable, refused]).meta({
  id: 'Redeemed',
  description: 'What `redeem` says. Anything but `ok: true`, a throw included, means: do not execute.',
});

export const outcomeResult = z
  .object({ recorded: z.boolean().describe('False: the same was reported before.') })
  .meta({ id: 'PermitOutcomeResult', description: 'Whether the outcome was reported for the first time.' });

/** The schema of pages of `item`, which has a name, under a name of its own. */
export const pageOf = (id: string, item: z.ZodType) =>
  z
    .object({
      items: z.array(item).describe('The items of this page.'),
      nextCursor: z.string().nullable().describe('Give it as `cursor` to go on; null: nothing follows.'),
      hasMore: z.boolean().describe('Whether another page follows.'),
    })
    .meta({ id, description: 'A page of a listing.' })
    .register(typeNames, { type: `PermitPage<${item.meta()?.id}>` });
