/** Locates the caret in a draft, which may be incomplete there and invalid after it. */

/** The caret, as a completion sees it. */
export interface Caret {
  /** Path of the object or array around the caret: names and indexes, from the outermost. */
  readonly path: readonly (string | number)[];
  readonly expects: 'name' | 'value';
  /** Names that the object has before the caret. */
  readonly names: readonly string[];
  /** The typed part, without quotes. */
  readonly typed: string;
  /** Offset of the typed part, its quote included. */
  readonly from: number;
}

interface Level {
  readonly kind: '{' | '[';
  readonly names: string[];
  index: number;
  /** True when a name was read and its value follows. */
  hasName: boolean;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|"(?:[^"\\]|\\.)*$|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** Null where nothing can be inserted, such as after a value. */
export function caretAt(text: string, offset: number): Caret | null {
  const levels: Level[] = [];
  let last: RegExpExecArray | null = null;
  let before = '';
  for (const token of text.slice(0, offset).matchAll(TOKEN)) {
    if (last !== null) before = take(levels, last[0], before);
    last = token;
  }
  const isTyping =
    last !== null && last.index + last[0].length === offset && !/^(?:[{}[\],:]|".*")$/s.test(last[0]);
  if (last !== null && !isTyping) before = take(levels, last[0], before);
  const level = levels.at(-1);
  if (level === undefined || !'{[,:'.includes(before)) return null;
  const expects = level.kind === '{' && !level.hasName ? 'name' : 'value';
  return {
    path: pathOf(levels, expects),
    expects,
    names: level.names,
    typed: isTyping ? (last?.[0] ?? '').replace(/^"/, '') : '',
    from: isTyping ? (last?.index ?? offset) : offset,
  };
}

/** Returns the state before the next token: a sign, or `v` for a value. */
function take(levels: Level[], token: string, before: string): string {
  const level = levels.at(-1);
  if (token === '{' || token === '[') {
    levels.push({ kind: token, names: [], index: 0, hasName: false });
    return token;
  }
  if (token === '}' || token === ']') {
    levels.pop();
    return 'v';
  }
  if (token === ',' && level !== undefined) {
    level.index += 1;
    level.hasName = false;
  }
  if (token === ':' && level !== undefined) level.hasName = true;
  if (token === ',' || token === ':') return token;
  if (level?.kind === '{' && !level.hasName && before !== ':') level.names.push(token.replaceAll('"', ''));
  return 'v';
}

function pathOf(levels: readonly Level[], expects: 'name' | 'value'): (string | number)[] {
  return levels.flatMap((level, depth) => {
    if (depth === levels.length - 1 && expects === 'name') return [];
    return [level.kind === '[' ? level.index : (level.names.at(-1) ?? '')];
  });
}
