/** The summaries in `llms.txt`. */
import { expect, test } from 'vitest';
import { summaryOf } from './llms.js';

test.each([
  ['# Title\n\nFirst [sentence](a.md)\nof two. Second.\n', 'First sentence of two.'],
  ['# Title\n\nWithout an end', 'Without an end'],
  ['# Title\n\nVersion 1.2 is here. More.', 'Version 1.2 is here.'],
  ['# Title\n\n| a |\n| - |\n', ''],
  ['# Title\n\n```ts\ncode. x\n```\n', ''],
  ['# Title\n', ''],
])('%j is summarized as %j', (markdown, summary) => {
  expect(summaryOf(markdown)).toBe(summary);
});
