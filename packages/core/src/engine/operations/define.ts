/** An operation as one record: everything else that lists operations is a loop over these records. */
import type * as z from 'zod';
import { RequestParser } from '../shapes/shared/parse.js';
import type { Budget, Permission } from './permissions.js';

/**
 * What a repeat of a call does, after one whose outcome is unknown:
 * - `read`: nothing, as the call changes nothing.
 * - `safe`: nothing more, by contract.
 * - `keyed`: nothing more where both calls have the same idempotencyKey.
 * - `once`: it fails because the first call succeeded, or acts a second time.
 */
export type Effect = 'read' | 'safe' | 'keyed' | 'once';

/** The caller of an operation from outside, as far as operations ask for it. */
export interface Acting {
  /** The user; null for a caller that is none. */
  readonly subject: string | null;
  /** Whether the caller has the permission. */
  readonly has: (permission: Permission) => boolean;
}

/** Fields of a request that nothing has checked yet. */
export type Unchecked = Readonly<Record<string, unknown>>;

/** An operation as data: its words, its shapes, and what a caller from outside needs for it. */
export interface OperationData<Path extends string = string> {
  /** Area and name, as in `executions/dispatch`. */
  readonly path: Path;
  /** What it does, in a sentence. */
  readonly summary: string;
  /** Schema of the request. */
  readonly request: z.ZodType;
  /** Schema of the result. */
  readonly result: z.ZodType;
  /** What a repeat does. */
  readonly effect: Effect;
  /** The caller needs one of these. */
  readonly permissions: readonly Permission[];
  /** The budget that a call is counted against. */
  readonly budget: Budget;
  /** The field with the items of the request, where a caller may be refused some of them; `guard` then takes an item. */
  readonly byItem: string | null;
  /** How long a call waits where its request has no `waitMs`, in ms; null: it never waits. */
  readonly waits: number | null;
  /** Whether the operation checks the shape itself, with codes of its own for what is wrong. */
  readonly checksItself: boolean;
  /** Whether it reads whole runs or pages, of which an engine reads a few at a time. */
  readonly isLarge: boolean;
  /** The permission that shows what others asked for; null: the operation is about the caller's own. */
  readonly seesOthers: Permission | null;
  /**
   * Throws what the permission alone does not decide. `request` is not checked yet.
   * @throws ApprovalError
   */
  readonly guard: (caller: Acting, request: Unchecked) => void;
}

/** The parser of the one that the operations are on. */
interface Parsing {
  readonly parser: Pick<RequestParser, 'parse'>;
}

/** What a record of an operation says. */
export interface OperationRecord<Path extends string, Asked, Given, On extends Parsing, Parsed, Options>
  extends
    Pick<OperationData<Path>, 'path' | 'summary' | 'effect' | 'budget'>,
    Partial<Pick<OperationData, 'byItem' | 'waits' | 'checksItself' | 'isLarge' | 'seesOthers' | 'guard'>> {
  readonly request: z.ZodType<Asked>;
  readonly result: z.ZodType<Given>;
  /** One permission, or several of which one is enough. */
  readonly permission: Permission | readonly Permission[];
  /** Reads a request in process, where it may say more than the schema, or is checked in another way. */
  readonly read?: (on: On, given: unknown) => Parsed;
  /** Completes a request from outside that is in its shape; the operation reads the result as any request. */
  readonly fromOutside?: (request: Asked, caller: Acting | undefined) => unknown;
  /** Options of the method, for a caller from outside. */
  readonly options?: (caller: Acting) => Options;
  /** Does it. */
  readonly run: (on: On, request: Parsed, options?: Options) => Promise<NoInfer<Given>>;
}

/** An operation on `On`. */
export interface DefinedOperation<Path extends string, On> extends OperationData<Path> {
  /** Reads the request and does the operation. */
  readonly perform: (on: On, given: unknown, options?: unknown) => Promise<unknown>;
  /** The request and the options of a call from outside. */
  readonly asked: (data: unknown, caller: Acting | undefined) => AskedFor;
}

/** What a call from outside comes to. */
export interface AskedFor {
  readonly request: unknown;
  readonly options: unknown;
}

/** Bodies are bounded before they come here. */
const OUTSIDE = new RequestParser(Infinity);

/** Checks the shape of a request, whatever its size. */
export const checkShape = ({ request }: Pick<OperationData, 'request'>, data: unknown): void => {
  OUTSIDE.parse(request, data);
};

/** Makes an operation of its record. */
export function defineOperation<
  Path extends string,
  Asked,
  Given,
  On extends Parsing,
  Parsed = Asked,
  Options = undefined,
>(record: OperationRecord<Path, Asked, Given, On, Parsed, Options>): DefinedOperation<Path, On> {
  const { path, summary, request, result, effect, permission, budget, fromOutside } = record;
  // Without `read` a request is what its schema gives, which the type says by default.
  const read = record.read ?? ((on: On, given: unknown) => on.parser.parse(request, given) as Asked & Parsed);
  return {
    ...{ path, summary, request, result, effect, budget },
    permissions: typeof permission === 'string' ? [permission] : permission,
    byItem: record.byItem ?? null,
    waits: record.waits ?? null,
    checksItself: record.checksItself ?? false,
    isLarge: record.isLarge ?? false,
    seesOthers: record.seesOthers ?? null,
    guard: record.guard ?? (() => undefined),
    perform: async (on, given, options) => record.run(on, read(on, given), options as Options),
    asked: (data, caller) => ({
      request: fromOutside === undefined ? data : fromOutside(OUTSIDE.parse(request, data), caller),
      options: caller === undefined ? undefined : record.options?.(caller),
    }),
  };
}
