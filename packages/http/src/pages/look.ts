/** Brand, languages and names: how pages look to one recipient. */
import {
  type Catalogues,
  type Texts,
  type TextKey,
  type TextParameters,
  cataloguesWith,
  createTexts,
  localeFor,
} from '@org/approval-core/texts';
import { type Html, html, madeOf } from '@org/approval-internal/html';
import { type HttpRequest, headerOf } from '@org/approval-internal/http';
import {
  type Check,
  type Checks,
  callable,
  fields,
  must,
  optional,
  text,
} from '@org/approval-internal/options';
import { seen } from '@org/approval-internal/unseen';
import { isObject } from '@org/approval-internal/values';
import { createHash } from 'node:crypto';
import { LAYOUT } from './style/layout.js';
import { PARTS } from './style/parts.js';
import { TOKENS } from './style/tokens.js';

/** Name, logo and colors of a host. They never color an answer. */
export interface Brand {
  /** Name, shown at the top of every page. */
  readonly name?: string;
  /** Logo as SVG markup, shown 28 px high. It is not escaped: give your own file only. */
  readonly logo?: string;
  /** Hue of links and of the focus, 0 to 360; 264 by default. */
  readonly hue?: number;
  /** Strength of that color: 0 for gray, 1 by default. */
  readonly chroma?: number;
  /** Roundness of corners: 0 for square, 1 by default. */
  readonly radius?: number;
}

/** Brand, languages and names of pages. */
export interface LookOptions {
  /** Name, logo and colors. */
  readonly brand?: Brand;
  /** CSS added after the page's own. */
  readonly css?: string;
  /** Texts by language: they replace ours, or add a language. */
  readonly texts?: Catalogues;
  /** Locale of readers whose language is unknown; `en` by default. */
  readonly defaultLocale?: string;
  /** Returns the locale of a user; null if unknown. */
  readonly localeOf?: (userId: string) => string | null | Promise<string | null>;
  /** Returns the IANA time zone of a user; null if unknown, which shows times in UTC. */
  readonly timeZoneOf?: (userId: string) => string | null | Promise<string | null>;
  /** Returns names by user id; ids are shown where it says nothing. */
  readonly namesOf?: (
    userIds: readonly string[],
    viewer: string,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
}

const between = (least: number, most: number): Check =>
  must(`a number from ${least} to ${most}`, (it) => typeof it === 'number' && it >= least && it <= most);
/** `</style` would end the stylesheet. */
const css: Check = (value, name) => [
  ...text(value, name),
  ...(typeof value === 'string' && value.includes('<') ? [`${name} may not contain "<"`] : []),
];
const svg = must(
  'SVG markup without scripts',
  (it) => typeof it === 'string' && /^\s*<svg[\s>]/.test(it) && !/<script|\son\w+=/i.test(it),
);
const BRAND: Checks<Brand> = {
  name: optional(text),
  logo: optional(svg),
  hue: optional(between(0, 360)),
  chroma: optional(between(0, 1)),
  radius: optional(between(0, 3)),
};
export const LOOK_CHECKS: Checks<LookOptions> = {
  brand: optional(fields(BRAND)),
  css: optional(css),
  texts: optional(must('catalogues by language', isObject)),
  defaultLocale: optional(text),
  localeOf: optional(callable),
  timeZoneOf: optional(callable),
  namesOf: optional(callable),
};

/** Pages as one reader sees them. */
export interface View {
  readonly texts: Texts;
  /** The reader; null: unknown. */
  readonly userId: string | null;
  readonly now: number;
  /** Returns a text as HTML, with its parameters isolated. */
  readonly say: (key: TextKey, parameters?: TextParameters) => Html;
  /** Returns the name of a user, with unseen characters made visible. */
  readonly nameOf: (userId: string) => string;
}

/** Look of a host, made once. */
export class Look {
  readonly css: string;
  /** Source of the only stylesheet that the Content-Security-Policy allows. */
  readonly styleSource: string;
  readonly brand: Brand;
  private readonly catalogues: Catalogues;
  private readonly options: LookOptions;

  constructor(options: LookOptions) {
    const { hue, chroma, radius } = options.brand ?? {};
    const knobs = Object.entries({ hue, chroma, radius }).flatMap(([name, it]) =>
      it === undefined ? [] : [`--ap-${name}:${it}`],
    );
    const own = knobs.length === 0 ? '' : `:root{${knobs.join(';')}}\n`;
    this.css = `${TOKENS}${PARTS}${LAYOUT}${own}${options.css ?? ''}`;
    this.styleSource = `'sha256-${createHash('sha256').update(this.css).digest('base64')}'`;
    this.catalogues = cataloguesWith(options.texts ?? {});
    this.brand = options.brand ?? {};
    this.options = options;
  }

  /**
   * Texts and names for a reader. A function of the host that fails is reported, and the page is
   * shown without its names, or in the language of the browser.
   */
  async viewFor(request: HttpRequest, { userId, ids = [], now, report }: Reading): Promise<View> {
    const { localeOf, timeZoneOf, namesOf, defaultLocale } = this.options;
    const asked = <T>(from: ((userId: string) => T | Promise<T>) | undefined) =>
      userId === null ? null : tried(report, async () => from?.(userId));
    const wanted = [
      new URLSearchParams(request.query).get('lang'),
      await asked(localeOf),
      headerOf(request, 'accept-language'),
    ];
    const { catalogues } = this;
    const locale = localeFor(wanted, { catalogues, ...(defaultLocale !== undefined && { defaultLocale }) });
    const names = (await asked((viewer) => namesOf?.([...new Set(ids)], viewer))) ?? {};
    const textsIn = (timeZone: string) => createTexts({ locale, timeZone, catalogues });
    const zone = (await asked(timeZoneOf)) ?? 'UTC';
    const texts = (await tried(report, () => textsIn(zone))) ?? textsIn('UTC');
    return {
      ...{ texts, userId, now },
      say: (key, parameters) => html`${texts.parts(key, parameters).map(isolated)}`,
      nameOf: (id) => seen(namedIn(names, id)),
    };
  }
}

/** The reader of a page. */
interface Reading {
  /** null: unknown. */
  readonly userId: string | null;
  /** Ids that the page may name. */
  readonly ids?: readonly string[];
  readonly now: number;
  /** Receives errors of the host's functions. */
  readonly report: (error: unknown) => void;
}

async function tried<T>(report: (error: unknown) => void, run: () => T | Promise<T>): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    report(error);
    return null;
  }
}

/** Hosts without TypeScript may return anything. */
function namedIn(names: Readonly<Record<string, unknown>>, id: string): string {
  const name = Object.hasOwn(names, id) ? names[id] : null;
  return typeof name === 'string' && name !== '' ? name : id;
}

/** Isolates parameters, so that names in other scripts do not turn the text around them. */
const isolated = (part: string | { readonly value: string }): Html =>
  typeof part === 'string' ? html`${part}` : html`<bdi>${part.value}</bdi>`;

/** Logo and name of a brand. */
export const brandLine = ({ name, logo }: Brand): Html =>
  html`<span class="dp-logo">${logo !== undefined && madeOf(logo)}${name ?? ''}</span>`;
