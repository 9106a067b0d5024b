/** Requests to pages and actions: visitor, origin, and address. */
import { INSPECTOR_LIMITS } from './limits.js';
import { guarded, saidOnConsole } from '@org/approval-internal/guarded';
import { foreignHost, isOwnForm } from '@org/approval-internal/browser';
import { ApprovalError, LIMITS, type WorkspaceOperations } from '@org/approval-core';
import {
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
  SEND_UNCOMPRESSED,
  headerOf,
  isCompressed,
} from '@org/approval-internal/http';
import { ACTIONS } from './actions.js';
import { SECURITY, failure, made } from './answers.js';
import { textOf } from './html/html.js';
import { page } from './html/page.js';
import { type Site, urlsBelow } from './html/site.js';
import { type InspectorOptions, type Visitor, checkInspectorOptions } from './options.js';
import { type Context, type Page, PageError } from './pages/context.js';
import { definitionPage, definitionsPage } from './pages/definitions.js';
import { deliveriesPage } from './pages/deliveries.js';
import { inboxPage } from './pages/inbox.js';
import { operationsPage } from './pages/operations.js';
import { playgroundPage } from './pages/playground/playground.js';
import { runPage } from './pages/run/run.js';
import { runsPage } from './pages/runs/runs.js';
import { completionsAt } from './data/complete.js';
import { LiveStreams } from './live.js';
import { SCRIPT } from './static/script.js';
import { STYLE } from './static/style.js';

const PAGES: Readonly<Record<string, (context: Context) => Promise<Page>>> = {
  '': runsPage,
  runs: runsPage,
  run: runPage,
  inbox: inboxPage,
  definitions: definitionsPage,
  definition: definitionPage,
  deliveries: deliveriesPage,
  operations: operationsPage,
  playground: playgroundPage,
};

const FILES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  'style.css': ['text/css; charset=utf-8', STYLE],
  'script.js': ['text/javascript; charset=utf-8', SCRIPT],
};

/** Pages that follow the feed. */
const FOLLOWING: ReadonlySet<string> = new Set(['', 'runs', 'run', 'operations']);

/** Position of the newest event; null when the store cannot be read, which the page then shows. */
async function endOf({ feed }: WorkspaceOperations): Promise<string | null> {
  try {
    return (await feed.list({ from: 'now', pageSize: 1 })).nextPosition;
  } catch (error) {
    if (error instanceof ApprovalError && error.status === 'UNAVAILABLE') return null;
    throw error;
  }
}

/**
 * The inspector as one handler. Mount it with an adapter of `./express`, `./fastify`, `./node` or
 * `./fetch` below its `basePath`. Visitors without `read` see nothing.
 * @throws TypeError that names every option that is wrong.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 * import { createInspector } from '@org/approval-inspector';
 * import { toFetch } from '@org/approval-inspector/fetch';
 *
 * const store = createMemoryStore();
 * const engine = createApprovalEngine({ store });
 * const inspector = createInspector({
 *   engine,
 *   store,
 *   basePath: '/inspect',
 *   authorize: ({ headers }) =>
 *     headers['x-user'] === 'ann'
 *       ? { workspaceId: 'default', subject: 'ann', permissions: ['read'] }
 *       : null,
 * });
 * const page = toFetch(inspector);
 * const headers = { 'x-user': 'ann' };
 * console.log((await page(new Request('https://example.com/inspect/runs', { headers }))).status); // → 200
 * console.log((await page(new Request('https://example.com/inspect/runs'))).status); // → 403
 * await engine.stop();
 * ```
 */
export function createInspector(options: InspectorOptions): HttpHandler {
  checkInspectorOptions(options);
  const { authorize, basePath = '', pages = {}, hosts = [] } = options;
  const onError = guarded(options.onError ?? ((error) => console.error(error)), saidOnConsole);
  const streams = new LiveStreams();
  const answer = async (request: HttpRequest): Promise<HttpResponse> => {
    const own = Object.entries(pages).map(([name, { label }]) => [name, label] as const);
    const withoutVisitor = siteOf({ basePath, own: [], visitor: null });
    try {
      const foreign = foreignHost(request, hosts);
      if (foreign !== null)
        throw new PageError(
          421,
          `The inspector is not served as "${foreign}": add the name to its option hosts.`,
        );
      const name = nameOf(request.path, basePath);
      const visitor = await authorize(request);
      const site = siteOf({ basePath, own, visitor });
      if (visitor === null || !site.may('read')) throw new PageError(403, 'You may not view this workspace.');
      if (name === 'live') return liveAnswer(streams, request, site, options);
      return await answerOf(request, name, site, options);
    } catch (error) {
      return failure(withoutVisitor, error, onError);
    }
  };
  return Object.assign(answer, { maxBodyBytes: INSPECTOR_LIMITS.formBytes });
}

interface Setting extends Pick<Site, 'own'> {
  readonly basePath: string;
  readonly visitor: Visitor | null;
}

