/** `approval completion`: the script that completes commands and options in a shell. */
import type { Command } from 'commander';

export type Shell = 'bash' | 'zsh' | 'fish';

/** Every command by its words, with the words that may follow. */
function wordsOf(command: Command, path: readonly string[] = []): [path: string, words: string[]][] {
  const options = command.options.flatMap((it) => (it.long === undefined ? [] : [it.long]));
  const own: [string, string[]] = [
    path.join(' '),
    [...command.commands.map((it) => it.name()), ...options, '--help'],
  ];
  return [own, ...command.commands.flatMap((it) => wordsOf(it, [...path, it.name()]))];
}

export function completionOf(program: Command, shell: Shell): string {
  const table = wordsOf(program);
  if (shell === 'fish') return fishOf(table);
  const cases = table
    .toReversed()
    .filter(([path]) => path !== '')
    .map(([path, words]) => `    "${path}"*) words="${words.join(' ')}" ;;`);
  const [, first] = table[0] ?? ['', []];
  const bash = [
    '_approval() {',
    '  local line="${COMP_WORDS[*]:1:COMP_CWORD-1}" words',
    '  case "$line" in',
    ...cases,
    `    *) words="${first.join(' ')}" ;;`,
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _approval approval',
  ];
  const zsh = shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : [];
  return `${[...zsh, ...bash].join('\n')}\n`;
}

function fishOf(table: readonly [string, string[]][]): string {
  const lines = table.flatMap(([path, words]) => {
    const names = path === '' ? [] : path.split(' ');
    const condition =
      names.length === 0
        ? '__fish_use_subcommand'
        : names.map((it) => `__fish_seen_subcommand_from ${it}`).join('; and ');
    return words.map((it) => {
      const what = it.startsWith('--') ? `-l ${it.slice(2)}` : `-a ${it}`;
      return `complete -c approval -n '${condition}' ${what}`;
    });
  });
  return `${lines.join('\n')}\n`;
}
