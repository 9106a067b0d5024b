/** `@org/approval-core/texts`: the fixed texts that people see, in 8 languages. */
export { CATALOGUES, cataloguesWith } from './texts/catalogues.js';
export type { Catalogue, TextKey } from './texts/en.js';
export type { Written } from './texts/formats.js';
export type { TextParameters, TextPart } from './texts/pattern.js';
export {
  type Catalogues,
  type Texts,
  type TextsOptions,
  canonicalLocale,
  createTexts,
  languageOf,
  localeFor,
} from './texts/texts.js';
