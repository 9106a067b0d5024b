/** Parses a signed callback from Slack; its contents are still treated as untrusted. */
import type { SlackDecision } from '@org/approval-core/views';

/** User who pressed a button, as Slack names them. */
export interface SlackUser {
  /** Id of the user in Slack. */
  readonly id: string;
  /**
   * Id of their Slack workspace; for users of shared channels their home workspace or organization.
   */
  readonly teamId: string;
}

export interface Pressed {
  readonly user: SlackUser;
  readonly decision: SlackDecision;
  /** URL where the message can be replaced; null if Slack names none. */
  readonly responseUrl: string | null;
  /** Blocks of the message; empty if Slack sends none. */
  readonly blocks: readonly Block[];
}

/** A block of a message, or a button in one. */
export interface Block {
  readonly type?: unknown;
  readonly elements?: unknown;
  readonly action_id?: unknown;
  readonly value?: unknown;
}

interface Payload {
  readonly type?: unknown;
  readonly user?: { readonly id?: unknown; readonly team_id?: unknown };
  readonly team?: { readonly id?: unknown; readonly enterprise_id?: unknown };
  readonly enterprise?: { readonly id?: unknown } | null;
  readonly actions?: unknown;
  readonly response_url?: unknown;
  readonly message?: { readonly blocks?: unknown };
}

const ACTION = /^approval-decide/;

/** Returns the pressed button if it is one of ours, else null. */
export function pressedIn(body: Uint8Array): Pressed | null {
  const payload: Payload | null = parsed(new URLSearchParams(new TextDecoder().decode(body)).get('payload'));
  if (payload?.type !== 'block_actions') return null;
  const action = listOf(payload.actions).find(isOurs);
  const decision = typeof action?.value === 'string' ? (parsed(action.value) as SlackDecision | null) : null;
  const id = payload.user?.id;
  const teamId = teamOf(payload);
  if (decision === null || typeof id !== 'string' || typeof teamId !== 'string') return null;
  const { executionId, stepId, decision: vote, subjectDigest, round } = decision;
  const { response_url: url, message } = payload;
  return {
    user: { id, teamId },
    decision: { executionId, stepId, decision: vote, subjectDigest, round },
    responseUrl: typeof url === 'string' ? url : null,
    blocks: listOf(message?.blocks),
  };
}

/**
 * Returns the workspace of the button, or the user's own if that differs: guests of shared channels
 * are strangers. In an organization with several workspaces Slack names the organization as the
 * user's.
 */
function teamOf({ team, user, enterprise }: Payload): unknown {
  const own = user?.team_id ?? null;
  const ours = [team?.id, team?.enterprise_id, enterprise?.id];
  return own === null || ours.includes(own) ? (team?.id ?? own) : own;
}

/** True for a row of buttons with one that decides. */
export const hasDecisions = ({ type, elements }: Block): boolean =>
  type === 'actions' && listOf(elements).some(isOurs);

const isOurs = ({ action_id: id }: Block): boolean => typeof id === 'string' && ACTION.test(id);

/** Returns the objects of a list; empty for anything else. */
const listOf = (given: unknown): readonly Block[] =>
  Array.isArray(given) ? given.filter((it): it is Block => typeof it === 'object' && it !== null) : [];

/** Returns null for anything but a JSON object. */
function parsed(given: string | null): object | null {
  try {
    const value: unknown = JSON.parse(given ?? '');
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
