/** A page with an inbox and a run, like those of products; the browser loads this bundle. */
import { createApprovalClient } from '@org/approval-client';
import { StrictMode, Suspense, createElement as h, lazy, useState } from 'react';
import { type Container, createRoot, hydrateRoot } from 'react-dom/client';
import { ApprovalProvider, useApprovalClient, useExecution, useInbox } from '../index.js';

const client = createApprovalClient({
  baseUrl: '/approvals',
  session: 'same-origin',
  retry: { baseDelayMs: 20, maxDelayMs: 100, maxAttempts: 2 },
});

function Inbox({ onOpen }: { readonly onOpen: (executionId: string) => void }) {
  const { items, isLoading, isLive, error } = useInbox();
  if (isLoading) return h('p', { id: 'inbox' }, 'Loading …');
  return h(
    'section',
    { id: 'inbox', 'data-live': isLive },
    h('h1', null, `Waiting for you: ${items.length}`),
    error === null ? null : h('p', { role: 'alert' }, error.message),
    items.map((item) =>
      h(
        'button',
        { key: `${item.executionId} ${item.stepId}`, onClick: () => onOpen(item.executionId) },
        item.commentBody ?? item.stepId,
      ),
    ),
  );
}

function Run({ executionId }: { readonly executionId: string }) {
  const { execution, error } = useExecution(executionId);
  const { steps } = useApprovalClient();
  if (error !== null && execution === null) return h('p', { id: 'run', role: 'alert' }, error.message);
  if (execution === null) return h('p', { id: 'run' }, 'Loading …');
  const waiting = execution.steps.find((it) => it.status === 'waiting');
  const approve = () =>
    waiting &&
    steps.recordReviewerDecision({
      ...{ executionId, stepId: waiting.stepId, reviewerId: 'ann', decision: 'approve' },
    });
  return h(
    'section',
    { id: 'run' },
    h('p', null, `${execution.definitionId}: ${execution.status}`),
    waiting === undefined ? null : h('button', { onClick: () => void approve() }, 'Approve'),
  );
}

function App() {
  const [open, setOpen] = useState<string | null>(null);
  return h('main', null, h(Inbox, { onOpen: setOpen }), open === null ? null : h(Run, { executionId: open }));
}

const { document } = globalThis as unknown as {
  document: { getElementById: (id: string) => Container; querySelector: (selector: string) => unknown };
};
/** Hydrates a server-rendered page, its second part a second after the first one has read. */
function hydrate(root: Container) {
  const Late = lazy(
    () =>
      new Promise<{ default: typeof Count }>((resolve) =>
        setTimeout(() => resolve({ default: Count }), 1_000),
      ),
  );
  const late = h(Suspense, { fallback: h('p', null, '…') }, h(Late, { id: 'list' }));
  hydrateRoot(root, h(ApprovalProvider, { client }, h(Count, { id: 'header' }), late), {
    onRecoverableError: (error) => console.error(error),
  });
}

function Count({ id }: { readonly id: string }) {
  const { items, isLoading } = useInbox();
  return h('p', { id }, isLoading ? 'Loading …' : `${items.length} waiting`);
}

const root = document.getElementById('root');
if (document.querySelector('#list') !== null) hydrate(root);
else createRoot(root).render(h(StrictMode, null, h(ApprovalProvider, { client, pollMs: 3_600_000 }, h(App))));
