/**
 * A product: an engine, the approvals under `/approvals` with a session cookie, and a React page.
 */
import { type ApprovalEngine, createApprovalEngine, createMemoryStore } from '@org/approval-core';
import { ROLES, createHandler } from '@org/approval-http';
import { toNodeListener } from '@org/approval-http/node';
import { build } from 'esbuild';
import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Bundles the page as a product does; `development` enables the checks of strict mode. */
export async function script(mode: 'development' | 'production'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    minify: mode === 'production',
    write: false,
    format: 'iife',
    platform: 'browser',
    conditions: ['@org/source'],
    define: { 'process.env.NODE_ENV': `"${mode}"` },
  });
  return outputFiles[0]?.text ?? '';
}

export interface Product {
  readonly engine: ApprovalEngine;
  readonly url: string;
  /** Every request to the approvals, as `GET events/stream`. */
  readonly asked: readonly string[];
  /** Ends every connection; `down`: and answers no other one until it is `up` again. */
  readonly cut: () => void;
  isDown: boolean;
}

export async function product(): Promise<Product> {
  const engine = createApprovalEngine({ store: createMemoryStore() });
  const handler = createHandler({
    engine,
    basePath: '/approvals',
    rateLimiter: false,
    authenticate: async ({ headers }) => {
      const subject = /session=(\w+)/.exec(String(headers['cookie']))?.[1] ?? 'nobody';
      return { workspaceId: 'default', subject, permissions: new Set(ROLES.reviewer) };
    },
  });
  const approvals = toNodeListener(handler);
  const asked: string[] = [];
  const it = { isDown: false };
  const page = await script('development');
  const server = createServer((request: IncomingMessage, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/approvals/')) {
      asked.push(`${request.method} ${path.replace('/approvals/v2/workflow/', '').replace(/\?.*/, '')}`);
      if (it.isDown) request.socket.destroy();
      else approvals(request, response);
      return;
    }
    const isScript = path === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(
      isScript
        ? page
        : `<!doctype html><link rel="icon" href="data:,"><div id="root">${path === '/rendered' ? RENDERED : ''}</div><script src="/page.js"></script>`,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await engine.stop();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return Object.assign(it, { engine, url, asked, cut: () => server.closeAllConnections() });
}

/** Output of react-dom/server for a page whose second part is in a Suspense boundary. */
const RENDERED = '<p id="header">Loading …</p><!--$--><p id="list">Loading …</p><!--/$-->';

/** A definition with two reviewers, one after the other. */
export const LETTER = {
  definitionId: 'letter',
  name: 'Letter',
  nodes: [
    {
      nodeId: 'first',
      type: 'human' as const,
      config: {
        reviewers: [{ userId: 'ann', mandatory: true }],
        commentBody: 'Is the letter right?',
        onReject: { routeToNodeId: 'rework' },
      },
    },
    {
      nodeId: 'second',
      type: 'human' as const,
      config: {
        reviewers: [{ userId: 'bob', mandatory: true }],
        commentBody: 'May it go out?',
        onReject: { routeToNodeId: 'rework' },
      },
    },
    { nodeId: 'rework', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [{ from: 'first', to: 'second' }],
};
