/**
 * Spans. Work is a span below its cause; each change of a run is a span in the run's own trace,
 * with links to and from the work. A run can be followed over processes and weeks, and no span
 * outlasts its work.
 */
import {
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  type Tracer,
  context,
  trace,
} from '@opentelemetry/api';
import type { TelemetryRun, TelemetrySpan, TelemetryWork } from '@org/approval-core/store';
import { runContext } from './run-context.js';

type Commit = Extract<TelemetryWork, { readonly kind: 'commit' }>;
type Ended = Parameters<TelemetrySpan['end']>[0];

/** More links than that are dropped by exporters anyway. */
const MOST_LINKS = 64;

const isCommit = (work: TelemetryWork): work is Commit => work.kind === 'commit';

const NAMES: {
  readonly [K in TelemetryWork['kind']]: (work: Extract<TelemetryWork, { kind: K }>) => string;
} = {
  command: ({ command }) => `approval ${command}`,
  commit: () => 'approval commit',
  job: ({ job }) => `approval job ${job}`,
  'agent-call': ({ agentId }) => `approval agent ${agentId}`,
  call: () => 'approval call',
  notification: ({ channel }) => `approval notification ${channel}`,
  delivery: () => 'approval delivery',
};

const OWN: {
  readonly [K in TelemetryWork['kind']]: (work: Extract<TelemetryWork, { kind: K }>) => Attributes;
} = {
  command: ({ command, stepId }) => ({
    'approval.command': command,
    ...(stepId !== null && { 'approval.step_id': stepId }),
  }),
  commit: ({ changes }) => ({ 'approval.changes': changes.length }),
  job: ({ job, stepId, delayMs }) => ({
    'approval.job': job,
    'approval.step_id': stepId,
    'approval.job.delay_ms': delayMs,
  }),
  'agent-call': ({ agentId, stepId, attempt }) => ({
    'approval.agent_id': agentId,
    'approval.step_id': stepId,
    'approval.attempt': attempt,
  }),
  call: ({ receiver, stepId, attempt }) => ({
    'approval.receiver': receiver,
    'approval.step_id': stepId,
    'approval.attempt': attempt,
  }),
  notification: ({ channel, stepId, attempt }) => ({
    'approval.channel': channel,
    'approval.step_id': stepId,
    'approval.attempt': attempt,
  }),
  delivery: ({ receiver, attempt }) => ({ 'approval.receiver': receiver, 'approval.attempt': attempt }),
};

const runAttributes = ({ workspaceId, executionId }: TelemetryRun): Attributes => ({
  'approval.workspace_id': workspaceId,
  'approval.execution_id': executionId,
});

export class Traces {
  private readonly tracer: Tracer;
  private readonly runRatio: number;
  /** Spans by the handle that the engine passes as a cause. */
  private readonly spans = new WeakMap<TelemetrySpan, Span>();

  constructor(tracer: Tracer, runRatio: number) {
    this.tracer = tracer;
    this.runRatio = runRatio;
  }

  begin(work: TelemetryWork): TelemetrySpan {
    // Jobs and commits have no parent: a commit is of several calls.
    const parent = work.kind === 'job' || isCommit(work) ? ROOT_CONTEXT : context.active();
    const span = this.tracer.startSpan(
      (NAMES[work.kind] as (of: TelemetryWork) => string)(work),
      {
        attributes: {
          ...(OWN[work.kind] as (of: TelemetryWork) => Attributes)(work),
          ...(!isCommit(work) && runAttributes(work)),
        },
        links: this.linksOf(work),
      },
      parent,
    );
    const startTime = new Date();
    const within: Context = trace.setSpan(parent, span);
    const made: TelemetrySpan = {
      within: (run) => context.with(within, run),
      end: (ended) => {
        if (isCommit(work)) this.changes(work, { span, ended, startTime });
        conclude(span, ended);
      },
    };
    this.spans.set(made, span);
    return made;
  }

  private linksOf(work: TelemetryWork): Link[] {
    if (!isCommit(work)) return work.kind === 'job' ? [{ context: runContext(work, this.runRatio) }] : [];
    const causes = work.changes.flatMap((it) => it.causes);
    return causes.slice(0, MOST_LINKS).flatMap((cause) => {
      const span = this.spans.get(cause);
      return span === undefined ? [] : [{ context: span.spanContext() }];
    });
  }

  /** A span in the trace of each run that was changed. */
  private changes(
    { changes }: Commit,
    { span, ended, startTime }: { readonly span: Span; readonly ended: Ended; readonly startTime: Date },
  ): void {
    const outcomes = 'outcome' in ended && Array.isArray(ended.outcome) ? ended.outcome : [];
    for (const [index, change] of changes.entries()) {
      if (outcomes[index] !== 'committed') continue;
      const causes = change.causes.flatMap((it) => this.spans.get(it) ?? []);
      const made = this.tracer.startSpan(
        `approval change ${change.definitionId}`,
        {
          startTime,
          attributes: {
            ...runAttributes(change),
            'approval.definition_id': change.definitionId,
            'approval.seq': change.seq,
            'approval.events': [...change.events],
          },
          links: [span, ...causes].slice(0, MOST_LINKS).map((it) => ({ context: it.spanContext() })),
        },
        trace.setSpanContext(ROOT_CONTEXT, runContext(change, this.runRatio)),
      );
      for (const cause of causes) cause.addLink({ context: made.spanContext() });
      made.end();
    }
  }
}

function conclude(span: Span, ended: Ended): void {
  if ('error' in ended) {
    const { error } = ended;
    span.recordException(error instanceof Error ? error : String(error));
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
  } else if (typeof ended.outcome === 'string') {
    span.setAttribute('approval.outcome', ended.outcome);
    if (BAD.has(ended.outcome)) span.setStatus({ code: SpanStatusCode.ERROR, message: ended.outcome });
  }
  span.end();
}

/** Results marked as errors for operators; a refused caller is not an engine fault. */
const BAD: ReadonlySet<string> = new Set(['failed', 'invalid', 'late', 'dead']);
