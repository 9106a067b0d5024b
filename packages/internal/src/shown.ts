/** Defaults of every surface for an execution without a presentation. */
import { seen } from './unseen.js';

/** Facts that a row shows, and default facts. */
export const ROW_FACTS = 6;

/** A default fact. */
export interface DefaultFact {
  label: string;
  value: string | number | boolean;
}

/** The first top-level values of an input that are strings, numbers or booleans, by their keys. */
export function defaultFacts(input: object): DefaultFact[] {
  const facts: DefaultFact[] = [];
  for (const [label, value] of Object.entries(input) as [string, unknown][]) {
    if (facts.length === ROW_FACTS) break;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      facts.push({ label, value });
  }
  return facts;
}

/** An amount of money. */
interface ShownMoney {
  readonly amount: number | string;
  readonly currency: string;
}

/** A fact as views have it. */
export interface ShownFact {
  readonly label: string;
  readonly value:
    | string
    | number
    | boolean
    | ShownMoney
    | { readonly href: string; readonly text: string }
    | { readonly before: string | null; readonly after: string | null }
    | null;
  readonly kind?: string | undefined;
}

/** Shown in place of a missing value. */
export const MISSING = '—';

/** An amount with its currency, as in `18,400.00 EUR`. Decimal texts keep their digits. */
export function moneyText({ amount, currency }: ShownMoney): string {
  const [whole = '', rest] = String(amount).split('.');
  const digits = /^-?\d+$/.test(whole) ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  const decimals = rest === undefined ? '' : `.${rest.padEnd(2, '0')}`;
  return seen(`${digits}${decimals} ${currency}`);
}

const MINUTE = 60_000;
const UNITS = [
  ['d', 1_440 * MINUTE],
  ['h', 60 * MINUTE],
  ['min', MINUTE],
] as const;

function durationText(ms: number): string {
  let left = Math.abs(ms);
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  const text = parts.length > 0 ? parts.join(' ') : `${left / 1_000} s`;
  return ms < 0 ? `-${text}` : text;
}

function instantText(value: number | string): string {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return seen(String(value));
  return `${at.toISOString().replace('T', ' ').slice(0, 16)} UTC`;
}

/**
 * The value of a fact as plain text in one line, with unseen characters visible. Escape it for its
 * place.
 */
export function factText({ value, kind }: ShownFact): string {
  if (value === null) return MISSING;
  if (typeof value === 'object') {
    if ('currency' in value) return moneyText(value);
    if ('href' in value)
      return value.text === value.href ? seen(value.href) : `${seen(value.text)} (${seen(value.href)})`;
    return `${seen(value.before ?? MISSING)} → ${seen(value.after ?? MISSING)}`;
  }
  if (kind === 'duration' && typeof value === 'number') return durationText(value);
  if (kind === 'datetime' && typeof value !== 'boolean') return instantText(value);
  return seen(String(value));
}

/** The cell of a table as plain text in one line. */
export const cellText = (cell: string | number | ShownMoney): string =>
  typeof cell === 'object' ? moneyText(cell) : seen(String(cell));
