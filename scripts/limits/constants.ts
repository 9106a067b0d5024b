/** The numeric constants of the packages. Those that are bounds are on the page of limits. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('../../packages/', import.meta.url));

/** Attacks and simulations limit only themselves. */
const TOOLS = /^testkit\//;
const TESTS = /\.test\.tsx?$|\/test-support\//;

/** A capitalized name at the start of a line, with a number, a product or a sum of numbers. */
const CONSTANT =
  /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: number)? =\s+([0-9][0-9_.]*(?:\s[*+]\s[0-9][0-9_.]*)*);/gm;

/** Constants that are not bounds: formats, versions, weights, distances in a picture. */
const NOT_BOUNDS: ReadonlySet<string> = new Set([
  'agents/src/store/permit-store.ts PERMIT_CONTRACT_VERSION',
  'comments/src/client/reads.ts SHORT_LIST',
  'comments/src/client/threads.ts NOT_LISTED',
  'comments/src/content/list-parts.ts THREADS_PER_PART',
  'core/src/calendar/cron.ts HOUR_MS',
  'core/src/calendar/cron.ts MINUTE_MS',
  'core/src/calendar/cron.ts WITHIN_DAYS',
  'core/src/calendar/time-zone.ts DAY_MS',
  'core/src/expression/template.ts CHARACTERS_PER_UNIT',
  'core/src/expression/template.ts UNITS_PER_SEGMENT',
  'core/src/engine/options/check-options.ts DAY_MS',
  'core/src/engine/commit/bytes.ts FRAME_BYTES',
  'core/src/engine/feed/position.ts DIGITS',
  'core/src/engine/jobs/delivery-worker.ts GONE',
  'core/src/engine/jobs/delivery-worker.ts JITTER',
  'core/src/engine/typed/working-time-text.ts HOUR_MS',
  'core/src/interpreter/draft.ts FEW_LOOKUPS',
  'core/src/interpreter/draft.ts FEW_STEPS',
  'core/src/engine/links/tokens.ts TOKEN_BYTES',
  'core/src/engine/operations/bound-cursor.ts MARK_LENGTH',
  'core/src/engine/secrets/secret-cipher.ts KEY_BYTES',
  'core/src/engine/secrets/secret-cipher.ts NONCE_BYTES',
  'core/src/definition/bytes.ts PER_VALUE',
  'http/src/result-text.ts PER_VALUE',
  'core/src/interpreter/bytes.ts VIEW_COST',
  'core/src/interpreter/bytes.ts REVIEWERS_SHOWN',
  'core/src/memory/inbox.ts NEVER',
  'core/src/ports/ids.ts RANDOM_LENGTH',
  'core/src/ports/ids.ts TIME_LENGTH',
  'core/src/ports/store/store.ts STORE_CONTRACT_VERSION',
  'core/src/record/encodings.ts PER_CALL',
  'core/src/record/hashes.ts SHORT_BYTES',
  'core/src/record/merkle.ts BLOCK',
  'core/src/record/merkle.ts HASH_BYTES',
  'core/src/record/note.ts COSIGNATURE',
  'core/src/record/note.ts ED25519',
  'core/src/record/note.ts KEY_BYTES',
  'record/src/bundle/shapes.ts DIGEST',
  'record/src/bundle/shapes.ts SALT',
  'record/src/report/words.ts MAX_TIME',
  'record/src/verify/log.ts BLOCK',
  'record/src/verify/log.ts NUMBERS',
  'record/src/verify/trust.ts KEY_BYTES',
  'draw/src/layout/layout.ts MARGIN',
  'draw/src/layout/layout.ts ROW',
  'draw/src/render/paths.ts CORNER',
  'http/src/result-text.ts LIST_DEPTH',
  'http/src/pages/absence.ts DAY_MS',
  'http/src/pages/inbox.ts DAY_MS',
  'http/src/pages/script.ts GATHER_MS',
  'internal/src/made-up-input.ts NUMBER',
  'internal/src/made-up-value.ts MOST_DEPTH',
  'internal/src/made-up-value.ts OPTIONAL_DEPTH',
  'inspector/src/html/bars.ts LABELLED',
  'inspector/src/html/html.ts FITTING',
  'inspector/src/pages/operations.ts AGREES_MS',
  'inspector/src/pages/operations.ts HOUR_MS',
  'inspector/src/pages/parts.ts SHORT',
  'store-sql/src/databases/postgres.ts MIGRATION_LOCK',
  'store-sql/src/databases/postgres.ts OLDEST_VERSION',
  'store-sql/src/databases/sqlite.ts FULL',
  'store-sql/src/dialects/portable.ts LINE_LENGTH',
  'store-sql/src/drivers/mysql2.ts LONGLONG',
  'store-sql/src/drivers/packet-room.ts HEADS',
  'store-sql/src/drivers/pg.ts BIGINT',
  'store-sql/src/drivers/pg.ts INTEGER',
  'store-sql/src/store/rows/inbox.ts NEVER',
  'store-sql/src/store/jobs/live-claims.ts WORKER_LENGTH',
  'core/src/texts/formats.ts MINUTE',
  'internal/src/shown.ts MINUTE',
  'http/src/pages/inbox.ts DAY_MS',
  'cli/src/commands/runs.ts TITLE_WIDTH',
]);

export interface Constant {
  /** Path below `packages/`. */
  readonly file: string;
  readonly name: string;
  readonly value: number;
}

/** Every constant that is a bound, by file and position. */
export const bounds = (): Constant[] => constants().filter((it) => !NOT_BOUNDS.has(`${it.file} ${it.name}`));

/** Names of the list above that no longer exist. */
export function goneFromNotBounds(): string[] {
  const there = new Set(constants().map(({ file, name }) => `${file} ${name}`));
  return [...NOT_BOUNDS].filter((it) => !there.has(it));
}

/** Unnamed numbers that are bounds in schemas. */
export function unnamedBounds(): { readonly file: string; readonly bound: string }[] {
  return sources().flatMap((file) =>
    [...readFileSync(`${PACKAGES}${file}`, 'utf8').matchAll(/(?<!Math)\.(max\([0-9_]+)[,)]/g)].map(
      ([, bound = '']) => ({
        file,
        bound: `${bound})`,
      }),
    ),
  );
}

const constants = (): Constant[] => sources().flatMap(constantsOf);

const sources = (): string[] =>
  readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' })
    .map((it) => it.replaceAll('\\', '/'))
    .filter((it) => /^[^/]+(\/[^/]+)?\/src\/.*\.tsx?$/.test(it) && !TOOLS.test(it) && !TESTS.test(it))
    .toSorted();

function constantsOf(file: string): Constant[] {
  const text = readFileSync(`${PACKAGES}${file}`, 'utf8');
  return (
    [...text.matchAll(CONSTANT)]
      .map(([, name = '', value = '']) => ({ file, name, value: valueOf(value) }))
      // Character codes are not bounds.
      .filter(({ name }) => name !== 'QUOTE' && name !== 'BACKSLASH')
  );
}

/** Evaluates products before sums. */
const valueOf = (text: string): number =>
  text
    .replaceAll('_', '')
    .split('+')
    .map((part) => part.split('*').reduce((product, it) => product * Number(it), 1))
    .reduce((sum, it) => sum + it, 0);
