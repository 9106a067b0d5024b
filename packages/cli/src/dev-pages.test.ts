/** Pages that `approval dev` adds to the inspector, in Chromium, without axe findings. */
import axe from 'axe-core';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { signOff } from './test-support/cli.js';
import { startDev } from './test-support/dev.js';

const CHROMIUM = '/usr/bin/chromium';
/** CI needs the browser: its launch fails there instead of skipping. */
const isSkipped = !existsSync(CHROMIUM) && !process.env['CI'];
if (isSkipped) console.warn(`SKIPPED: pages of approval dev need ${CHROMIUM}. They were NOT looked at.`);
/** Folder for screenshots of the pages. */
const SHOTS = process.env['INSPECTOR_SCREENSHOTS'];

test.skipIf(isSkipped)(
  'the pages of files and mails, and what a mail leads to',
  { timeout: 180_000 },
  async () => {
    const { folder, url, call, page: text } = await startDev();
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--headless', '--no-sandbox', '--disable-gpu'],
    });
    onTestFinished(() => browser.close());
    const found: Record<string, string[]> = {};
    const look = async (names: Readonly<Record<string, string>>) => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const [size, width] of [
          ['wide', 1280],
          ['phone', 375],
        ] as const) {
          const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
          for (const [name, address] of Object.entries(names)) {
            await page.goto(address);
            await page.evaluate(`for (const it of document.querySelectorAll('details')) it.open = true`);
            await page.evaluate(axe.source);
            const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
            const faults = violations.flatMap((it) => it.nodes.map((node) => `${it.id}: ${node.html}`));
            const over = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
            if (over > 0) faults.push(`wider by ${over}`);
            if (faults.length > 0) found[`${name} ${size} ${colorScheme}`] = faults;
            if (SHOTS !== undefined)
              await page.screenshot({
                path: `${SHOTS}/dev-${name}-${size}-${colorScheme}.png`,
                fullPage: true,
              });
          }
          await page.close();
        }
    };
    await look({ start: url, 'mails-none': `${url}/mails`, files: `${url}/files` });

    const broken = {
      ...signOff,
      definitionId: 'broken',
      edges: [{ from: 'legal', to: 'nowhere'.repeat(8) }],
    };
    writeFileSync(join(folder, 'definitions/broken.json'), JSON.stringify(broken, null, 2));
    await call('executions/dispatch', {
      definitionId: 'sign-off',
      triggerContext: { documentUrl: 'https://example.com/7' },
    });
    await vi.waitFor(async () => expect(await text('files')).toContain('dangling-edge'), { timeout: 40_000 });
    await vi.waitFor(async () => expect(await text('mails')).toContain('Open its link, as brand-1'), {
      timeout: 40_000,
    });
    const link = /href="(http[^"]+)">Open its link/.exec(await text('mails'))?.[1] ?? '';
    await look({ mails: `${url}/mails`, 'files-broken': `${url}/files`, link });
    expect(found).toEqual({});
  },
);
