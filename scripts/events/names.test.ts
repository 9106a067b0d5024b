import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NAMES, namesText } from './names.js';

test('the list of events is the one that the entries make; "npm run events" writes it', () => {
  expect(readFileSync(NAMES, 'utf8')).toBe(namesText());
});
