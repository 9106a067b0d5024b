/** The figures that `npm run prose` prints and the test of prose limits. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../packages.mjs';
import { LONGEST_LINE, bannedIn, isTooLong, opensIndirectly, pronouns, sentences } from './rules.js';
import { proseFiles, textsOf } from './texts.js';

export interface ProseFigures {
  /** Share of comments that open with a question word or a preposition, in percent. */
  readonly openers: number;
  /** Number of banned words and phrases. */
  readonly banned: number;
  /** Number of indefinite pronouns. */
  readonly pronouns: number;
  /** Share of sentences with more than 35 words, in percent. */
  readonly longSentences: number;
  /** Number of comment lines with more than 100 characters. */
  readonly longLines: number;
}

const percent = (part: number, whole: number): number => Math.round((1000 * part) / Math.max(1, whole)) / 10;

const isCommentLine = (line: string): boolean => /^\s*(\*|\/\/|\/\*)/.test(line);

const longLinesOf = (path: string): number =>
  path.endsWith('.md')
    ? 0
    : readFileSync(join(root, path), 'utf8')
        .split('\n')
        .filter((line) => isCommentLine(line) && line.length > LONGEST_LINE && !/https?:\/\//.test(line))
        .length;

/** The figures of the given folders, or of the whole repository. */
export function proseFigures(folders: readonly string[] = []): ProseFigures {
  const files = proseFiles(folders);
  const texts = files.flatMap(textsOf);
  const comments = texts.filter(({ kind }) => kind === 'comment');
  const all = texts.flatMap(sentences);
  return {
    openers: percent(comments.filter(opensIndirectly).length, comments.length),
    banned: texts.reduce((sum, it) => sum + bannedIn(it), 0),
    pronouns: texts.reduce((sum, it) => sum + pronouns(it), 0),
    longSentences: percent(all.filter(isTooLong).length, all.length),
    longLines: files.reduce((sum, path) => sum + longLinesOf(path), 0),
  };
}