const siteOf = ({ basePath, own, visitor }: Setting): Site => ({
  own,
  url: urlsBelow(basePath),
  workspaceId: visitor?.workspaceId ?? '',
  subject: visitor?.subject ?? '',
  may: (permission) => visitor?.permissions.includes(permission) ?? false,
});

function nameOf(path: string, basePath: string): string {
  if (path === basePath) return '';
  if (!path.startsWith(`${basePath}/`)) throw new PageError(404, 'This page does not exist.');
  return path.slice(basePath.length + 1);
}

async function answerOf(
  request: HttpRequest,
  name: string,
  site: Site,
  { engine, store, pages = {}, now = Date.now, live = true }: InspectorOptions,
): Promise<HttpResponse> {
  const isPost = request.method === 'POST';
  if (!isPost && request.method !== 'GET' && request.method !== 'HEAD')
    throw new PageError(405, 'Use GET for pages and POST for forms.');
  const given = isPost ? formOf(request) : new URLSearchParams(request.query);
  const operations = engine.forWorkspace(site.workspaceId);
  // Read before the content, so that the stream has every later event.
  const after = live && !isPost && FOLLOWING.has(name) ? await endOf(operations) : null;
  const context: Context = {
    ...{ site, engine, store, now, given, operations },
    liveUrl: (of) => (live ? site.url('live', { ...of, after }) : ''),
  };
  const action = isPost && Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action !== undefined) {
    const location = await action(context);
    return { status: 303, headers: { ...SECURITY, location, 'cache-control': 'no-store' }, body: '' };
  }
  if (isPost && name === 'complete') return completions(context);
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (file !== undefined) {
    const [type, text] = file;
    return {
      status: 200,
      headers: { ...SECURITY, 'content-type': type, 'cache-control': 'private, max-age=300' },
      body: text,
    };
  }
  const make = Object.hasOwn(PAGES, name) ? PAGES[name] : ownPage(pages, name);
  if (make === undefined || (isPost && name !== 'playground'))
    throw new PageError(404, 'This page does not exist.');
  const { place, title, content } = await make(context);
  return made(200, textOf(page(site, place, title, content)));
}

function ownPage(
  pages: NonNullable<InspectorOptions['pages']>,
  name: string,
): ((context: Context) => Promise<Page>) | undefined {
  const own = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (own === undefined) return undefined;
  return async ({ given }) => ({ place: name, title: own.label, content: await own.content(given) });
}

/** Completes drafts up to the size of a definition. */
function completions({ given: all }: Context): HttpResponse {
  const text = (all.get('text') ?? '').slice(0, LIMITS.requestBytes);
  const offset = Number(all.get('offset') ?? Number.NaN);
  if (!Number.isSafeInteger(offset) || offset < 0 || offset > text.length)
    throw new PageError(400, '"offset" must be a position in "text".');
  const headers = { ...SECURITY, 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { status: 200, headers, body: JSON.stringify(completionsAt(text, offset)) };
}

function liveAnswer(
  streams: LiveStreams,
  request: HttpRequest,
  { workspaceId, subject }: Site,
  { engine }: InspectorOptions,
): HttpResponse {
  if (request.method !== 'GET') throw new PageError(405, 'Use GET for streams.');
  const query = new URLSearchParams(request.query);
  const executionId = query.get('executionId') ?? undefined;
  // A renewed stream goes on where the browser is.
  const after = headerOf(request, 'last-event-id') ?? query.get('after') ?? undefined;
  const { feed } = engine.forWorkspace(workspaceId);
  const stream = streams.begin({ feed, executionId, after, holder: { workspaceId, subject } });
  if (stream === null) throw new PageError(503, 'Too many pages are open; this one polls instead.');
  const type = {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    'cache-control': 'no-store, no-transform',
  };
  return { status: 200, headers: { ...SECURITY, ...type }, body: '', stream };
}

/** Reads a form of these pages; forms from other sites are refused, even with cookies. */
function formOf(request: HttpRequest): URLSearchParams {
  if (!isOwnForm(request)) throw new PageError(403, 'Forms are accepted only from pages of the inspector.');
  if (!(headerOf(request, 'content-type') ?? '').startsWith('application/x-www-form-urlencoded'))
    throw new PageError(400, 'The content type must be application/x-www-form-urlencoded.');
  if (isCompressed(request)) throw new PageError(415, `${SEND_UNCOMPRESSED}.`);
  const { body } = request;
  if (body.kind === 'too-large')
    throw new PageError(400, `The form exceeds ${INSPECTOR_LIMITS.formBytes} bytes.`);
  if (body.kind === 'bytes') return new URLSearchParams(new TextDecoder().decode(body.bytes));
  if (body.kind === 'parsed' && typeof body.value === 'object' && body.value !== null) {
    const texts = Object.entries(body.value).filter(
      (it): it is [string, string] => typeof it[1] === 'string',
    );
    return new URLSearchParams(texts);
  }
  throw new PageError(400, 'The form could not be read.');
}
