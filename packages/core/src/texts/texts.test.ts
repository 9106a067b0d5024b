/** The catalogues, their patterns, and values as languages write them. */
import { expect, test } from 'vitest';
import { CATALOGUES, type TextKey, cataloguesWith, createTexts, localeFor } from '../texts.js';
import { parametersOf, pluralOf } from './pattern.js';

const KEYS = Object.keys(CATALOGUES.en) as TextKey[];
const LANGUAGES = Object.entries(CATALOGUES);

test.each(LANGUAGES)('%s has every text, with the same parameters', (_, catalogue) => {
  expect(Object.keys(catalogue).toSorted()).toEqual(KEYS.toSorted());
  for (const key of KEYS) {
    expect([key, parametersOf(catalogue[key])]).toEqual([key, parametersOf(CATALOGUES.en[key])]);
    expect(catalogue[key].trim()).not.toBe('');
  }
});

test.each(LANGUAGES)('%s has the plural forms of its language, and no others', (locale, catalogue) => {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  for (const key of KEYS) {
    const plural = pluralOf(catalogue[key]);
    if (pluralOf(CATALOGUES.en[key]) === null) expect([key, plural]).toEqual([key, null]);
    else
      expect([key, [...(plural?.forms.keys() ?? [])].toSorted()]).toEqual([key, pluralCategories.toSorted()]);
  }
});

test.each(LANGUAGES)('%s translates: few texts are the same as in English', (locale, catalogue) => {
  const same = KEYS.filter((key) => catalogue[key] === CATALOGUES.en[key]);
  expect(same.length).toBeLessThanOrEqual(locale === 'en' ? KEYS.length : 6);
});

test.each<[(string | null | undefined)[], string]>([
  [['de-AT'], 'de-AT'],
  [[null, 'pt'], 'pt'],
  [['zh-CN'], 'zh-CN'],
  [['zh-TW'], 'en'],
  [['xx, de;q=0.5, fr;q=0.8'], 'fr'],
  [['<script>', 'ja-JP'], 'ja-JP'],
  [['de;q=0'], 'en'],
  [[undefined, ''], 'en'],
  [['a,'.repeat(10_000)], 'en'],
])('the language of %j is %s', (wanted, locale) => {
  expect(localeFor(wanted, { catalogues: CATALOGUES })).toBe(locale);
});

test('hosts replace texts and add languages; missing texts are English', () => {
  const catalogues = cataloguesWith({ de: { 'nav.inbox': 'Aufgaben' }, nl: { 'nav.inbox': 'Postvak' } });
  const say = (locale: string, key: TextKey) => createTexts({ locale, catalogues }).say(key);
  expect([say('de', 'nav.inbox'), say('de', 'nav.absence')]).toEqual(['Aufgaben', 'Abwesenheit']);
  expect([say('nl', 'nav.inbox'), say('nl', 'nav.absence')]).toEqual(['Postvak', 'Absence']);
});

test('parameters are parts of their own, and a value is never a pattern', () => {
  const texts = createTexts({ catalogues: CATALOGUES });
  expect(texts.parts('why.link', { name: '{name} # {count}' })).toEqual([
    'This page is for ',
    { name: 'name', value: '{name} # {count}' },
    '.',
  ]);
  expect(texts.say('why.link', {})).toBe('This page is for {name}.');
});

test('dates, spans, numbers and money are those of the recipient', () => {
  const at = Date.UTC(2026, 10, 25, 16, 0);
  const now = Date.UTC(2026, 10, 25, 13, 32);
  const de = createTexts({ locale: 'de', timeZone: 'Europe/Berlin', catalogues: CATALOGUES });
  expect(de.when(at, now)).toBe('heute 17:00');
  expect(de.duration(at - now)).toBe('2 Stunden 28 Minuten');
  expect(de.money({ amount: '12400.10', currency: 'EUR' })).toBe('12.400,10\u00a0€');
  expect(de.money({ amount: 'much', currency: 'EUR' })).toBe('much EUR');
  const tokyo = createTexts({ locale: 'ja', timeZone: 'Asia/Tokyo', catalogues: CATALOGUES });
  expect(tokyo.when(at, now)).toBe('明日 1:00');
  expect(createTexts({ locale: 'ar', catalogues: CATALOGUES }).direction).toBe('rtl');
  const en = createTexts({ catalogues: CATALOGUES });
  expect([en.duration(0), en.duration(25 * 3_600_000), en.bytes(214_000)]).toEqual([
    '1 minute',
    '1 day 1 hour',
    '214 kB',
  ]);
  expect(en.money({ amount: '12345678901234567890.12', currency: 'USD' })).toBe(
    '$12,345,678,901,234,567,890.12',
  );
});
