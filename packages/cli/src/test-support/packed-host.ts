/** A packed host as its user tries it: types, start, the request of the README, decisions. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portOf } from '@org/approval-internal/port';
import { expect, onTestFinished, vi } from 'vitest';
import { ROOT, started } from './host.js';
import type { Tarballs } from './packed.js';

/** Installs the command in a blank project and writes a host with it. */
export function packedHost(tarballs: Tarballs, framework: string, database: string): string {
  // Resolves links, since the temporary folder may be one.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'approval-init-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const blank = join(folder, 'blank');
  mkdirSync(blank);
  const manifest = { name: 'blank', dependencies: { '@org/approval-cli': '*' } };
  writeFileSync(join(blank, 'package.json'), JSON.stringify(manifest));
  tarballs.installInto(blank);
  const bin = join(blank, 'node_modules/@org/approval-cli/dist/bin.js');
  const host = join(folder, 'host');
  execFileSync(process.execPath, [bin, 'init', host, '--framework', framework, '--database', database]);
  tarballs.installInto(host);
  return host;
}

/** Errors of the compiler, with the types of packages checked as well or not. */
export function typeErrors(host: string, skipLibCheck: boolean): string {
  const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [compiler, '-p', host, '--skipLibCheck', String(skipLibCheck)],
    { encoding: 'utf8' },
  );
  return status === 0 ? '' : `${stdout}${stderr}` || `ended with ${status}`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The command of the README in a shell, and then every mail that `npm start` prints. */
export async function decidedByMail(host: string, env: Record<string, string> = {}): Promise<void> {
  const port = await freePort();
  const { child, exit, url, printed } = await started(host, { PORT: String(port), ...env }, [
    '--import',
    'tsx',
  ]);
  const [command = ''] = /^curl [^]*?(?=^```)/m.exec(readFileSync(join(host, 'README.md'), 'utf8')) ?? [];
  const sent = command.replace('http://127.0.0.1:3000', url).replace('curl', 'curl --silent --show-error');
  const answer = JSON.parse(execFileSync('sh', ['-c', sent], { encoding: 'utf8' })) as {
    result?: { executionId: string };
  };
  const executionId = answer.result?.executionId ?? '';
  expect([answer, executionId]).toEqual([answer, expect.stringMatching(/^exec_/)]);
  const decided = new Set<string>();
  await vi.waitFor(
    async () => {
      for (const [link] of printed().matchAll(/http:\S+\/decide\/\S+/g)) {
        if (!decided.has(link)) await approve(link);
        decided.add(link);
      }
      const page = await (await fetch(`${url}/inspect/runs?status=completed`)).text();
      expect(page).toContain(executionId);
    },
    { timeout: 20_000, interval: 100 },
  );
  expect(printed()).toContain('Mail to maria@example.com: ');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
}

/** Approves on the page of a link, unless another decision was enough. */
async function approve(link: string): Promise<void> {
  const page = await (await fetch(link)).text();
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const fields = hidden.map(([, name = '', value = '']) => [name, value] as [string, string]);
  const body = new URLSearchParams([...fields, ['decision', 'approve']]);
  const { status } = await fetch(link, { method: 'POST', body });
  expect([200, 409, 410]).toContain(status);
}
