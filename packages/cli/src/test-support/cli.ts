/** Runs the command in this process, in its own folder. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { run } from '../index.js';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Cli {
  readonly folder: string;
  /** Writes a file; values other than strings as JSON. */
  readonly write: (file: string, content: unknown) => string;
  readonly run: (...args: string[]) => Promise<Ran>;
}

export function cli(env: Record<string, string> = {}, signal?: AbortSignal): Cli {
  const folder = mkdtempSync(join(tmpdir(), 'approval-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return {
    folder,
    write(file, content) {
      writeFileSync(
        join(folder, file),
        typeof content === 'string' ? content : JSON.stringify(content, null, 2),
      );
      return file;
    },
    async run(...args) {
      let [out, err] = ['', ''];
      const code = await run(args, {
        cwd: folder,
        env,
        out: (text) => (out += text),
        err: (text) => (err += text),
        isInteractive: false,
        color: false,
        columns: 100,
        signal: signal ?? AbortSignal.timeout(10_000),
      });
      return { code, out, err };
    },
  };
}

/** One reviewer signs, or sends it back. */
export const signOff = {
  definitionId: 'sign-off',
  name: 'Sign-off',
  nodes: [
    {
      nodeId: 'legal',
      type: 'human',
      slaMs: 3_600_000,
      config: { reviewers: [{ userId: 'maria', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
    },
    { nodeId: 'publish', type: 'agent', config: { agentId: 'printer', urlPath: 'url' } },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [
    { from: 'legal', to: 'publish' },
    { from: 'legal', to: 'rework', when: '{"op":"eq","args":[{"var":"step.status"},"breached"]}' },
  ],
} as const;
