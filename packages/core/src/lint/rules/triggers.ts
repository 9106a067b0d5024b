/** Rules on inbound triggers (contract section 13). */
import { characterCount } from '@org/approval-internal/character-count';
import type { DefinitionTrigger } from '../../definition/webhooks.js';
import { LIMITS } from '../../definition/limits.js';
import type { LintModel } from '../model.js';
import type { Rule } from '../rule.js';

const triggersOf = ({ definition }: LintModel) =>
  (definition.triggers ?? []).map((trigger, index) => ({
    trigger,
    path: ['triggers', index, 'inboundWebhook'],
  }));

/** Returns true if a repeat can pass under another id, which is not part of the signed body. */
function isReplayable({ inboundWebhook }: DefinitionTrigger): boolean {
  const { authMode, provider = 'svc', idempotencyBodyPath, idempotencyHeader } = inboundWebhook;
  if (idempotencyBodyPath !== undefined) return false;
  return authMode === 'bearer' || provider !== 'svc' || idempotencyHeader !== undefined;
}

const replayable: Rule<'trigger-replayable'> = {
  codes: ['trigger-replayable'],
  reads: 'element',
  check: (model) =>
    triggersOf(model)
      .filter(({ trigger }) => isReplayable(trigger))
      .map(({ trigger, path }) => ({
        code: 'trigger-replayable',
        message: `a request to "${trigger.triggerId}" can be replayed under another id, as the signature covers only the body; set idempotencyBodyPath, or use provider "svc"`,
        path,
      })),
};

const secretShort: Rule<'trigger-secret-short'> = {
  codes: ['trigger-secret-short'],
  reads: 'element',
  check: (model) =>
    triggersOf(model)
      .filter(({ trigger: { inboundWebhook: it } }) => it.authMode === 'bearer' && isShort(it.secret))
      .map(({ trigger, path }) => ({
        code: 'trigger-secret-short',
        message: `the bearer secret of "${trigger.triggerId}" is too short to resist guessing; give ${LIMITS.bearerSecretLength} random characters or more`,
        path: [...path, 'secret'],
      })),
};

/** An omitted secret was given earlier and is unknown here. */
const isShort = (secret: string | undefined): boolean =>
  secret !== undefined && characterCount(secret) < LIMITS.bearerSecretLength;

export const triggerRules = [replayable, secretShort];
