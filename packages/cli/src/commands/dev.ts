/** `approval dev`: engine, HTTP surface, inspector and mail sink, with a watched folder. */
import { type ApprovalEngine, type ApprovalStore, createApprovalEngine } from '@org/approval-core';
import type { HttpHandler } from '@org/approval-http';
import { type LocalServer, serveLocally } from '@org/approval-inspector/local';
import { openStore } from '@org/approval-store-sql/open';
import { createWebhookTransport } from '@org/approval-webhooks/node';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, messageOf } from '@org/approval-internal/errors';
import { jsonText } from '../report/json.js';
import { everyAgent } from '../dev/agents.js';
import { calendarsIn, keptFolder, madeFolder, watchFolder } from '../dev/folder.js';
import { peopleOf } from '../dev/people.js';
import type { Reading } from '../dev/pages.js';
import { WORKSPACE, devService } from '../dev/service.js';
import { onlyWorkspace } from '../dev/own-workspace.js';
import { CliError, EXIT, type Io } from '../io.js';
import { textReport } from '../report/text.js';
import { openInBrowser } from '../dev/browser.js';
import { openUrl, shownUrl } from './store.js';

export interface DevOptions {
  readonly definitions: string;
  readonly store: string | undefined;
  readonly port: number;
  readonly as: string;
  readonly open: boolean;
  readonly json: boolean;
}

export async function dev(io: Io, options: DevOptions): Promise<number> {
  const calendars = await calendarsIn(io, options.definitions);
  const { store: opened, close } = await openedStore(io, options.store);
  const stop = new AbortController();
  const store = onlyWorkspace(opened, WORKSPACE, (workspaceId) => stop.abort(workspaceId));
  const onError = (error: unknown) => io.err(`${error instanceof Error ? error.message : String(error)}\n`);
  const logger = { debug: () => undefined, info: () => undefined, warn: onError, error: onError };
  const engine = createApprovalEngine({
    store,
    logger,
    agents: everyAgent(),
    directory: peopleOf(io),
    calendars,
    webhooks: { transport: createWebhookTransport() },
    // The database belongs to this folder and holds only development data.
    allowPlaintextSecrets: true,
  });
  try {
    const signal = AbortSignal.any([io.signal, stop.signal]);
    await served({ ...io, signal }, options, { engine, store, calendars, onError });
    if (!stop.signal.aborted) return EXIT.done;
    throw new CliError(
      `the store has work of workspace "${String(stop.signal.reason)}", which was left to its own engines: dev runs workspace "${WORKSPACE}" alone and passes every agent; pass another --store`,
    );
  } finally {
    await engine.stop({ graceMs: 1_000 });
    await close();
  }
}

/** Opens the given store, by default a file in a folder that this function creates. */
async function openedStore(io: Io, given: string | undefined) {
  const folder = join(io.cwd, '.approval');
  if (given === undefined) await mkdir(folder, { recursive: true });
  const url = given ?? `sqlite:${join(folder, 'dev.db')}`;
  return openStore(openUrl(io, url)).catch((error: unknown) => {
    throw new CliError(`${shownUrl(url)}: ${messageOf(error)}`);
  });
}

interface Running {
  readonly engine: ApprovalEngine;
  readonly store: ApprovalStore;
  readonly calendars: object;
  readonly onError: (error: unknown) => void;
}

/** Serves until the signal of `io` aborts. */
async function served(io: Io, options: DevOptions, running: Running): Promise<void> {
  const { definitions: folder, port, as: subject, json } = options;
  const { engine, store, onError } = running;
  const isMade = await madeFolder(io, folder);
  let reading: Reading = { folder, files: [], fault: null };
  const read = async (): Promise<void> => {
    const before = reading;
    reading = await readingOf(io, folder, running);
    tell(io, json, before, reading);
  };
  // The handler needs the port, which is known once the server listens.
  let service: HttpHandler | null = null;
  const server = await listening(
    port,
    Object.assign(
      (request: Parameters<HttpHandler>[0]) =>
        service === null ? Promise.resolve(STARTING) : service(request),
      { maxBodyBytes: 3 * 1_048_576 },
    ),
  );
  const { url } = server;
  service = devService({ engine, store, url, subject, reading: () => reading, signal: io.signal, onError });
  if (isMade && !json) io.out(`created the example ${join(folder, 'sign-off.json')}\n`);
  await read();
  watchFolder(io, folder, read, onError);
  io.out(json ? `${jsonText({ kind: 'ready', url })}\n` : welcome(url, folder));
  if (options.open) openInBrowser(url, onError);
  await ended(io.signal);
  await server.close();
}

const STARTING = { status: 503, headers: { 'retry-after': '1' }, body: 'starting\n' };

async function listening(port: number, handler: HttpHandler): Promise<LocalServer> {
  try {
    return await serveLocally(handler, { port });
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    throw new CliError(`port ${port} is taken; pass another --port, or --port 0 for a free one`);
  }
}

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const welcome = (url: string, folder: string): string => `
  Inspector   ${url}
  Mails       ${url}/mails     mails that reviewers would get
  HTTP        ${url}/v2/workflow/…     with a header x-user: NAME
  Definitions are reloaded from ${folder}/ on change. Every agent passes, and all time is working time.
  Groups, roles and managers are those of people.json; others are made up. Stop with Ctrl+C.
`;

async function readingOf(io: Io, folder: string, { engine, calendars }: Running): Promise<Reading> {
  try {
    const operations = engine.forWorkspace(WORKSPACE);
    return { folder, files: await keptFolder(io, folder, { operations, calendars }), fault: null };
  } catch (error) {
    // A folder or file that vanished: reported, and read again with the next change.
    if (!(error instanceof CliError) && codeOf(error) === undefined) throw error;
    return { folder, files: [], fault: messageOf(error) };
  }
}

/** Reports versions and findings that the reading before did not have. */
function tell(io: Io, json: boolean, before: Reading, { folder, files, fault }: Reading): void {
  const findings = files.flatMap((it) => it.findings);
  const kept = files.flatMap((it) => it.kept);
  if (json) {
    const shown = findings.map(({ text: _, ...finding }) => finding);
    io.out(`${jsonText({ kind: 'read', definitions: kept, findings: shown, fault })}\n`);
    return;
  }
  if (fault !== null) io.out(`${folder}: ${fault}\n`);
  for (const it of kept) if (it.isNew) io.out(`✓ ${it.definitionId} v${it.version}\n`);
  const isSame = JSON.stringify(findings) === JSON.stringify(before.files.flatMap((it) => it.findings));
  if (isSame) return;
  if (findings.length > 0) io.out(textReport(findings, files.length, io.color));
  else io.out('✓ nothing left to fix\n');
}
