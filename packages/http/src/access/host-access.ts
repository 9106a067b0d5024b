/** What the host says of a caller (contract section 18): which runs it sees, and whether it may do what it asks for. */
import {
  ApprovalError,
  type ApprovalEngine,
  type Caller,
  type DefinitionView,
  type Visible,
  type WorkspaceOperations,
} from '@org/approval-core';
import { type ExecutionSummaryView, OPERATIONS } from '@org/approval-core/views';
import { checkShape, isOperationPath, visibleFault } from '@org/approval-core/internal';
import type { Principal } from '../permissions.js';
import { type Named, namedBy } from './named.js';

/** What is asked of `authorize`. */
export interface AuthorizeRequest {
  /** Who asks. */
  readonly principal: Principal;
  /** Path of the operation, as in `executions/get`. */
  readonly operation: string;
  readonly workspaceId: string;
  /** The run that the request names, without its steps; null when it names none. */
  readonly execution: ExecutionSummaryView | null;
  /** The definition that the request names, in its newest version; null when it names none. */
  readonly definition: DefinitionView | null;
}

/** What a host can say of callers beside their permissions. */
export interface HostAccess {
  /**
   * Whether a caller may do what it asks for; asked once for each request (for each item of `steps/decideMany`), before the
   * operation, about what exists and may be read. A denied read of one run or definition is answered as if it did not exist, everything else PERMISSION_DENIED; what
   * throws, or gives anything else, is UNAVAILABLE.
   */
  readonly authorize?: (request: AuthorizeRequest) => 'allow' | 'deny' | Promise<'allow' | 'deny'>;
  /**
   * Which runs a caller sees: lists, the inbox and the feed hold no others, and reads of others are NOT_FOUND, as are permits that
   * others asked for in them. Up to 1,000 ids of each kind. What throws, or gives anything else, is UNAVAILABLE.
   */
  readonly visible?: (request: {
    readonly principal: Principal;
    readonly workspaceId: string;
  }) => Visible | Promise<Visible>;
}

/** A request that is about to be done. */
export interface Asked {
  readonly principal: Principal;
  readonly operation: string;
  readonly data: unknown;
}

export interface Access {
  /** The operations as this caller has them. */
  readonly operationsFor: (principal: Principal) => Promise<WorkspaceOperations>;
  /** Which runs this caller sees; undefined: the host narrows nobody. */
  readonly visibleTo: (principal: Principal) => Promise<Visible | undefined>;
  /** Throws what the host has against it. */
  readonly authorize: (asked: Asked, on: WorkspaceOperations) => Promise<void>;
  /** Throws what the host has against a request that names neither run nor definition. */
  readonly allow: (asked: Pick<Asked, 'principal' | 'operation'>) => Promise<void>;
}

/** The stream of events is a read like `events/list`; it and health are asked for by GET. */
const STREAM = 'events/stream';

/** Whether a request reads one run or definition, where it names one. */
function readsOne(path: string, { execution, definition }: Named): boolean {
  const reads = isOperationPath(path)
    ? OPERATIONS[path].effect === 'read' && !OPERATIONS[path].checksItself
    : path === STREAM;
  return reads && (execution !== null || definition !== null);
}

/** Checks what is about to be asked of the host, where the operation does not do so in its own words, or item by item. */
function check({ operation, data }: Asked): void {
  if (!isOperationPath(operation)) return;
  const { checksItself, byItem } = OPERATIONS[operation];
  if (!checksItself && byItem === null) checkShape(OPERATIONS[operation], data);
}

interface AccessOptions extends HostAccess {
  readonly links?: { readonly baseUrl: string };
  /** The subs that answer for people on what programs ask for. */
  readonly relays?: readonly string[];
}

export function accessOf(
  engine: ApprovalEngine,
  { authorize, visible, links, relays = [] }: AccessOptions,
): Access {
  async function visibleTo(principal: Principal): Promise<Visible | undefined> {
    if (visible === undefined) return undefined;
    const { workspaceId } = principal;
    const given = await hosts('visible', async () => visible({ principal, workspaceId }));
    const fault = visibleFault(given);
    if (fault !== null) throw unavailable(new Error(fault));
    return given;
  }

  async function ask(asked: Pick<Asked, 'principal' | 'operation'>, names: Named): Promise<void> {
    if (authorize === undefined) return;
    const { principal, operation } = asked;
    const { execution, definition } = names;
    const { workspaceId } = principal;
    const answer: unknown = await hosts('authorize', async () =>
      authorize({ principal, operation, workspaceId, execution, definition }),
    );
    if (answer === 'allow') return;
    if (answer !== 'deny') throw unavailable(new Error(`authorize gave ${String(answer)}`));
    if (readsOne(operation, names)) throw notThere(names);
    throw new ApprovalError('PERMISSION_DENIED', `the host does not allow ${operation} here`);
  }

  return {
    visibleTo,
    allow: (asked) => ask(asked, { execution: null, definition: null }),
    async operationsFor(principal) {
      const caller = callerOf(principal, await visibleTo(principal));
      const relaysPermits = principal.subject !== null && relays.includes(principal.subject);
      const linksBaseUrl = links?.baseUrl ?? null;
      return engine.forWorkspace(principal.workspaceId, { ...caller, linksBaseUrl, relaysPermits });
    },
    async authorize(asked, on) {
      if (authorize === undefined) return;
      check(asked);
      await ask(asked, await namedBy(on, asked.operation, asked.data));
    },
  };
}

function callerOf({ permissions, subject }: Principal, visible: Visible | undefined): Caller {
  return {
    readsAs: permissions.has('executions:read-any') ? undefined : subject,
    visible,
    via: { kind: 'token', sub: subject },
  };
}

/** Runs a function of the host's; what it throws is its own matter, and passes. */
async function hosts<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw unavailable(new Error(`${what} threw`, { cause: error }));
  }
}

const unavailable = (cause: Error): ApprovalError =>
  new ApprovalError('UNAVAILABLE', 'the host could not say whether this is allowed; try again', {}, cause);

/** In the words of what does not exist. */
const notThere = ({ execution, definition }: Named): ApprovalError =>
  new ApprovalError(
    'NOT_FOUND',
    execution !== null
      ? `execution "${execution.executionId}" does not exist`
      : `definition "${definition?.definitionId ?? ''}" does not exist`,
  );
