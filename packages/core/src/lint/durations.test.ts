/** Durations and times in seconds, in every field of a definition that takes milliseconds. */
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../definition/json.js';
import { formatPath } from '../definition/path.js';
import { compileDefinition } from '../index.js';
import { everyField } from '../test-support/every-field.js';
import { type Place, keyOf, parentOf, placesIn } from '../test-support/places.js';

const PLACES = placesIn(everyField());
const named = (isMeant: (key: string) => boolean): [string, Place][] =>
  PLACES.filter((it) => isMeant(String(keyOf(it)))).map((it) => [formatPath(it), it]);

function findingsOf(place: Place, value: number) {
  const given = everyField();
  parentOf(given, place)[keyOf(place)] = value;
  const checked = compileDefinition(given as unknown as JsonValue);
  const { warnings } = checked;
  const issues = checked.ok ? [] : checked.issues;
  const path = formatPath(place);
  return {
    errors: issues.filter((it) => it.path === path).map((it) => it.message),
    warnings: warnings.filter((it) => it.path === path).map((it) => it.code),
  };
}

describe('a duration in seconds is a warning', () => {
  // At most 60,000: hours in seconds that fit could be meant.
  const durations = named((key) => key.endsWith('Ms') && key !== 'timeoutMs');
  test('fields are found', () => expect(durations.length).toBeGreaterThan(12));

  test.each(durations)('%s', (_, place) => {
    expect(findingsOf(place, 86_400).warnings).toEqual(['duration-too-short']);
    expect(findingsOf(place, 86_400_000).warnings).toEqual([]);
  });
});

describe('a time in seconds is refused', () => {
  const times = named((key) => key === 'until' || key === 'from').filter(([, it]) => it[0] !== 'edges');
  test('fields are found', () => expect(times.length).toBeGreaterThan(3));

  test.each(times)('%s', (_, place) => {
    expect(findingsOf(place, 1_795_000_000).errors.join()).toMatch(/seconds/);
    expect(findingsOf(place, 1_795_000_000_000).errors).toEqual([]);
  });
});
