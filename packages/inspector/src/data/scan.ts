/** Where a place in the text of a draft stands in it: the text may break off there, and need not be JSON behind it. */

/** A place where something can be written. */
export interface Place {
  /** Of the object or array that it stands in: names and indexes, from the outermost. */
  readonly path: readonly (string | number)[];
  readonly expects: 'name' | 'value';
  /** Names that the object has before the place. */
  readonly names: readonly string[];
  /** What is written of it so far, without quotes. */
  readonly typed: string;
  /** Where that begins, its quote included. */
  readonly from: number;
}

interface Level {
  readonly kind: '{' | '[';
  readonly names: string[];
  index: number;
  /** A name was read, and its value is to come. */
  hasName: boolean;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|"(?:[^"\\]|\\.)*$|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** null: nothing can be written there, as behind a value. */
export function placeAt(text: string, offset: number): Place | null {
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

/** Returns what stands before the next token: a sign, or `v` for a value. */
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
