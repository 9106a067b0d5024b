/** Rules of docs/contributing/style.md that a program can check. */
import type { Text } from './texts.js';

/** One place where a text breaks a rule. */
export interface Finding {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly excerpt: string;
}

/** Words that do not open a comment: the sentence then has its subject at the end. */
const OPENERS =
  /^[`"'(*]*(What|Who|Whose|Whom|Whether|Where|When|How|Of|Which|Why|Until|Since|From|As|By|Nobody|Somebody|Whoever|Whatever)\b/;

/** True when a comment opens with a question word or a preposition. */
export const opensIndirectly = ({ kind, text }: Text): boolean => kind === 'comment' && OPENERS.test(text);

type Replacement = readonly [pattern: RegExp, replacement: string];

/** Words and phrases that are not used, each with its replacement. */
const BANNED: readonly Replacement[] = [
  [
    /\b(is|are|was|were)\s+no\s+(?!longer\b|more\b|one\b|later\b|earlier\b|less\b)[a-z]/gi,
    'is not a …, has no …',
  ],
  [/\bthere (is|are) none\b/gi, 'none exist, it has none'],
  [/\b(mend|mends|mended|mending)\b/gi, 'fix'],
  [/\b(thereof|therein|wherein|hereby|whereof|whereby)\b/gi, 'name the thing'],
  [/\bin\s+vain\b/gi, 'without effect'],
  [/\bof\s+its\s+own\b/gi, 'its own'],
  [/\ball\s+of\s+it\b/gi, 'all'],
  [/\b(is|are|was|were|be|been)\s+told\b/gi, 'is notified, receives'],
  [/\bnothing\s+but\b/gi, 'only'],
  [/\bas far as (it|they|he|she) (goes|go|matters?)\b/gi, 'leave it out'],
  [/\bcome to nothing\b/gi, 'fail'],
  [/\bheeds?\b/gi, 'follows'],
  [/\b\w*(behaviour|serialis|colour|favour|organisa|recognis|normalis|initialis)\w*/gi, 'American spelling'],
];

/** Synonyms that the glossary rules out, each with its term. */
const SYNONYMS: readonly Replacement[] = [
  [/\btenants?\b/gi, 'workspace'],
  [/\bapprovers?\b(?!\s+pages?\b|-pages)/gi, 'reviewer'],
  [/\b(vote|votes|voted|voters?|voting)\b/gi, 'decision'],
  [/\b(deputy|deputies|stand-?ins?|(stand|stands|stood)\s+in\s+for)\b/gi, 'substitute'],
];

/** Pages of the API say execution. The command line and its pages say run for short. */
const RUN: Replacement = [/\b(a|the|this|that|each|every|its|another|any) run\b/gi, 'execution'];
const SAYS_EXECUTION =
  /^docs\/reference\/(contract|events|errors|operations\/(definitions|events|executions|people|steps))/;

const rulesFor = ({ path }: Text): readonly Replacement[] => [
  ...BANNED,
  ...(path === 'docs/reference/glossary.md' ? [] : SYNONYMS),
  ...(SAYS_EXECUTION.test(path) ? [RUN] : []),
];

/** The text without inline code: names of the API are quoted as they are. */
const withoutCode = ({ kind, text }: Text): string =>
  kind === 'message' ? text : text.replaceAll(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));

/** Number of banned words and phrases. */
export function bannedIn(text: Text): number {
  const prose = withoutCode(text);
  return rulesFor(text).reduce((sum, [pattern]) => sum + [...prose.matchAll(pattern)].length, 0);
}

const PRONOUNS = /\b(nobody|somebody|whoever|whomever|whatever)\b/gi;

/** Number of indefinite pronouns that hide the subject. */
export const pronouns = (text: Text): number => [...withoutCode(text).matchAll(PRONOUNS)].length;

/** Sentences of a text, without list marks, headings and table rows. */
export function sentences({ kind, text }: Text): string[] {
  if (kind === 'message') return [];
  const prose = text
    .split('\n')
    .filter((line) => !/^\s*(\||#|@)/.test(line))
    .join(' ')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return prose.split(/(?<=[.!?])\s+(?=[A-Z`"'(])|\s[-*]\s(?=\S)/).filter((it) => it.trim() !== '');
}

/** Longest sentence in words that is easy to read once. */
export const LONGEST_SENTENCE = 35;
/** Longest line of a comment in characters, with its indentation. */
export const LONGEST_LINE = 100;

const wordsIn = (sentence: string): number => sentence.split(/\s+/).filter((it) => /\w/.test(it)).length;

export const isTooLong = (sentence: string): boolean => wordsIn(sentence) > LONGEST_SENTENCE;

const excerptOf = (text: string, at = 0): string =>
  text.slice(Math.max(0, at - 30), at + 70).replaceAll('\n', ' ');

/** Every finding in a text, in the order of the rules. */
export function findingsOf(text: Text): Finding[] {
  const { path, line } = text;
  const prose = withoutCode(text);
  const found = (rule: string, at = 0): Finding => ({ rule, path, line, excerpt: excerptOf(text.text, at) });
  return [
    ...(opensIndirectly(text) ? [found('opener')] : []),
    ...rulesFor(text).flatMap(([pattern, replacement]) =>
      [...prose.matchAll(pattern)].map((it) => found(`banned "${it[0]}": ${replacement}`, it.index)),
    ),
    ...[...prose.matchAll(PRONOUNS)].map((it) => found('indefinite pronoun', it.index)),
    ...sentences(text)
      .filter(isTooLong)
      .map((it) => ({ rule: 'long sentence', path, line, excerpt: it.slice(0, 100) })),
  ];
}
