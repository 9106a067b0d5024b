/** Access rules of the host (contract section 18): visible runs and permitted requests. */
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

/** Argument of `authorize`. */
export interface AuthorizeRequest {
  /** The caller. */
  readonly principal: Principal;
  /** Path of the operation, as in `executions/get`. */
  readonly operation: string;
  readonly workspaceId: string;
  /** The run that the request names, without its steps; null if it names none. */
  readonly execution: ExecutionSummaryView | null;
  /** The definition that the request names, in its newest version; null if it names none. */
  readonly definition: DefinitionView | null;
}

/** Access rules of the host, in addition to permissions. */
export interface HostAccess {
  /**
   * Decides whether a caller may do what it asks for. Called once for each request (for each item
   * of `steps/decideMany`) before the operation, only about what exists and may be read. A denied
   * read of one run or definition is NOT_FOUND; any other denial is PERMISSION_DENIED. An exception
   * or any other return value is UNAVAILABLE.
   */
  readonly authorize?: (request: AuthorizeRequest) => 'allow' | 'deny' | Promise<'allow' | 'deny'>;
  /**
   * Returns the runs that a caller sees. Lists, the inbox and the feed omit all others; reading
   * one, or a permit asked for in it by others, is NOT_FOUND. Up to 1,000 ids of each kind. An
   * exception or any other return value is UNAVAILABLE.
   */
  readonly visible?: (request: {
    readonly principal: Principal;
    readonly workspaceId: string;
  }) => Visible | Promise<Visible>;
}

/** A request before its operation. */
export interface Asked {
  readonly principal: Principal;
  readonly operation: string;
  readonly data: unknown;
}

export interface Access {
  /** Returns the one form of a user id. */
  readonly normalizeUserId: (userId: string) => string;
  /** Returns the operations with the caller's restrictions. */
  readonly operationsFor: (principal: Principal) => Promise<WorkspaceOperations>;
  /** Returns the runs this caller sees; undefined if the host sets no restriction. */
  readonly visibleTo: (principal: Principal) => Promise<Visible | undefined>;
  /** Asks the host; throws if it denies the request. */
  readonly authorize: (asked: Asked, on: WorkspaceOperations) => Promise<void>;
  /** Asks the host about a request that names neither run nor definition. */
  readonly allow: (asked: Pick<Asked, 'principal' | 'operation'>) => Promise<void>;
}

/** The stream of events is a read like `events/list`; it and health are asked for by GET. */
const STREAM = 'events/stream';

/** True when a request reads the one run or definition that it names. */
function readsOne(path: string, { execution, definition }: Named): boolean {
  const reads = isOperationPath(path)
    ? OPERATIONS[path].effect === 'read' && !OPERATIONS[path].checksItself
    : path === STREAM;
  return reads && (execution !== null || definition !== null);
}

/**
 * Checks the request before the host is asked, unless the operation does so itself or item by item.
 */
function check({ operation, data }: Asked): void {
  if (!isOperationPath(operation)) return;
  const { checksItself, byItem } = OPERATIONS[operation];
  if (!checksItself && byItem === null) checkShape(OPERATIONS[operation], data);
}

interface AccessOptions extends HostAccess {
  readonly links?: { readonly baseUrl: string };
  /** Subjects that relay people's decisions on permits. */
  readonly relays?: readonly string[];
  /** True for pages, on which people decide about the content that they see. */
  readonly decidesAsShown?: boolean;
}

export function accessOf(
  engine: ApprovalEngine,
  { authorize, visible, links, relays = [], decidesAsShown = false }: AccessOptions,
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
    normalizeUserId: (userId) => engine.normalizeUserId(userId),
    visibleTo,
    allow: (asked) => ask(asked, { execution: null, definition: null }),
    async operationsFor(principal) {
      const caller = callerOf(principal, await visibleTo(principal));
      const relaysPermits = principal.subject !== null && relays.includes(principal.subject);
      const linksBaseUrl = links?.baseUrl ?? null;
      const given = { linksBaseUrl, relaysPermits, decidesAsShown };
      return engine.forWorkspace(principal.workspaceId, { ...caller, ...given });
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

/** Runs a function of the host; its errors become UNAVAILABLE. */
async function hosts<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw unavailable(new Error(`${what} threw`, { cause: error }));
  }
}

const unavailable = (cause: Error): ApprovalError =>
  new ApprovalError('UNAVAILABLE', 'the host could not say whether this is allowed; try again', {}, cause);

/** The same message as for a missing row. */
const notThere = ({ execution, definition }: Named): ApprovalError =>
  new ApprovalError(
    'NOT_FOUND',
    execution !== null
      ? `execution "${execution.executionId}" does not exist`
      : `definition "${definition?.definitionId ?? ''}" does not exist`,
  );
