/** Every call of the command in the documentation is valid. */
import type { Command } from 'commander';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { programOf } from './program.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

/** Splits a line like a shell, to the extent that the pages need it. */
const wordsOf = (line: string): string[] =>
  (line.match(/'[^']*'|"[^"]*"|#.*|[^\s]+/g) ?? [])
    .filter((it) => !it.startsWith('#'))
    .map((it) => it.replace(/^(['"])([^]*)\1$/, '$2'));

/** Finds calls: each line of a shell block, and code in backticks that has an argument. */
function callsIn(text: string): string[][] {
  const blocks = Array.from(text.matchAll(/^```sh\n([^]*?)^```$/gm), ([, it]) => it ?? '');
  const prose = text.replaceAll(/^```[^]*?^```$/gm, '');
  const quoted = Array.from(prose.matchAll(/`(approval [^`]+)`/g), ([, it]) => it ?? '');
  return [...blocks.flatMap((it) => it.split('\n')), ...quoted].flatMap((line) => {
    const [, call] = /^(?:approval|npx @org\/approval-cli) ([^>|]*)/.exec(line) ?? [];
    return call === undefined || /^[A-Z]/.test(call) ? [] : [wordsOf(call)];
  });
}

const io = {
  ...{ cwd: '.', env: {}, out: () => undefined, err: () => undefined },
  ...{ isInteractive: false, color: false, columns: 80, signal: new AbortController().signal },
};

/** Lists the words of a call that the program does not know. */
function unknownIn([...words]: readonly string[]): string[] {
  let command: Command = programOf(io, () => undefined);
  while (command.commands.length > 0 && words[0] !== undefined && !words[0].startsWith('-')) {
    const [name = ''] = words.splice(0, 1);
    const found = command.commands.find((it) => it.name() === name);
    if (found === undefined) return [name];
    command = found;
  }
  const known = command.options.flatMap((it) => [it.long, it.short]);
  return words.filter((it) => /^--?[a-z]/.test(it) && it !== '--help' && !known.includes(it));
}

test.each(pages.filter((it) => readFileSync(join(root, it), 'utf8').includes('approval ')))('%s', (page) => {
  const calls = callsIn(readFileSync(join(root, page), 'utf8'));
  const wrong = calls.filter((it) => unknownIn(it).length > 0);
  expect(wrong.map((it) => it.join(' '))).toEqual([]);
});

test('what is wrong is seen', () => {
  expect(callsIn('```sh\napproval runs --state x # all\n```\n`approval fix it`')).toEqual([
    ['runs', '--state', 'x'],
    ['fix', 'it'],
  ]);
  expect([unknownIn(['runs', '--state', 'x']), unknownIn(['fix', 'it'])]).toEqual([['--state'], ['fix']]);
});
