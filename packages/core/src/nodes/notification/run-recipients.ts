/** Finds the recipients of a notification: each person and each address once. */
import { characterCount } from '@org/approval-internal/character-count';
import { LIMITS } from '../../definition/limits.js';
import { type Rendering, renderTemplate } from '../../expression/template.js';
import type { MessageRecipient } from '../../interpreter/calls.js';
import { peopleOfStep } from '../../interpreter/people/places.js';
import type { StepState } from '../../interpreter/state.js';
import type { Transition } from '../../interpreter/transition.js';
import { isDecidedByPeople } from '../schema.js';
import type { CompiledRecipient } from './lint-message.js';
import { MessageInvalid } from './run-invalid.js';

/**
 * Recipients at this moment, in the order written. An empty user id or address is left out.
 * @throws MessageInvalid, TemplateTooLarge, TooCostly
 */
export function recipientsOf(
  transition: Transition,
  rendering: Rendering,
  to: readonly CompiledRecipient[],
): MessageRecipient[] {
  const found = new Map<string, MessageRecipient>();
  const add = (kind: string, id: string, recipient: MessageRecipient) => {
    const key = `${kind} ${id}`;
    if (id === '' || found.has(key)) return;
    if (found.size >= LIMITS.recipients)
      throw new MessageInvalid(`the message has more than ${LIMITS.recipients} recipients`);
    found.set(key, recipient);
  };
  for (const it of to) {
    if (it.kind === 'address') {
      const address = lineOf(renderTemplate(it.template, rendering), LIMITS.addressLength, 'an address');
      add('address', address, { address });
    } else {
      const { reason, userIds } = peopleOf(transition, rendering, it);
      for (const userId of userIds) add('user', userId, { userId, reason });
    }
  }
  return [...found.values()];
}

interface Found {
  readonly reason: Extract<MessageRecipient, { readonly userId: string }>['reason'];
  readonly userIds: readonly string[];
}

function peopleOf(
  transition: Transition,
  rendering: Rendering,
  it: Exclude<CompiledRecipient, { readonly kind: 'address' }>,
): Found {
  const { parties } = transition.state;
  switch (it.kind) {
    case 'user': {
      const named = lineOf(renderTemplate(it.template, rendering), LIMITS.actorLength, 'a user id');
      const normalize = transition.environment.normalizeUserId;
      return { reason: 'named', userIds: [named === '' ? '' : (normalize?.(named) ?? named)] };
    }
    case 'initiator':
      return { reason: 'initiator', userIds: [parties?.initiatorId ?? ''] };
    case 'contributors':
      return { reason: 'contributor', userIds: parties?.contributorIds ?? [] };
    case 'reviewers':
      return { reason: 'reviewer', userIds: holdersOf(transition, it.nodeId) };
    case 'deciders': {
      const decisions = newestStep(transition, it.nodeId)?.decisions ?? [];
      transition.work.spend(decisions.length);
      return { reason: 'decider', userIds: decisions.map(({ reviewerId }) => reviewerId) };
    }
  }
}

/** Users who hold a place. A holder who must not decide any more is not notified. */
function holdersOf(transition: Transition, nodeId: string): string[] {
  const node = transition.node(nodeId);
  const step = newestStep(transition, nodeId);
  if (step === null || !isDecidedByPeople(node)) return [];
  const places = peopleOfStep(node, step)?.places ?? [];
  transition.work.spend(places.length);
  return places.filter(({ lost }) => lost !== true).map(({ holder }) => holder);
}

function newestStep({ state: { steps }, work }: Transition, nodeId: string): StepState | null {
  work.spend(steps.length);
  return steps.findLast((it) => it.nodeId === nodeId) ?? null;
}

/** @throws MessageInvalid for more than one line, or a longer one. */
export function lineOf(text: string, maxLength: number, what: string): string {
  const line = text.trim();
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line))
    throw new MessageInvalid(`${what} has a line break or a control character`);
  if (line.length > maxLength && characterCount(line) > maxLength)
    throw new MessageInvalid(`${what} has more than ${maxLength} characters`);
  return line;
}
