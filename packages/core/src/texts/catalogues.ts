/** The catalogues of this package, by language. */
import { AR } from './ar.js';
import { DE } from './de.js';
import { type Catalogue, EN } from './en.js';
import { ES } from './es.js';
import { FR } from './fr.js';
import { JA } from './ja.js';
import { PT_BR } from './pt-br.js';
import { ZH_HANS } from './zh-hans.js';
import type { Catalogues } from './texts.js';

/** Complete catalogues of 8 languages. */
export const CATALOGUES = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  'pt-BR': PT_BR,
  ja: JA,
  'zh-Hans': ZH_HANS,
  ar: AR,
} as const satisfies Readonly<Record<string, Catalogue>>;

/** Returns our catalogues with those of a host, whose texts replace ours. */
export function cataloguesWith(own: Catalogues): Catalogues {
  const ours: Catalogues = CATALOGUES;
  const names = Object.keys(own);
  const merged = names.map((name) => [name, { ...ours[name], ...own[name] }] as const);
  return { ...ours, ...Object.fromEntries(merged) };
}
