/** The code blocks of the guide produce their results. */
import { format } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { writeBlocks } from './guide.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const blocks = writeBlocks();

test('every adapter has a block', () => {
  expect(blocks.map(({ adapter }) => adapter)).toEqual([
    ...['ai-sdk', 'openai-agents', 'langchain', 'mcp', 'claude', 'generic'],
  ]);
});

test.each(blocks)('$adapter', async ({ module, expected }) => {
  vi.stubEnv('STATE_KEY', 'a key of 32 characters for tests');
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => printed.push(format(...values)));
  await import(/* @vite-ignore */ module);
  expect(printed).toEqual(expected);
});
