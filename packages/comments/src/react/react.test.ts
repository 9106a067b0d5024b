/** The component and the hooks in React, in a document of happy-dom. */
import { Window } from 'happy-dom';
import { StrictMode, act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { CommentsClient } from '../client/client.js';
import type { CommentDataProvider } from '../provider/provider.js';
import type { PartialCommentAnnotation } from '../record.js';
import { createLocalService } from '../service/local-service.js';
import type { CommentService } from '../service/port.js';
import { comment, thread } from '../test-support/records.js';
import {
  useCommentAnnotations,
  useCommentNotifications,
  useCommentsClient,
  useCommentsStatus,
} from './hooks.js';
import { CommentsProvider, type CommentsProviderProps } from './provider.js';

const window = new Window();
beforeAll(() => {
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', window.document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  return () => {
    vi.unstubAllGlobals();
  };
});

let kept: Map<string, PartialCommentAnnotation>;
let service: CommentService;
let client: CommentsClient;
const ok = { success: true, statusCode: 200 };
const provider: CommentDataProvider = {
  get: async ({ commentAnnotationIds = [] }) => ({
    ...ok,
    data: Object.fromEntries([...kept].filter(([id]) => commentAnnotationIds.includes(id))),
  }),
  save: async ({ commentAnnotation }) => {
    for (const [id, annotation] of Object.entries(commentAnnotation)) kept.set(id, annotation);
    return ok;
  },
  delete: async ({ commentAnnotationId }) => {
    kept.delete(commentAnnotationId);
    return ok;
  },
};

function Page() {
  client = useCommentsClient();
  const texts = useCommentAnnotations().flatMap((it) =>
    Object.values(it.comments).map((one) => one.commentText),
  );
  const inAnnex = useCommentAnnotations('annex').length;
  const news = useCommentNotifications().map((it) => it.kind);
  return createElement(
    'p',
    null,
    [useCommentsStatus().status, texts.join(), inAnnex, news.join()].join(' | '),
  );
}

const props = (more: Partial<CommentsProviderProps> = {}): CommentsProviderProps => ({
  dataProviders: { comment: provider },
  user: { userId: 'ada', organizationId: 'acme' },
  documentIds: ['contract'],
  options: { service },
  ...more,
});

const app = (given: CommentsProviderProps) =>
  createElement(StrictMode, null, createElement(CommentsProvider, given, createElement(Page)));

async function mount(given = props()) {
  const element = window.document.createElement('div');
  const root = createRoot(element);
  const render = (next: CommentsProviderProps) => act(async () => root.render(app(next)));
  await render(given);
  onTestFinished(() => act(async () => root.unmount()));
  return { text: () => element.textContent, render };
}

beforeEach(() => {
  kept = new Map();
  service = createLocalService();
});

test('shows threads, changes at once, and what is news to whom', async () => {
  const { text, render } = await mount();
  expect(text()).toBe('ready |  | 0 | ');
  await act(() => client.addCommentAnnotation(thread('t1', [comment(1, 'ada', { commentText: 'one' })])));
  expect(text()).toBe('ready | one | 0 | ');
  await render(props({ user: { userId: 'bob', organizationId: 'acme' } }));
  expect(text()).toBe('ready | one | 0 | mention');
  await render(props({ user: { userId: 'bob', organizationId: 'other' } }));
  expect(text()).toBe('ready |  | 0 | ');
});

test('a provider that answers with fields of any shape leaves the page standing', async () => {
  await mount();
  await act(() =>
    client.addCommentAnnotation(thread('t1', [comment(1), { commentId: 2, commentText: 'two' }])),
  );
  const odd = { commentId: 2, to: 5, taggedUserContacts: null, from: null, createdAt: null };
  const before = kept.get('t1')!;
  kept.set('t1', { ...before, comments: { ...before.comments, 2: odd as never } });
  const { text } = await mount(props({ user: { userId: 'bob', organizationId: 'acme' } }));
  expect(text()).toContain('mention');
});

test('whoever signs in next is told nothing of how far the one before had read', async () => {
  const { text, render } = await mount();
  expect(text()).toBe('ready |  | 0 | ');
  service = { ...service, list: () => new Promise(() => undefined) };
  await render(props({ user: { userId: 'bob', organizationId: 'acme' } }));
  expect(text()).toBe('loading |  | 0 | ');
});

test('another list of documents is read; the same one in another array is not', async () => {
  const lists: unknown[] = [];
  const { list } = service;
  service = {
    ...service,
    list: (request) => {
      lists.push(request.documentIds);
      return list(request);
    },
  };
  const { text, render } = await mount();
  const before = lists.length;
  await render(props({ documentIds: ['contract'] }));
  expect(lists.length).toBe(before);
  await render(props({ documentIds: ['contract', 'annex'] }));
  expect(lists.at(-1)).toEqual(['contract', 'annex']);
  await act(() => client.addCommentAnnotation(thread('t2', [], { metadata: { documentId: 'annex' } })));
  expect(text()).toBe('ready |  | 1 | ');
});

test('functions and headers of a provider are those of the last render', async () => {
  const seen: string[] = [];
  const with2 = (token: string): CommentsProviderProps =>
    props({
      dataProviders: {
        comment: {
          ...provider,
          save: async (request) => {
            seen.push(`save ${token}`);
            return provider.save!(request);
          },
        },
        activity: {
          config: {
            getConfig: { url: '/get' },
            saveConfig: { url: '/save', headers: () => Promise.resolve({ authorization: token }) },
          },
        },
      },
      options: {
        service,
        fetch: async (_url, init) => {
          seen.push(`activity ${new Headers(init?.headers).get('authorization')}`);
          return new Response('{"success": true}');
        },
      },
    });
  const { render } = await mount(with2('old'));
  await act(() => client.addCommentAnnotation(thread('t1', [comment(1)])));
  await render(with2('new'));
  await act(() => client.addComment('t1', { commentText: 'two' }));
  await act(() => client.records('activity').add({ documentId: 'contract' }));
  expect(seen).toEqual(['save old', 'save new', 'activity new']);
});

test('without documents a page is ready, and shows none', async () => {
  const { text, render } = await mount();
  await act(() => client.addCommentAnnotation(thread('t1', [comment(1, 'ada', { commentText: 'one' })])));
  await render(props({ documentIds: [] }));
  expect(text()).toBe('ready |  | 0 | ');
  await render(props());
  expect(text()).toBe('ready | one | 0 | ');
});

test('a service that is down is a status', async () => {
  service = { ...service, list: () => Promise.reject(new Error('down')) };
  const { text } = await mount();
  expect(text()).toBe('failed |  | 0 | ');
});

test('on a server it renders what there is before anything was read', () => {
  expect(renderToString(app(props()))).toBe('<p>loading |  | 0 | </p>');
});

test('a provider that cannot be registered, and hooks outside of the component, say so', () => {
  expect(() => renderToString(app(props({ dataProviders: { comment: {} } })))).toThrow(
    'lacks get, save, delete',
  );
  expect(() => renderToString(createElement(Page))).toThrow('Put a <CommentsProvider> around');
});
