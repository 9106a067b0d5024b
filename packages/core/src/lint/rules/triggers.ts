/** Rules on triggers, and on inbound webhooks (contract section 13). */
import { characterCount } from '@org/approval-internal/character-count';
import type { InboundWebhook } from '../../definition/webhooks.js';
import { LIMITS } from '../../definition/limits.js';
import type { LintModel } from '../model.js';
import type { Finding, Rule } from '../rule.js';

const webhooksOf = ({ definition }: LintModel) =>
  (definition.triggers ?? []).flatMap(({ triggerId, inboundWebhook }, index) =>
    inboundWebhook === undefined
      ? []
      : [{ triggerId, inboundWebhook, path: ['triggers', index, 'inboundWebhook'] }],
  );

/** Returns true if a repeat can pass under another id, which is not part of the signed body. */
function isReplayable(inboundWebhook: InboundWebhook): boolean {
  const { authMode, provider = 'svc', idempotencyBodyPath, idempotencyHeader } = inboundWebhook;
  if (idempotencyBodyPath !== undefined) return false;
  return authMode === 'bearer' || provider !== 'svc' || idempotencyHeader !== undefined;
}

const replayable: Rule<'trigger-replayable'> = {
  codes: ['trigger-replayable'],
  reads: 'element',
  check: (model) =>
    webhooksOf(model)
      .filter(({ inboundWebhook }) => isReplayable(inboundWebhook))
      .map(({ triggerId, path }) => ({
        code: 'trigger-replayable',
        message: `a request to "${triggerId}" can be replayed under another id, as the signature covers only the body; set idempotencyBodyPath, or use provider "svc"`,
        path,
      })),
};

const secretShort: Rule<'trigger-secret-short'> = {
  codes: ['trigger-secret-short'],
  reads: 'element',
  check: (model) =>
    webhooksOf(model)
      .filter(({ inboundWebhook: it }) => it.authMode === 'bearer' && isShort(it.secret))
      .map(({ triggerId, path }) => ({
        code: 'trigger-secret-short',
        message: `the bearer secret of "${triggerId}" is too short to resist guessing; give ${LIMITS.bearerSecretLength} random characters or more`,
        path: [...path, 'secret'],
      })),
};

/** An omitted secret was given earlier and is unknown here. */
const isShort = (secret: string | undefined): boolean =>
  secret !== undefined && characterCount(secret) < LIMITS.bearerSecretLength;

const signatureWeak: Rule<'signature-weak'> = {
  codes: ['signature-weak'],
  reads: 'element',
  check: (model) =>
    webhooksOf(model)
      .filter(({ inboundWebhook: it }) => it.signatureAlgorithm === 'sha1')
      .map(({ triggerId, path }) => ({
        code: 'signature-weak',
        message: `the signature of "${triggerId}" uses SHA-1, which is weak; use sha256 or sha512 if the sender can`,
        path: [...path, 'signatureAlgorithm'],
      })),
};

/** A trigger is one of these, by the name of its field. */
export const TRIGGER_KINDS = ['inboundWebhook', 'schedule', 'event'] as const;

const mechanism: Rule<'trigger-mechanism'> = {
  codes: ['trigger-mechanism'],
  reads: 'element',
  check: ({ definition }) =>
    (definition.triggers ?? []).flatMap((it, index): Finding<'trigger-mechanism'>[] => {
      const given = TRIGGER_KINDS.filter((kind) => it[kind] !== undefined);
      if (given.length === 1) return [];
      const fault = given.length === 0 ? 'has no mechanism' : `has ${given.join(' and ')}`;
      return [
        {
          code: 'trigger-mechanism',
          message: `the trigger "${it.triggerId}" ${fault}; give exactly one of ${TRIGGER_KINDS.join(', ')}`,
          path: ['triggers', index],
        },
      ];
    }),
};

export const triggerRules = [replayable, secretShort, signatureWeak, mechanism];
