/** `approval draw`: a definition, or an exported run, as a picture. */
import { compileDefinition } from '@org/approval-core';
import { evolve, initialState } from '@org/approval-core/interpreter';
import {
  type DrawOptions,
  type Drawable,
  type Mark,
  drawDot,
  drawMermaid,
  drawSvg,
  drawTerminal,
} from '@org/approval-draw';
import { type FoundDefinition, readDefinition } from '../files/definitions.js';
import { drawableOf } from '../files/definitions-view.js';
import { readText, writeResult } from '../files/read.js';
import { type RunFile, isRunFile, parseRunFile } from '../files/run-file.js';
import { CliError, EXIT, type Io } from '../io.js';

export type DrawFormat = 'terminal' | 'svg' | 'mermaid' | 'dot';

interface Options {
  readonly format: DrawFormat | undefined;
  readonly output: string | undefined;
  readonly definition: string | undefined;
  readonly direction: 'down' | 'right';
  readonly scheme: 'light' | 'dark' | 'auto';
  readonly at: number | undefined;
}

export async function draw(io: Io, file: string, options: Options): Promise<number> {
  const { drawable, ...more } = await subjectOf(io, file, options);
  const format = options.format ?? formatOf(options.output);
  await writeResult(io, options.output, drawn(io, format, drawable, more, options));
  return EXIT.done;
}

type Subject = { readonly drawable: Drawable } & DrawOptions;

async function subjectOf(io: Io, file: string, { definition, at }: Options): Promise<Subject> {
  if (file.endsWith('.json')) {
    const text = await readText(io, file);
    if (isRunFile(text)) return momentOf(parseRunFile(file, text), at);
  }
  if (at !== undefined) throw new CliError('--at needs a file written by approval export');
  const found = await readDefinition(io, file, definition);
  return { drawable: drawableOf(found), marks: marksOf(found) };
}

/** The run after its first `at` events; after all events by default. */
function momentOf({ definition, header, events }: RunFile, at = events.length): Subject {
  const run = events.slice(0, at).reduce(evolve, initialState(header));
  const drawable = { ...definition.authored, compiled: definition.compiled };
  return { drawable: drawable as unknown as Drawable, run };
}

function marksOf({ json }: FoundDefinition): Record<string, Mark> {
  const checked = compileDefinition(json);
  const issues = checked.ok ? [] : checked.issues;
  const marks = new Map<string, Mark>();
  for (const { nodeId } of checked.warnings) if (nodeId !== undefined) marks.set(nodeId, 'warning');
  for (const { nodeId } of issues) if (nodeId !== undefined) marks.set(nodeId, 'error');
  return Object.fromEntries(marks);
}

const ENDINGS: Readonly<Record<string, DrawFormat>> = {
  svg: 'svg',
  mmd: 'mermaid',
  mermaid: 'mermaid',
  dot: 'dot',
  gv: 'dot',
};

function formatOf(output: string | undefined): DrawFormat {
  const ending = /\.([^.]+)$/.exec(output ?? '')?.[1] ?? '';
  return (Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined) ?? 'terminal';
}

function drawn(
  { columns, color }: Io,
  format: DrawFormat,
  drawable: Drawable,
  more: DrawOptions,
  { direction, scheme, output }: Options,
): string {
  if (format === 'svg') return drawSvg(drawable, { ...more, direction, scheme });
  if (format === 'mermaid') return drawMermaid(drawable, more);
  if (format === 'dot') return drawDot(drawable, more);
  return drawTerminal(drawable, { ...more, columns, color: color && output === undefined });
}
