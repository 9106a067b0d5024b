/** Mails and messages of a link: pure, all data escaped, with the link's address only. */
import { beginning } from '@org/approval-internal/character-count';
import { factText } from '@org/approval-internal/shown';
import { seen } from '@org/approval-internal/unseen';
import { unlinked } from '@org/approval-internal/visible';
import type { JsonObject } from '../../definition/json.js';
import type { CreateLinkResult } from '../shapes/links/views.js';
import type { TextKey } from '../../texts/en.js';
import { type Texts, createTexts } from '../../texts/texts.js';

/** Data of a message: a result of `links.create`. */
export type MessageLink = Pick<
  CreateLinkResult,
  'url' | 'name' | 'commentBody' | 'decision' | 'dueAt' | 'expiresAt'
> &
  Partial<Pick<CreateLinkResult, 'presentation'>>;

/** A mail, to be sent by any mailer. */
export interface DecisionMail {
  /** One line of up to 200 characters. */
  readonly subject: string;
  /** Plain text body. */
  readonly text: string;
  /** The same as HTML, all data escaped. */
  readonly html: string;
}

/** Language of a message. */
export interface MessageOptions {
  /**
   * Texts of the recipient, as `createTexts` of `/texts` returns them; English in UTC by default.
   */
  readonly texts?: Texts | undefined;
}

/** The texts of a message: the recipient's, or English. */
export const textsOr = (texts: Texts | undefined): Texts => texts ?? createTexts({ catalogues: {} });

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
export function decisionMail(link: MessageLink, options: MessageOptions = {}): DecisionMail {
  const texts = textsOr(options.texts);
  const { url, commentBody, expiresAt } = link;
  const until = texts.say('mail.until', { time: texts.dateTime(expiresAt) });
  const action = texts.say(actionOf(link));
  const title = unlinked(titleOf(link));
  const body = unlinked(seen(commentBody ?? '', { lines: true }));
  const facts = factsOf(link.presentation, texts).map(
    ([label, value]) => [unlinked(label), unlinked(value)] as const,
  );
  const lines = facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  return {
    subject: oneLine(texts.say('mail.subject', { title })),
    text: [title, lines, body, `${action}: ${url}`, until].filter((it) => it !== '').join('\n\n'),
    html:
      `<!doctype html><html lang="${texts.locale}" dir="${texts.direction}"><body><h1>${html(title)}</h1>` +
      factTable(facts) +
      `<p style="white-space: pre-wrap">${html(body)}</p>` +
      `<p><a href="${html(url)}">${html(action)}</a></p><p>${html(until)}</p></body></html>`,
  };
}

/** An Adaptive Card 1.5, for Teams. */
export function adaptiveCard(link: MessageLink, options: MessageOptions = {}): JsonObject {
  const texts = textsOr(options.texts);
  const { url, commentBody, presentation } = link;
  const facts = factsOf(presentation, texts).map(([title, value]) => ({
    title: cut(card(title), FACT_LENGTH),
    value: cut(card(value), FACT_LENGTH),
  }));
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.5',
    lang: texts.locale,
    rtl: texts.direction === 'rtl',
    body: [
      { type: 'TextBlock', size: 'Large', weight: 'Bolder', wrap: true, text: cut(card(titleOf(link))) },
      ...(facts.length > 0 ? [{ type: 'FactSet', facts }] : []),
      { type: 'TextBlock', wrap: true, text: cut(card(seen(commentBody ?? '', { lines: true }))) },
    ],
    actions: [{ type: 'Action.OpenUrl', title: texts.say(actionOf(link)), url }],
  };
}

/** Text of the button of a link. */
export const actionOf = ({ decision }: Pick<MessageLink, 'decision'>): TextKey =>
  decision === null ? 'action.decide' : `action.${decision}`;

/** Title of a message: that of the presentation, or the name of the definition. */
export const titleOf = ({ name, presentation }: Pick<MessageLink, 'name' | 'presentation'>): string =>
  seen(presentation?.title ?? name);

/** Label and value of the amount and the first facts, as plain text in one line each. */
export function factsOf(
  presentation: MessageLink['presentation'],
  texts: Texts,
): (readonly [string, string])[] {
  if (presentation == null) return [];
  const { amount, facts, cut: isCut } = presentation;
  const shown = facts.slice(0, MESSAGE_FACTS).map((it) => [seen(it.label), factText(it)] as const);
  const more = facts.length > MESSAGE_FACTS || isCut === true ? [['…', texts.say('fact.more')] as const] : [];
  const large = amount === null ? [] : [[texts.say('fact.amount'), seen(texts.money(amount))] as const];
  return [...large, ...shown, ...more];
}

/** Number of facts in a message, and the length of each text in Slack and Teams. */
const MESSAGE_FACTS = 20;
export const FACT_LENGTH = 200;

const factTable = (facts: readonly (readonly [string, string])[]): string =>
  facts.length === 0
    ? ''
    : `<table role="presentation">${facts
        .map(
          ([label, value]) =>
            `<tr><td style="padding-right: 1em; vertical-align: top">${html(label)}</td><td>${html(value)}</td></tr>`,
        )
        .join('')}</table>`;

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

/** A card reads Markdown, in which `&` begins the name of a sign, such as the `:` of an address. */
const card = (text: string): string =>
  unlinked(text).replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, (it) => `\\${it}`);

export const cut = (text: string, most = TEXT_LENGTH): string =>
  text.length <= most ? text : `${beginning(text, most)}…`;
