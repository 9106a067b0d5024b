/** The inspector beside the quickstart: on this machine only, while it is in use. */
import type { ApprovalEngine, ApprovalStore } from '@org/approval-core';
import { PERMISSIONS, type Visitor, createInspector } from '@org/approval-inspector';
import { type LocalServer, serveLocally } from '@org/approval-inspector/local';
import { spawn } from 'node:child_process';

export const IDLE_MINUTES = 2;

/** The local user; in your service `authorize` asks your session. */
const YOU: Visitor = {
  workspaceId: 'default',
  subject: 'chief',
  permissions: PERMISSIONS,
};

interface Inspected {
  readonly engine: ApprovalEngine;
  readonly store: ApprovalStore;
}

export function serveInspector(
  inspected: Inspected,
  idleMs: number = IDLE_MINUTES * 60_000,
): Promise<LocalServer> {
  return serveLocally(createInspector({ ...inspected, authorize: () => YOU }), { idleMs });
}

/** A pipe and CI have no user who could end it. */
export const isSomebodyThere = ({
  stdout,
  env,
}: Pick<NodeJS.Process, 'env'> & { stdout: { isTTY?: boolean } }): boolean =>
  stdout.isTTY === true && (env['CI'] ?? '') === '';

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Without a browser, the printed address is enough. */
export function openBrowser(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .once('error', () => console.log('  No browser could be opened from here.'))
    .unref();
}
