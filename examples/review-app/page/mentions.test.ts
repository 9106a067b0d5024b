import { expect, test } from 'vitest';
import { PEOPLE } from '../setting.js';
import { piecesOf, suggestionsFor, typed, withMention } from './mentions.js';

const [, bob] = PEOPLE;
const taken = withMention({ text: 'Hi @bo', caret: 6 }, bob!);

test('a mention that is taken is the name and a space, with the caret behind it', () => {
  expect(taken).toEqual({ text: 'Hi @Bob Okafor ', caret: 15, spaceAt: 14 });
});

test.each([
  ['a letter goes behind the space', 'Hi @Bob Okafor x', 16, 'Hi @Bob Okafor x', 16],
  ['a space is the one that is there', 'Hi @Bob Okafor  ', 16, 'Hi @Bob Okafor ', 15],
  ['a mark takes its place', 'Hi @Bob Okafor ,', 16, 'Hi @Bob Okafor,', 15],
  ['what is pasted stays as it is', 'Hi @Bob Okafor  , x', 19, 'Hi @Bob Okafor  , x', 19],
  ['a space somewhere else stays', 'Hi  @Bob Okafor ', 4, 'Hi  @Bob Okafor ', 4],
])('behind a taken mention: %s', (_rule, text, caret, after, caretAfter) => {
  expect(typed(taken, text, caret)).toEqual({ text: after, caret: caretAfter });
});

test('the second space that is typed is a second space', () => {
  const once = typed(taken, `${taken.text} `, taken.caret + 1);
  expect(typed(once, `${once.text} `, once.caret + 1).text).toBe('Hi @Bob Okafor  ');
});

test.each([
  ['@', ['bob', 'carol']],
  ['Hi @C', ['carol']],
  ['mail@c', []],
  ['@Bob Okafor', []],
  ['@Bob Okafor and', []],
])('%j may mean %j', (text, userIds) => {
  const others = PEOPLE.filter((it) => it.userId !== 'ada');
  expect(suggestionsFor(text, others).map((it) => it.userId)).toEqual(userIds);
});

test('names are found in what was written', () => {
  expect(piecesOf('Hi @Bob Okafor, @nobody').filter((it) => it.isMention)).toEqual([
    { words: '@Bob Okafor', isMention: true },
  ]);
});
