/** Mentions are written as `@Name`. Pure. */
import { PEOPLE, type Person } from '../setting.js';

export const nameOf = (userId: string): string => PEOPLE.find((it) => it.userId === userId)?.name ?? userId;

export const mentionedIn = (text: string, people: readonly Person[]): Person[] =>
  people.filter((it) => text.includes(`@${it.name}`));

/** Whom the words before the caret may mean: those after the last `@`, while they begin a name. */
export function suggestionsFor(beforeCaret: string, people: readonly Person[]): readonly Person[] {
  const started = /(?:^|\s)@([\p{L} ]*)$/u.exec(beforeCaret)?.[1]?.toLowerCase();
  if (started === undefined) return [];
  return people.filter(({ name }) => name.toLowerCase().startsWith(started) && name.length > started.length);
}

/** The text with the name in place of what was begun of it, and where the caret is then. */
export function withMention(text: string, caret: number, { name }: Person) {
  const start = text.slice(0, caret).lastIndexOf('@');
  const before = `${text.slice(0, start)}@${name} `;
  return { text: before + text.slice(caret).trimStart(), caret: before.length };
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
