/**
 * `npm run measure`: figures on the shape of the code. Generated files (`*.gen.ts`) are counted
 * separately; `APPROVAL_MEASURE=json` prints JSON.
 */
import { PURE_STAGES } from '../layers.mjs';
import { packageFolders } from '../packages.mjs';
import { type SourceFile, repositoryFiles } from './files.js';
import { exportedNames, shapesWrittenTwice } from './names.js';
import { roomsOf } from './rooms.js';
import { anys, casts, longestFunction, moduleState } from './syntax.js';

const linesOf = (files: readonly SourceFile[]): number => files.reduce((sum, it) => sum + it.lines, 0);
const within = (files: readonly SourceFile[], folder: string) =>
  files.filter(({ path }) => path.startsWith(`${folder}/`));
const perThousand = (count: number, lines: number): number => Math.round((10_000 * count) / lines) / 10;

const { source, generated, tests } = repositoryFiles();
const lengths = source.map((it) => it.lines).toSorted((one, other) => one - other);
const quantile = (share: number): number => lengths[Math.ceil(lengths.length * share) - 1] ?? 0;
const pure = PURE_STAGES.flatMap((stage) => within(source, `packages/core/src/${stage}`));
const agents = { source: within(source, 'packages/agents'), tests: within(tests, 'packages/agents') };
const top = packageFolders().filter((it) => !it.includes('/'));
const longest = longestFunction(source);
const engine = roomsOf('packages/core/src/engine', source);

const figures: Record<string, number | string> = {
  'lines of source, written by hand': linesOf(source),
  'lines of source, generated': linesOf(generated),
  'lines of tests': linesOf(tests),
  'files of source': source.length,
  'lines of a file: median, 95th percentile, longest': `${quantile(0.5)}, ${quantile(0.95)}, ${quantile(1)}`,
  'lines of the longest function': `${longest.lines} (${longest.name})`,
  casts: casts(source),
  'casts per 1,000 lines': perThousand(casts(source), linesOf(source)),
  any: anys(source),
  'shapes written twice': shapesWrittenTwice(source, generated).length,
  'module-level state in pure stages': moduleState(pure).length,
  'package folders': top.length,
  'rooms and arrows of the engine': `${engine.rooms}, ${engine.arrows}`,
  'lines of tests per line of source in agents':
    Math.round((100 * linesOf(agents.tests)) / linesOf(agents.source)) / 100,
  ...Object.fromEntries(
    Object.entries(exportedNames('@org/approval-core')).map(([name, count]) => [`names of ${name}`, count]),
  ),
};

if (process.env['APPROVAL_MEASURE'] === 'json') console.log(JSON.stringify(figures, null, 2));
else for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(52)} ${value}`);
