/** Arguments of `npm run bench`, validated, since a typo would change the result. */
import { parseArgs } from 'node:util';

export const WITHOUT_STORE = ['memory', 'http', 'webhooks', 'calls', 'comments', 'permits'] as const;
export const ON_STORE = ['deliveries', 'fifty', 'full', 'inbox', 'permits', 'schedules'] as const;
const LIBRARIES = ['libsql', 'node:sqlite'] as const;
const WIDTHS = [1, 32, 256] as const;

const USAGE = `npm run bench -- [PART …] [OPTION …]
  ${WITHOUT_STORE.join(', ')}: in memory; all of them by default
  ${ON_STORE.join(', ')}: with --store; approvals by default
  inspector: its pages in Chromium, with 100,000 runs
  plot FILE …: a picture of what --json has written
Options
  --store URL             sqlite:FILE, postgres://… or mysql://…: an empty database
  --in-flight N           with --store: approvals of this number in flight only (${WIDTHS.join(', ')})
  --peers FOLDER          with --store: and against other engines (proof/bench/peers/README.md)
  --sqlite-library NAME   ${LIBRARIES.join(' or ')}
  --steps N, --ended N    of inbox: waiting steps; of full: runs that have ended
  --decisions N           of memory: decisions whose memory is looked at
  --small                 a tenth of the work
  --json FILE, --plot FILE, --profile FILE   what was measured, as numbers, as SVG, as a CPU profile`;

export interface Asked {
  /** Parts to measure; empty for the default. */
  readonly parts: readonly string[];
  /** Files to draw instead; null when measuring. */
  readonly drawn: readonly string[] | null;
  /** URL of a database; null for memory. */
  readonly store: string | null;
  readonly inFlight: number | undefined;
  readonly steps: number | undefined;
  readonly ended: number | undefined;
  readonly decisions: number | undefined;
  readonly peers?: string | undefined;
  readonly profile?: string | undefined;
  readonly json?: string | undefined;
  readonly plot?: string | undefined;
  readonly small: boolean;
  readonly sqliteLibrary: (typeof LIBRARIES)[number];
}

/** The parsed arguments, or a message, which may be an error. */
export function askedOf(
  given: readonly string[],
): Asked | { readonly says: string; readonly isError: boolean } {
  try {
    const { values, positionals } = parsed(given);
    if (values.help) return { says: USAGE, isError: false };
    const { 'in-flight': inFlight, steps, ended, decisions, ...texts } = values;
    const isDrawn = positionals[0] === 'plot';
    const store = texts.store === 'memory' ? null : texts.store;
    if (!isDrawn) requireParts(positionals, store);
    else if (positionals.length === 1) throw new Error('plot: name the files that --json has written');
    return {
      ...texts,
      parts: isDrawn ? [] : positionals,
      drawn: isDrawn ? positionals.slice(1) : null,
      store,
      inFlight: inFlight === undefined ? undefined : oneOf('in-flight', Number(inFlight), WIDTHS),
      steps: numberOf('steps', steps),
      ended: numberOf('ended', ended),
      decisions: numberOf('decisions', decisions),
      sqliteLibrary: oneOf('sqlite-library', values['sqlite-library'], LIBRARIES),
    };
  } catch (error) {
    return { says: `${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, isError: true };
  }
}

const parsed = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      store: { type: 'string', default: 'memory' },
      'in-flight': { type: 'string' },
      json: { type: 'string' },
      profile: { type: 'string' },
      small: { type: 'boolean', default: false },
      steps: { type: 'string' },
      peers: { type: 'string' },
      decisions: { type: 'string' },
      ended: { type: 'string' },
      plot: { type: 'string' },
      'sqlite-library': { type: 'string', default: LIBRARIES[0] },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });

function requireParts(parts: readonly string[], store: string | null): void {
  if (store !== null && !/^(sqlite|postgres(ql)?|mysql):/.test(store))
    throw new Error('--store must be sqlite:FILE, postgres://… or mysql://…');
  const there: readonly string[] = [...(store === null ? WITHOUT_STORE : ON_STORE), 'inspector'];
  const unknown = parts.filter((it) => !there.includes(it));
  if (unknown.length === 0) return;
  const where = store === null ? 'without --store' : 'with --store';
  throw new Error(`${unknown.join(', ')}: ${where} there are ${there.join(', ')}`);
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new Error(`--${name} must be a whole number above 0, not "${text}"`);
  return Number(text);
}

function oneOf<T>(name: string, value: unknown, all: readonly T[]): T {
  const found = all.find((it) => it === value);
  if (found === undefined) throw new Error(`--${name} must be one of ${all.join(', ')}`);
  return found;
}
