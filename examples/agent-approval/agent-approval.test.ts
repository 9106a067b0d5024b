/** Both ways of the example end with each refund paid once. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const main = fileURLToPath(new URL('main.ts', import.meta.url));

test.each([[[]], [['--crash']]])('%j', { timeout: 120_000 }, async (flags) => {
  const options = ['--conditions=@org/source', '--import', 'tsx', main, ...flags];
  const { stdout } = await run(process.execPath, options);
  // The small refund needs no approval; Fay decides on the large one, with its full text.
  expect(stdout.split('fay is asked:')).toHaveLength(2);
  expect(stdout).toContain('12000');
  expect(stdout.includes('is killed while it waits')).toBe(flags.length > 0);
  expect(stdout.match(/gets: Not executed again: it was executed before, successfully/g)).toHaveLength(
    flags.length > 0 ? 3 : 2,
  );
  const paid = stdout.slice(stdout.indexOf('what was paid')).match(/^ +A-\d+ \d+ permit:/gm);
  expect(paid?.map((line) => line.trim())).toEqual(['A-16 1500 permit:', 'A-17 12000 permit:']);
});
