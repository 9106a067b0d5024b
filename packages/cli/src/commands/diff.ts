/** `approval diff`: what differs between two definitions. */
import { type PartDifference, differenceOf, drawSvg } from '@org/approval-draw';
import { printable } from '@org/approval-internal/visible';
import { jsonText } from '../report/json.js';
import { readDefinition } from '../files/definitions.js';
import { drawableOf } from '../files/definitions-view.js';
import { writeResult } from '../files/read.js';
import { EXIT, type Io } from '../io.js';

export type DiffFormat = 'text' | 'json' | 'svg';

interface Options {
  readonly format: DiffFormat;
  readonly output: string | undefined;
  readonly definition: string | undefined;
}

/** Exits like `diff` of the shell: 0 without differences, 1 with some. */
export async function diff(io: Io, before: string, after: string, options: Options): Promise<number> {
  const { format, output, definition } = options;
  const [old, now] = [
    await readDefinition(io, before, definition),
    await readDefinition(io, after, definition),
  ];
  const { parts, union, marks } = differenceOf(drawableOf(old), drawableOf(now));
  if (format === 'svg') await writeResult(io, output, drawSvg(union, { marks }));
  else if (format === 'json') await writeResult(io, output, jsonText({ differences: parts }, 2));
  else if (parts.length > 0 || output !== undefined)
    await writeResult(io, output, parts.map(lineOf).join('\n'));
  return parts.length > 0 ? EXIT.findings : EXIT.done;
}

const SIGNS = { added: '+', removed: '-', changed: '~' } as const;

const linesOf = (value: unknown): string[] => JSON.stringify(value, null, 2).split('\n');

function lineOf({ change, part, id, before, after }: PartDifference): string {
  const head = `${SIGNS[change]} ${part} ${printable(id)}`;
  if (change !== 'changed') return head;
  const [old, now] = [linesOf(before), linesOf(after)];
  const gone = old.filter((it) => !now.includes(it)).map((it) => `    - ${printable(it.trim())}`);
  const come = now.filter((it) => !old.includes(it)).map((it) => `    + ${printable(it.trim())}`);
  return [head, ...gone, ...come].join('\n');
}
