/** The runs of the document's approval, as the engine tells them. */
import { useCallback, useMemo, useState } from 'react';
import { createApprovalClient } from '@org/approval-client';
import type { ExecutionView } from '@org/approval-core';
import { DOCUMENT_ID, ORGANIZATION, type Session } from '../setting.js';
import { type Live, type Looking, useLooking } from './use-live.js';

export type Decision = 'approve' | 'reject';

export interface Runs extends Looking {
  /** The oldest first; null: not known yet. */
  readonly all: readonly ExecutionView[] | null;
  readonly decide: (step: { executionId: string; stepId: string }, decision: Decision) => Promise<void>;
}

/** Number of runs whose decisions the page shows. */
const MOST_RUNS = 20;
const OPEN: readonly string[] = ['pending', 'running'];

export function useRuns({ service, user }: Session, live: Live): Runs {
  const { url, apiKey, authToken } = service;
  const client = useMemo(
    () =>
      createApprovalClient({
        baseUrl: `${url}/approvals`,
        apiKey,
        authToken,
        retry: { maxAttempts: 2 },
      }),
    [url, apiKey, authToken],
  );
  const [all, setAll] = useState<readonly ExecutionView[] | null>(null);
  const ended = useMemo(() => new Map<string, ExecutionView>(), []);

  const look = useCallback(async () => {
    const of = { organizationId: ORGANIZATION, documentId: DOCUMENT_ID, pageSize: MOST_RUNS };
    const { items } = await client.executions.list(of);
    const views = items.map(async ({ executionId }) => {
      const view = ended.get(executionId) ?? (await client.executions.get({ executionId }));
      // An ending is for ever: it need not be read again.
      if (!OPEN.includes(view.status)) ended.set(executionId, view);
      return view;
    });
    setAll((await Promise.all(views)).reverse());
  }, [client, ended]);
  const looking = useLooking(look, 'approvals', live);

  const decide = useCallback<Runs['decide']>(
    async ({ executionId, stepId }, decision) => {
      await client.steps.recordReviewerDecision({ executionId, stepId, reviewerId: user.userId, decision });
    },
    [client, user.userId],
  );
  return { all, decide, ...looking };
}
