/** `approval dev` in this process, on a free port, in its own folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { run } from '../index.js';

/** A line of the `--json` output. */
export interface Message {
  readonly kind: 'ready' | 'read';
  readonly url?: string;
  readonly definitions?: readonly { definitionId: string; version: number; isNew: boolean }[];
  readonly findings?: readonly { file: string; code: string; line: number }[];
  readonly fault?: string | null;
}

/** Starts it in a folder with these files: contents by path, as JSON. */
export async function startDev(files: Readonly<Record<string, object>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'approval-dev-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(content));
  }
  const controller = new AbortController();
  const messages: Message[] = [];
  const errors: string[] = [];
  const ended = run(['dev', '--port', '0', '--json'], {
    cwd: folder,
    env: {},
    out: (text) =>
      messages.push(
        ...text
          .trim()
          .split('\n')
          .map((it) => JSON.parse(it) as Message),
      ),
    err: (text) => errors.push(text),
    isInteractive: false,
    color: false,
    columns: 100,
    signal: controller.signal,
  });
  onTestFinished(async () => {
    controller.abort();
    await ended;
    rmSync(folder, { recursive: true });
  });
  const url = await vi.waitFor(
    () => {
      const ready = messages.find((it) => it.kind === 'ready')?.url;
      if (ready === undefined) throw new Error(`not ready: ${errors.join('')}`);
      return ready;
    },
    { timeout: 10_000 },
  );
  /** Calls the surface like a program of the host. */
  const call = async (path: string, data: object, user = 'ida') => {
    const response = await fetch(`${url}/v2/workflow/${path}`, {
      method: 'POST',
      headers: { 'x-user': user, 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    return { status: response.status, ...((await response.json()) as { result?: Record<string, unknown> }) };
  };
  const page = async (path: string): Promise<string> => (await fetch(`${url}/${path}`)).text();
  return { folder, url, messages, errors, call, page, stop: () => controller.abort(), ended };
}
