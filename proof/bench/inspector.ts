/** Size of the inspector, and first paint of the list with 100,000 runs, against 100. */
import { createApprovalEngine } from '@org/approval-core';
import { createInspector } from '@org/approval-inspector';
import { serveLocally } from '@org/approval-inspector/local';
import { openStore } from '@org/approval-store-sql/open';
import Database from 'libsql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Browser, type Page, chromium } from 'playwright-core';
import { copyRuns } from '../../packages/inspector/src/test-support/many.js';
import { INSPECTOR_GOALS } from './goals.js';
import { ratios, sized } from './harness.js';
import { note } from './report.js';

const CHROMIUM = '/usr/bin/chromium';
const MANY = 100_000;
const FEW = 100;
const ROUNDS = 15;
const PAGES = ['runs', 'runs?status=running', 'runs?due=week'] as const;

export async function benchInspector(): Promise<void> {
  console.log('\nthe inspector on SQLite, in Chromium');
  const folder = mkdtempSync(join(tmpdir(), 'approval-inspector-'));
  const few = await served(join(folder, 'few.db'), FEW);
  const many = await served(join(folder, 'many.db'), sized(MANY));
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    await weigh(many.url);
    for (const path of PAGES) await paint(browser, path, few.url, many.url);
  } finally {
    await browser.close();
    for (const it of [few, many]) await it.end();
    rmSync(folder, { recursive: true });
  }
}

/** Copies one waiting run this many times. */
async function served(file: string, runs: number) {
  const { store, close } = await openStore(`sqlite:${file}`);
  const engine = createApprovalEngine({ store, jobs: { run: false } });
  await engine.definitions.create({
    definitionId: 'review',
    name: 'Review',
    nodes: [
      {
        nodeId: 'review',
        type: 'human',
        slaMs: 86_400_000,
        config: {
          reviewers: [{ userId: 'ann', mandatory: true }],
          onReject: { routeToNodeId: 'rework' },
        },
      },
      { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    ],
    edges: [{ from: 'review', to: 'rework', when: '{"op":"eq","args":[{"var":"step.status"},"breached"]}' }],
  });
  await engine.executions.dispatch({ definitionId: 'review', triggerContext: { url: 'x' } });
  const database = new Database(file);
  copyRuns(database, runs - 1);
  database.close();
  const authorize = () => ({ workspaceId: 'default', subject: 'ann', permissions: ['read' as const] });
  // Streams would keep the network busy during the measurement.
  const server = await serveLocally(createInspector({ engine, store, authorize, live: false }));
  return {
    url: server.url,
    async end() {
      await server.close();
      await engine.stop();
      await close();
    },
  };
}

/** Size of a first visit: page, stylesheet and script. */
async function weigh(url: string): Promise<void> {
  const texts = await Promise.all(
    ['runs', 'style.css', 'script.js'].map(async (it) => (await fetch(`${url}/${it}`)).text()),
  );
  const kB = (compress: (text: string) => Buffer) =>
    texts.reduce((sum, it) => sum + compress(it).length, 0) / 1_000;
  note('a first visit, gzip', 'kB', [kB((it) => gzipSync(it))], INSPECTOR_GOALS.visit);
  note('a first visit, brotli', 'kB', [kB((it) => brotliCompressSync(it))]);
}

/** In turns, each in a new window without cache; the first round does not count. */
async function paint(browser: Browser, path: string, few: string, many: string): Promise<void> {
  const [ofFew, ofMany]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const [a, b] = [await painted(browser, `${few}/${path}`), await painted(browser, `${many}/${path}`)];
    if (round === 0) continue;
    ofFew.push(a);
    ofMany.push(b);
  }
  note(`${path}: first paint, ms`, 'ms', ofMany);
  note(`${path}: many against few`, '×', ratios(ofMany, ofFew), INSPECTOR_GOALS.paint);
}

async function painted(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  if ((await page.locator('tbody tr').count()) !== 50) throw new Error(`${url} has not a page of runs`);
  const ms = await paintOf(page);
  await context.close();
  return ms;
}

/** Time in ms since the start of the navigation. */
const paintOf = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(list.getEntriesByName('first-contentful-paint')[0].startTime))
      .observe({ type: 'paint', buffered: true }))`);
