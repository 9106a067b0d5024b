/** An operation as one record; every list of operations is a loop over these records. */
import type * as z from 'zod';
import { RequestParser } from '../shapes/shared/parse.js';
import type { Budget, Permission } from './permissions.js';

/**
 * Effect of repeating a call whose outcome is unknown:
 * - `read`: none, as the call changes nothing.
 * - `safe`: none, by contract.
 * - `keyed`: none if both calls have the same idempotencyKey.
 * - `once`: it fails because the first call succeeded, or acts a second time.
 */
export type Effect = 'read' | 'safe' | 'keyed' | 'once';

/** The caller of an operation from outside, as far as operations ask for it. */
export interface Acting {
  /** The user; null for a caller that is not a user. */
  readonly subject: string | null;
  /** Returns the one form of a user id; by default ids are compared as they are. */
  readonly normalizeUserId?: ((userId: string) => string) | undefined;
  /** True if the caller has the permission. */
  readonly has: (permission: Permission) => boolean;
}

/** Unchecked fields of a request. */
export type Unchecked = Readonly<Record<string, unknown>>;

/** An operation as data: texts, shapes, and the needs of a caller from outside. */
export interface OperationData<Path extends string = string> {
  /** Area and name, as in `executions/dispatch`. */
  readonly path: Path;
  /** Purpose in a sentence. */
  readonly summary: string;
  /** Schema of the request. */
  readonly request: z.ZodType;
  /** Schema of the result. */
  readonly result: z.ZodType;
  /** Effect of a repeat. */
  readonly effect: Effect;
  /** The caller needs one of these. */
  readonly permissions: readonly Permission[];
  /** The budget that a call is counted against. */
  readonly budget: Budget;
  /** Field with the items, if items may be refused one by one; `guard` then takes an item. */
  readonly byItem: string | null;
  /** Default wait in ms without `waitMs` in the request; null: it never waits. */
  readonly waits: number | null;
  /** True if the operation checks the shape itself, with its own error codes. */
  readonly checksItself: boolean;
  /** True if it reads whole runs or pages; an engine reads a few of these at a time. */
  readonly isLarge: boolean;
  /** Permission to see others' requests; null: the operation covers only the caller's own. */
  readonly seesOthers: Permission | null;
  /**
   * Throws refusals beyond permissions. `request` is not checked yet.
   * @throws ApprovalError
   */
  readonly guard: (caller: Acting, request: Unchecked) => void;
}

/** The parser of the one that the operations are on. */
interface Parsing {
  readonly parser: Pick<RequestParser, 'parse'>;
}

/** Record of an operation. */
export interface OperationRecord<Path extends string, Asked, Given, On extends Parsing, Parsed, Options>
  extends
    Pick<OperationData<Path>, 'path' | 'summary' | 'effect' | 'budget'>,
    Partial<Pick<OperationData, 'byItem' | 'waits' | 'checksItself' | 'isLarge' | 'seesOthers' | 'guard'>> {
  /** Schema of the request. */
  readonly request: z.ZodType<Asked>;
  /** Schema of the result. */
  readonly result: z.ZodType<Given>;
  /** One permission, or several of which one is enough. */
  readonly permission: Permission | readonly Permission[];
  /** Reads an in-process request, which may have more fields or other checks than the schema. */
  readonly read?: (on: On, given: unknown) => Parsed;
  /** Adds defaults of the caller to a valid request over HTTP, before `read`. */
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

/** Arguments of a call from outside. */
export interface AskedFor {
  /** The request, as the method takes it. */
  readonly request: unknown;
  /** Options of the method; undefined if it has none. */
  readonly options: unknown;
}

/** Bodies are bounded before they are parsed here. */
const OUTSIDE = new RequestParser(Infinity);

/** Checks the shape of a request of any size. */
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

/** A table with the same keys, and other values. */
export function mapValues<Key extends string, From, To>(
  table: Readonly<Record<Key, From>>,
  map: (from: From) => To,
): Readonly<Record<Key, To>> {
  const entries = Object.entries<From>(table).map(([key, it]) => [key, map(it)]);
  // The keys are those of the table.
  return Object.fromEntries(entries) as Record<Key, To>;
}
