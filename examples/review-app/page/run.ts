/** The run of the approval, as the engine tells it. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { createApprovalClient } from '@org/approval-client';
import type { ExternalEvent } from '@org/approval-core';
import type { Session } from '../setting.js';

export type Decision = 'approve' | 'reject';

export interface Run {
  /** Null: nothing is known yet. */
  readonly state: 'waiting' | 'completed' | 'failed' | 'cancelled' | 'unreachable' | null;
  /** Of whoever the step that waits is asking. */
  readonly waitingFor: readonly string[];
  readonly decide: (stepId: string, decision: Decision) => Promise<void>;
}

type Known = Pick<Run, 'state' | 'waitingFor'>;
const UNKNOWN: Known = { state: null, waitingFor: [] };

export function useRun({ service, executionId, user }: Session): Run {
  const { url, apiKey, authToken } = service;
  const client = useMemo(
    () => createApprovalClient({ baseUrl: `${url}/approvals`, apiKey, authToken }),
    [url, apiKey, authToken],
  );
  const [known, setKnown] = useState(UNKNOWN);

  useEffect(() => {
    const stop = new AbortController();
    const follow = async () => {
      for await (const event of client.events(executionId, { pollMs: 1_000, signal: stop.signal }))
        setKnown((before) => after(event, before));
    };
    follow().catch(() => {
      if (!stop.signal.aborted) setKnown({ state: 'unreachable', waitingFor: [] });
    });
    return () => stop.abort();
  }, [client, executionId]);

  const decide = useCallback(
    async (stepId: string, decision: Decision) => {
      const reviewerId = user.userId;
      await client.steps.recordReviewerDecision({ executionId, stepId, reviewerId, decision });
    },
    [client, executionId, user.userId],
  );
  return { ...known, decide };
}

function after(event: ExternalEvent, before: Known): Known {
  switch (event.type) {
    case 'step.awaiting-approval':
      return { state: 'waiting', waitingFor: event.data.waitingForReviewers };
    case 'execution.completed':
      return { state: 'completed', waitingFor: [] };
    case 'execution.failed':
      return { state: 'failed', waitingFor: [] };
    case 'execution.cancelled':
      return { state: 'cancelled', waitingFor: [] };
    default:
      return before;
  }
}
