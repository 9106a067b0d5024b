/**
 * Answers in Slack: the replaced message, or a private message that explains why nothing was
 * recorded.
 */
import { HOSTING_LIMITS } from '@org/approval-core/definition';
import type { Texts } from '@org/approval-core/texts';
import { parseUrl } from '@org/approval-internal/parse-url';
import { type Block, type Pressed, hasDecisions } from './pressed.js';

/** A recorded decision. */
export interface Taken {
  readonly decision: 'approve' | 'reject' | 'abstain';
  /** True while the step still waits for others. */
  readonly isOpen: boolean;
}

const DONE = { approve: 'status.approved', reject: 'status.rejected', abstain: 'status.abstained' } as const;
const SLACK_USER = /^[UW][A-Z0-9]{1,30}$/;
/** Largest number of blocks in one message. */
const MOST_BLOCKS = 50;

/** Replaces the message: who decided what; the buttons stay while others are still asked. */
export function replacement({ user, blocks }: Pressed, { decision, isOpen }: Taken, texts: Texts): object {
  const text = SLACK_USER.test(user.id)
    ? texts.say(`chat.${decision}`, { name: `<@${user.id}>` })
    : texts.say(DONE[decision]);
  const said = { type: 'context', elements: [{ type: 'mrkdwn', text, verbatim: true }] };
  const kept = isOpen ? blocks : blocks.filter((it: Block) => !hasDecisions(it));
  return { replace_original: true, text, blocks: [...kept.slice(0, MOST_BLOCKS - 1), said] };
}

/** A message visible only to the user who pressed the button. */
export const aside = (text: string): object => ({
  response_type: 'ephemeral',
  replace_original: false,
  text,
});

/**
 * Sends a message to Slack's URL: only to allowed origins, without redirects, without reading the
 * body.
 * @throws Error that says why it was not taken.
 */
export async function send(responseUrl: string, body: object, origins: readonly string[]): Promise<void> {
  const url = parseUrl(responseUrl);
  if (url === null || !origins.includes(url.origin) || url.username !== '' || url.password !== '') {
    throw new Error(`the response_url is not at ${origins.join(' or ')}`);
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(HOSTING_LIMITS.slackReplaceMs),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`Slack answered ${response.status}`);
}
