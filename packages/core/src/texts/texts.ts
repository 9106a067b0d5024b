/** The texts of one recipient: in their language, with their dates, numbers and time zone. */
import type { Money } from '../definition/presented.gen.js';
import { EN_MESSAGES } from './en-messages.js';
import type { Catalogue, TextKey } from './en.js';
import { type Written, written } from './formats.js';
import { type Counting, type TextParameters, type TextPart, filled } from './pattern.js';

/** Catalogues by language; missing texts are those of `en`. */
export type Catalogues = Readonly<Record<string, Partial<Catalogue>>>;

/** Texts of one recipient. */
export interface Texts extends Written {
  /** Locale of dates and numbers, such as `de-AT`. */
  readonly locale: string;
  /** Direction of the language. */
  readonly direction: 'ltr' | 'rtl';
  /** IANA time zone of dates. */
  readonly timeZone: string;
  /** Returns a text with its parameters filled in. */
  readonly say: (key: TextKey, parameters?: TextParameters) => string;
  /** Returns the same as parts, so that pages can isolate the parameters. */
  readonly parts: (key: TextKey, parameters?: TextParameters) => readonly TextPart[];
  /** Returns an amount of money; one that is not a number is shown as written. */
  readonly money: (money: Money) => string;
}

/** Language, time zone and catalogues of a recipient. */
export interface TextsOptions {
  /** BCP 47 tag; `en` by default. */
  readonly locale?: string | undefined;
  /** IANA time zone; `UTC` by default. */
  readonly timeZone?: string | undefined;
  /** Catalogues by language. */
  readonly catalogues: Catalogues;
}

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ps', 'ur', 'yi', 'ckb', 'dv']);

const base = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? '';

/** Other names of a language whose catalogue has a script or a region in its name. */
const ALIASES: Readonly<Record<string, RegExp>> = {
  'zh-Hans': /^zh(-hans)?(-(cn|sg|my))?$/i,
  'pt-BR': /^pt(-|$)/i,
};

/** Returns the language of a catalogue that fits the locale; null: none does. */
export function languageOf(locale: string, catalogues: Catalogues): string | null {
  const names = Object.keys(catalogues);
  const exact = names.find((it) => it.toLowerCase() === locale.toLowerCase());
  return (
    exact ??
    names.find((it) => ALIASES[it]?.test(locale) === true) ??
    names.find((it) => it.toLowerCase() === base(locale) && base(locale) !== 'zh') ??
    null
  );
}

/** Returns a valid locale in its canonical form; null for anything else. */
export function canonicalLocale(locale: string): string | null {
  try {
    return locale.length > 35 ? null : (Intl.getCanonicalLocales(locale)[0] ?? null);
  } catch {
    return null;
  }
}

/**
 * Creates the texts of a recipient.
 * @throws RangeError for an unknown time zone.
 * @example
 * ```ts
 * import { CATALOGUES, createTexts } from '@org/approval-core/texts';
 *
 * const texts = createTexts({ locale: 'de', timeZone: 'Europe/Berlin', catalogues: CATALOGUES });
 * console.log(texts.say('why.needed', { count: 2 })); // → 2 weitere Freigaben sind nötig.
 * ```
 */
export function createTexts({ locale = 'en', timeZone = 'UTC', catalogues }: TextsOptions): Texts {
  const language = languageOf(locale, catalogues) ?? 'en';
  const own: Partial<Catalogue> = catalogues[language] ?? {};
  const english: Partial<Catalogue> = { ...EN_MESSAGES, ...catalogues['en'] };
  const formats = language === 'en' && base(locale) !== 'en' ? 'en' : (canonicalLocale(locale) ?? 'en');
  const rules = new Intl.PluralRules(formats);
  const shown = written(formats, timeZone);
  const counting: Counting = { form: (count) => rules.select(count), number: shown.number };
  const parts = (key: TextKey, parameters: TextParameters = {}) =>
    filled(own[key] ?? english[key] ?? key, parameters, counting);
  return {
    ...shown,
    locale: formats,
    timeZone,
    direction: RIGHT_TO_LEFT.has(base(formats)) ? 'rtl' : 'ltr',
    parts,
    say: (key, parameters) =>
      parts(key, parameters)
        .map((it) => (typeof it === 'string' ? it : it.value))
        .join(''),
  };
}

/**
 * Returns the first locale for which there is a catalogue, else the default. `wanted` holds
 * locales, and headers such as `Accept-Language`.
 */
export function localeFor(
  wanted: readonly (string | null | undefined)[],
  { catalogues, defaultLocale = 'en' }: { readonly catalogues: Catalogues; readonly defaultLocale?: string },
): string {
  const tags = wanted.flatMap((it) => acceptedOf(it ?? ''));
  for (const tag of tags) {
    const locale = canonicalLocale(tag);
    if (locale !== null && languageOf(locale, catalogues) !== null) return locale;
  }
  return defaultLocale;
}

/** Languages of a header, best first; at most 20 are read. */
function acceptedOf(header: string): string[] {
  const ranges = header
    .slice(0, 500)
    .split(',', 20)
    .map((it) => {
      const [tag = '', ...rest] = it.trim().split(';');
      const quality = rest
        .find((part) => part.trim().startsWith('q='))
        ?.trim()
        .slice(2);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    });
  return ranges
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
