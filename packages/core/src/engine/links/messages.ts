/** Mails and messages of a link: pure, all data escaped, with the link's address only. */
import { beginning } from '@org/approval-internal/character-count';
import { undirected, unlinked } from '@org/approval-internal/visible';
import type { JsonObject } from '../../definition/json.js';
import type { CreateLinkResult } from '../shapes/links/views.js';

/** Data of a message: a result of `links.create`. */
export type MessageLink = Pick<
  CreateLinkResult,
  'url' | 'name' | 'commentBody' | 'decision' | 'dueAt' | 'expiresAt'
>;

/** A mail, to be sent by any mailer. */
export interface DecisionMail {
  /** One line of up to 200 characters. */
  readonly subject: string;
  /** Plain text body. */
  readonly text: string;
  /** The same as HTML, all data escaped. */
  readonly html: string;
}

const SUBJECT_LENGTH = 200;
/** Length limit of a text in Slack and Teams. */
export const TEXT_LENGTH = 2_900;

/**
 * A mail that asks for a decision.
 * @example
 * ```ts
 * import { decisionMail } from '@org/approval-core';
 *
 * const { subject } = decisionMail({
 *   url: 'https://example.com/v2/decide/token',
 *   name: 'Contract',
 *   commentBody: 'Sign?',
 *   decision: null,
 *   dueAt: null,
 *   expiresAt: 1_800_000_000_000,
 * });
 * console.log(subject); // → Your decision: Contract
 * ```
 */
export function decisionMail(link: MessageLink): DecisionMail {
  const { url, name, commentBody, expiresAt } = link;
  const until = `This link can be used once, until ${timeText(expiresAt)}.`;
  const [title, body] = [harmless(name), harmless(commentBody ?? '')];
  return {
    subject: oneLine(`Your decision: ${title}`),
    text: [title, body, `${actionOf(link)}: ${url}`, until].filter((it) => it !== '').join('\n\n'),
    html:
      `<!doctype html><html><body><h1>${html(title)}</h1>` +
      `<p style="white-space: pre-wrap">${html(body)}</p>` +
      `<p><a href="${html(url)}">${actionOf(link)}</a></p><p>${html(until)}</p></body></html>`,
  };
}

/** An Adaptive Card 1.5, for Teams. */
export function adaptiveCard(link: MessageLink): JsonObject {
  const { url, name, commentBody } = link;
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.5',
    body: [
      { type: 'TextBlock', size: 'Large', weight: 'Bolder', wrap: true, text: cut(card(name)) },
      { type: 'TextBlock', wrap: true, text: cut(card(commentBody ?? '')) },
    ],
    actions: [{ type: 'Action.OpenUrl', title: actionOf(link), url }],
  };
}

export const ACTIONS = { approve: 'Approve', reject: 'Reject', abstain: 'Abstain' } as const;

export const actionOf = ({ decision }: MessageLink): string =>
  decision === null ? 'Decide' : ACTIONS[decision];

const timeText = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 16) + ' UTC';

/** Joins lines, so that no part of a text starts another header. */
export const oneLine = (text: string): string =>
  Array.from(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim())
    .slice(0, SUBJECT_LENGTH / 2)
    .join('');

export const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const html = (text: string): string => text.replace(/[&<>"']/g, (it) => ENTITIES[it] ?? it);

/** The text without addresses, and without characters that make it read as another. */
export const harmless = (text: string): string => unlinked(undirected(text));

/** A card reads Markdown, in which `&` begins the name of a sign, such as the `:` of an address. */
const card = (text: string): string =>
  harmless(text).replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, (it) => `\\${it}`);

export const cut = (text: string, most = TEXT_LENGTH): string =>
  text.length <= most ? text : `${beginning(text, most)}…`;
