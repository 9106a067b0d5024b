/** Mentions are written as `@Name`. Pure. */
import { PEOPLE, type Person } from '../setting.js';

/** A text being written. */
export interface Draft {
  readonly text: string;
  readonly caret: number;
  /** Position after a space that a mention inserted, until something is typed. */
  readonly spaceAt?: number;
}

export const EMPTY: Draft = { text: '', caret: 0 };

export const nameOf = (userId: string): string => PEOPLE.find((it) => it.userId === userId)?.name ?? userId;

/** Several names as a sentence has them: `Ada, Bob and Carol`. */
export const namesOf = (userIds: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(userIds.map(nameOf));

export const mentionedIn = (text: string, people: readonly Person[]): Person[] =>
  people.filter((it) => text.includes(`@${it.name}`));

/** People that the text before the caret may mention: names that begin with the words after `@`. */
export function suggestionsFor(beforeCaret: string, people: readonly Person[]): readonly Person[] {
  const started = /(?:^|\s)@([\p{L} ]*)$/u.exec(beforeCaret)?.[1]?.toLowerCase();
  if (started === undefined) return [];
  return people.filter(({ name }) => name.toLowerCase().startsWith(started) && name.length > started.length);
}

/** The draft with the name in place of what was begun of it, a space, and the caret behind that. */
export function withMention({ text, caret }: Draft, { name }: Person): Draft {
  const start = text.slice(0, caret).lastIndexOf('@');
  const before = `${text.slice(0, start)}@${name} `;
  return { text: before + text.slice(caret).trimStart(), caret: before.length, spaceAt: before.length - 1 };
}

/**
 * Applies typed text to a draft: a space typed behind a mention reuses the inserted one, and a
 * punctuation mark replaces it.
 */
export function typed(before: Draft, text: string, caret: number): Draft {
  const { spaceAt } = before;
  const isOneMore = text.length === before.text.length + 1 && caret === before.caret + 1;
  if (spaceAt === undefined || !isOneMore || caret !== spaceAt + 2) return { text, caret };
  const key = text.charAt(caret - 1);
  if (key === ' ') return { text: before.text, caret: before.caret };
  if (!/[.,;:!?)]/.test(key)) return { text, caret };
  return { text: text.slice(0, spaceAt) + text.slice(spaceAt + 1), caret: caret - 1 };
}

export interface Piece {
  readonly words: string;
  readonly isMention: boolean;
}

export function piecesOf(text: string): Piece[] {
  const names = new Set(PEOPLE.map((it) => `@${it.name}`));
  const pattern = new RegExp(`(${[...names].join('|')})`, 'u');
  return text.split(pattern).map((words) => ({ words, isMention: names.has(words) }));
}
