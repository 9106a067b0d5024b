/**
 * What goes into a gate and what comes out of it. Times are ms since the epoch, durations ms.
 * @see docs/reference/permits.md
 */
import type { ApprovalError, Expression, JsonObject, JsonPayload, JsonValue } from '@org/approval-core';

/** What a program wants to do: the tool under the name that the host registered it by, and what the tool gets. */
export interface Call {
  /** The name that the host registered the tool under: 1 to 200 letters, digits and `_ . : / -`. Never one that a model, a client or a server sent. */
  tool: string;
  /** What the tool gets, after its own schema: a JSON object, up to 192 KiB and 60 levels. */
  args: JsonObject;
  /** What it is done to, where the arguments do not say: 1 to 500 characters; null when they do. */
  target: string | null;
}

/** A call as it is asked about, and as it comes to `redeem`. */
export interface CallRequest {
  /** The name that the host registered the tool under: 1 to 200 letters, digits and `_ . : / -`. Never one that a model, a client or a server sent. */
  tool: string;
  /** What the tool gets, after its own schema: a JSON object, up to 192 KiB and 60 levels. */
  args: JsonPayload;
  /** What it is done to, where the arguments do not say: 1 to 500 characters; null by default. */
  target?: string | null | undefined;
}

/** Who asks: a program, and whom it works for. The call runs with the rights of the requester, never of the approver. */
export interface Requester {
  /** The program. It never answers for its own call. */
  principal: string;
  /** Whom it works for; null when nobody. May answer, unless the node excludes the initiator. */
  onBehalfOf: string | null;
}

/** Who asks, in a request. */
export interface RequesterRequest {
  /** The program. It never answers for its own call. */
  principal: string;
  /** Whom it works for; nobody by default. */
  onBehalfOf?: string | null | undefined;
}

/** Which call of which run of a program it is; scoped to its requester. */
export interface Ref {
  /** Which framework runs the program, 1 to 200 characters. */
  framework: string;
  /** Its run, 1 to 200 characters. */
  runId: string;
  /** The call in that run, 1 to 200 characters. */
  callId: string;
  /** Which asking about that call, from 1. */
  attempt: number;
}

/** A ref in a request. */
export interface RefRequest {
  /** Which framework runs the program, 1 to 200 characters. */
  framework: string;
  /** Its run, 1 to 200 characters. */
  runId: string;
  /** The call in that run, 1 to 200 characters. */
  callId: string;
  /** Which asking about that call, 1 to 1,000; 1 by default. `auto`: the one that has not ended, or the next. */
  attempt?: number | 'auto' | undefined;
}

/** The last four never change. */
export type PermitState = 'pending' | 'granted' | 'denied' | 'expired' | 'revoked' | 'spent';

/** Why a permit was not redeemed; looked for in this order. */
export type Why =
  'unknown' | 'wrong-requester' | 'revoked' | 'denied' | 'expired' | 'spent' | 'pending' | 'mismatch';

/** Who or what granted a permit. */
export type GrantedBy =
  | {
      /** Somebody approved a step of its run. */
      kind: 'person';
      userId: string;
      /** In whose name; null for their own. */
      onBehalfOf: string | null;
      stepId: string;
      /** When. */
      at: number;
    }
  | {
      /** An administrator approved a step by force, and the rule takes that. */
      kind: 'override';
      /** Who. */
      actorId: string;
      stepId: string;
    }
  | {
      /** A standing grant was used. */
      kind: 'grant';
      /** Which. */
      grantId: string;
    }
  | {
      /** A rule of the policies allows it. */
      kind: 'policy';
      /** Its index, from 0. */
      rule: number;
    };

/** What came of the call, as its requester reports it. */
export interface PermitOutcome {
  /** Whether the call did what it was to do. */
  ok: boolean;
  /** Digest of the result, where the requester gave one. */
  resultDigest: string | null;
  /** What went wrong; null unless it said. */
  error: string | null;
  /** When it was reported. */
  at: number;
}

/** One line of a permit's history: `requested`, `amended`, `outcome`, or the state that it came into. */
export interface PermitHistoryEntry {
  /** When. */
  at: number;
  /** `requested`, `amended`, `outcome`, or a state. */
  type: string;
  /** Who did it: a user, or `system:gate`. */
  actorId: string;
  /** Digest of the call then. */
  digest: string;
  /** Why, where whoever did it said so. */
  reason?: string;
}

/** A permit: one call, asked about once, executed at most once. */
export interface Permit {
  /** Id of the permit. */
  permitId: string;
  /** Which call of which run of the program it is for. */
  ref: Ref;
  /** The call as it would be executed: as asked, or as amended. Redacted values are `[hidden]`. */
  call: Call;
  /** Digest of that call, redacted values included: `sha256:<hex>`. */
  digest: string;
  /** How often the call was amended, from 1. */
  revision: number;
  /** Who asked. */
  requester: Requester;
  /** Why, in the program's own words; null without. */
  reason: string | null;
  /** The batch that it was asked in; null by itself. */
  batchId: string | null;
  /** Where it stands. */
  state: PermitState;
  /** Why it was denied or revoked; null otherwise. */
  code: string | null;
  /** The run in which people answer; null until there is one, and where nobody is asked. */
  executionId: string | null;
  /** SHA-256 of the policies that decided whom to ask: `sha256:<hex>`. */
  policyVersion: string;
  /** Who or what granted it; empty until then. */
  grantedBy: GrantedBy[];
  /** How many redemptions were refused; a statistic. */
  refusals: number;
  /** When it was asked for. */
  createdAt: number;
  /** When it was granted; null until then. */
  grantedAt: number | null;
  /** When it ended; null until then. */
  endedAt: number | null;
  /** When it expires, or would have: while pending for the answer, once granted for the redemption. */
  expiresAt: number;
  /** What happened to it, oldest first, up to 200. */
  history: PermitHistoryEntry[];
  /** What came of the call: null until it is spent, `unknown` until the requester reports. */
  outcome: null | 'unknown' | PermitOutcome;
}

/** The permit is spent: execute `call`, and nothing else. */
export interface Redeemable {
  /** The one redemption of this permit that may execute. */
  ok: true;
  /** The permit, spent. */
  permit: Permit;
  /** What to execute: a frozen copy. Never the object that you held. */
  call: Call;
  /** Whether it is another call than the one that came to `redeem`: it was amended. Tell the model. */
  changed: boolean;
  /** `permit:<permitId>`, for tools that take a key. */
  idempotencyKey: string;
}

/** Do not execute. */
export interface Refused {
  /** Do not execute. */
  ok: false;
  /** Why. */
  why: Why;
  /** `code` of the permit. */
  code: string | null;
  /** For `mismatch`, JSON pointers to the values that differ, sorted, at most 20. */
  difference: string[];
}

/** What `redeem` says. Anything but `ok: true`, a throw included, means: do not execute. */
export type Redeemed = Redeemable | Refused;

/** What a program asks for. */
export interface Asked {
  /** What it wants to do. */
  call: CallRequest;
  /** Which call of its run that is. */
  ref: RefRequest;
  /** Who asks. */
  requester: RequesterRequest;
  /** Why, in the program's own words, up to 2,000 characters; shown to people as such. */
  reason?: string | undefined;
  /** Of calls that belong together, 1 to 200 characters; `requestBatch` makes one. */
  batchId?: string | undefined;
}

/** Several calls at once, each with its own permit. */
export interface RequestBatch {
  /** 1 to 50, without `batchId`. */
  items: readonly Asked[];
}

/** One answer of `requestBatch`, in the order asked. */
export type BatchItem =
  | {
      /** The permit. */
      permit: Permit;
    }
  | {
      /** Why there is none. */
      error: ApprovalError;
    };

/** Which permit, and how long to wait. */
export interface GetPermitRequest {
  /** Id of the permit. */
  permitId: string;
  /**
   * Answers when the permit is no longer pending, at the latest after so many ms, 0 to 60,000; 0 by default. Over HTTP at
   * most 25,000.
   */
  waitMs?: number | undefined;
}

/** A page of permits, newest first. */
export interface ListPermitsRequest {
  /** Only permits in this state. */
  state?: PermitState | undefined;
  /** Only those of this program. */
  principal?: string | undefined;
  /** Only spent ones whose outcome nobody reported. */
  outcome?: 'unknown' | undefined;
  /** How many, 1 to 500; 50 by default. */
  pageSize?: number | undefined;
  /** `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
}

/** Which permit to spend, on which call. */
export interface RedeemRequest {
  /** Id of the permit. */
  permitId: string;
  /** The call that is about to be executed. */
  call: CallRequest;
  /** Who executes it: the requester of the permit. */
  requester: RequesterRequest;
}

/** What came of the call. */
export interface OutcomeRequest {
  /** Id of the permit. */
  permitId: string;
  /** Who executed it: the requester of the permit. */
  requester: RequesterRequest;
  /** Whether the call did what it was to do. */
  ok: boolean;
  /** Digest of the result: `<algorithm>:<hex>`. */
  resultDigest?: string | null | undefined;
  /** What went wrong, up to 2,000 characters. */
  error?: string | null | undefined;
}

/** Other arguments for a call that people are asked about. */
export interface AmendRequest {
  /** Id of the permit. */
  permitId: string;
  /** The digest that is amended, as it was shown. */
  ifDigest: string;
  /** The arguments in place of those there are. */
  args: JsonPayload;
  /** Who amends: somebody whom the run asks now. */
  actorId: string;
  /** Why, up to 2,000 characters. */
  reason?: string | undefined;
}

/** Which permit to take back. */
export interface RevokePermitRequest {
  /** Id of the permit. */
  permitId: string;
  /** Who takes it back. */
  actorId: string;
  /** Why, up to 500 characters. */
  reason?: string | undefined;
}

/** What one argument must be: this value, one of these, or a number from the first to the second. */
export type ArgumentMatch =
  | {
      /** Exactly this JSON value. */
      eq: JsonValue;
    }
  | {
      /** One of 1 to 50 JSON values. */
      in: JsonValue[];
    }
  | {
      /** A number from the first to the second, both included. */
      between: [number, number];
    };

/** By argument; a call has exactly these arguments and no other. */
export type GrantMatch = Record<string, ArgumentMatch>;

/** Permission for calls to come: so many, until then, exactly such ones. */
export interface CreateGrantRequest {
  /** Whose calls. */
  requester: RequesterRequest;
  /** Which tool; no prefix. */
  tool: string;
  /** Which target, exactly; null for calls without one. */
  target: string | null;
  /** What the arguments must be. */
  match: GrantMatch;
  /** How many calls, 1 to 1,000, within the rule's cap. */
  maxUses: number;
  /** Until when, within the rule's cap. */
  expiresAt: number;
  /** Who grants it: one of the rule's people, never the principal. */
  createdBy: string;
  /** Why, up to 2,000 characters. */
  reason?: string | undefined;
}

/** Where a standing grant stands. */
export type GrantState = 'active' | 'used' | 'expired' | 'revoked';

/** A standing grant. */
export interface GrantView {
  /** Id of the grant. */
  grantId: string;
  /** Whose calls. */
  requester: Requester;
  /** Which tool. */
  tool: string;
  /** Which target; null for calls without one. */
  target: string | null;
  /** What the arguments must be. */
  match: GrantMatch;
  /** How many calls. */
  maxUses: number;
  /** Until when. */
  expiresAt: number;
  /** Who granted it. */
  createdBy: string;
  /** Why; null without. */
  reason: string | null;
  /** How many permits it granted. */
  uses: number;
  /** Where it stands. */
  state: GrantState;
}

/** A page of standing grants, newest first. */
export interface ListGrantsRequest {
  /** Only those of this program. */
  principal?: string | undefined;
  /** How many, 1 to 500; 50 by default. */
  pageSize?: number | undefined;
  /** `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
}

/** Which standing grant to take back. */
export interface RevokeGrantRequest {
  /** Id of the grant. */
  grantId: string;
  /** Who takes it back; in the history of the permits that go with it. */
  actorId: string;
}

/** A page of a listing. */
export interface PermitPage<T> {
  /** The items of this page. */
  items: T[];
  /** Give it as `cursor` to go on; null: nothing follows. */
  nextCursor: string | null;
  /** Whether another page follows. */
  hasMore: boolean;
}

/** Caps of the standing grants that a rule takes. */
export interface Grantable {
  /** Most calls of one, 1 to 1,000. */
  maxUses: number;
  /** Longest life of one, to a year. */
  maxMs: number;
  /** Who may create one, 1 to 50; whoever may create any by default. */
  by?: readonly string[] | undefined;
}

/** Whom to ask, and what counts as a yes. */
export interface Ask {
  /** People decide. */
  do: 'ask';
  /** The definition whose run decides. */
  definitionId: string;
  organizationId?: string | undefined;
  documentId?: string | undefined;
  /** The node of it that is only reached by approvals. */
  grantNodeId: string;
  /** How long people have, 1 s to a year; the gate's by default. */
  askMs?: number | undefined;
  /** How long the program has to act on a yes, 1 s to 24 h; the gate's by default. */
  grantMs?: number | undefined;
  /** Whether an approval by force counts; false by default. */
  overrides?: boolean | undefined;
  /** Whether standing grants may answer instead; not by default. */
  grantable?: Grantable | undefined;
}

/** When a rule is looked at. */
export interface RuleHead {
  /** A tool's name, or `prefix*`. */
  tool: string;
  /** A condition over `call.args.*`, `call.target` and `requester.*`; always by default. */
  when?: Expression | undefined;
}

/** A rule; the first that holds decides. */
export type Rule = RuleHead & ({ do: 'deny' } | { do: 'allow' } | Ask);

/** Who may do what. */
export interface Policies {
  /** Up to 200; the first that holds decides. */
  rules: readonly Rule[];
  /** What is done when none holds; a denial by default. */
  otherwise?: Ask | undefined;
}

/** What the gate knows of a tool. */
export interface ToolOptions {
  /**
   * Whether the tool takes these arguments. To refuse, throw or return anything but true, undefined or the arguments
   * themselves: what was asked is what is executed, so a schema that changes them belongs in front of the gate.
   * What it says is in the error of whoever asked; for a tool with `redact` it is left out, since it may quote a hidden value.
   */
  validate?: ((args: JsonObject) => unknown) | undefined;
  /** JSON pointers from the call, as in `/args/card`, to what is neither stored nor shown; up to 50. */
  redact?: readonly string[] | undefined;
}

/** Something that is wrong with policies or with a definition that they name. */
export interface PolicyIssue {
  /** What kind of fault. */
  code: PolicyIssueCode;
  /** What is wrong and how to put it right. */
  message: string;
  /** Where in the policies, as in `rules[3].grantNodeId`. */
  path: string;
}

/** What can be wrong with policies; the first is refused when the gate is made, the others are found by `check`. */
export type PolicyIssueCode =
  | 'policy-allow-prefix'
  | 'policy-unreachable'
  | 'definition-missing'
  | 'grant-node-missing'
  | 'grant-node-unguarded'
  | 'not-digest-bound';

/** Called with a permit as it is after each change that this process made, after the commit. */
export type PermitListener = (permit: Permit, context: PermitContext) => unknown;

/** Where a permit is. */
export interface PermitContext {
  /** The workspace that it belongs to. */
  readonly workspaceId: string;
}

/** What somebody who calls may do beyond what everybody may. */
export interface GateCaller {
  /** Whether they may amend as administrators of steps; false by default. */
  readonly administersSteps?: boolean | undefined;
}

/** Standing grants of one workspace. */
export interface GrantOperations {
  /**
   * Permission for calls to come.
   * @throws INVALID_ARGUMENT above the rule's caps and (`not-grantable`) where no rule takes one; PERMISSION_DENIED for
   * the principal, and for whom the rule does not name.
   */
  create(request: CreateGrantRequest): Promise<GrantView>;
  /** Newest first. */
  list(request?: ListGrantsRequest): Promise<PermitPage<GrantView>>;
  /**
   * Takes a grant back, and the permits that it granted and nobody spent.
   * @throws NOT_FOUND
   */
  revoke(request: RevokeGrantRequest): Promise<GrantView>;
}

/** The permits of one workspace. Each operation rejects with an `ApprovalError`. */
export interface PermitOperations {
  /**
   * Asks whether a call may be made. The same ref and digest give the same permit, whatever has come of it; another
   * digest at the same ref gives a new one, and revokes the one that lives.
   * @throws INVALID_ARGUMENT; FAILED_PRECONDITION `not-ended` for a next attempt while the last one lives;
   * RESOURCE_EXHAUSTED above 100 pending permits of the principal.
   */
  request(asked: Asked): Promise<Permit>;
  /** Several at once: N permits with one `batchId`, each with its own answer, in the order asked. */
  requestBatch(request: RequestBatch): Promise<BatchItem[]>;
  /**
   * A permit; with `waitMs` as soon as it is no longer pending, or as it is then.
   * @throws NOT_FOUND
   */
  get(request: GetPermitRequest): Promise<Permit>;
  /** Newest first. */
  list(request?: ListPermitsRequest): Promise<PermitPage<Permit>>;
  /**
   * Spends a granted permit on exactly its call: of any that race one gets `ok: true`. Execute the `call` that comes
   * back. A throw means: do not execute; it may be spent.
   */
  redeem(request: RedeemRequest): Promise<Redeemed>;
  /**
   * Reports what came of the call; the same again is `recorded: false`.
   * @throws NOT_FOUND; FAILED_PRECONDITION before it is spent, and for another outcome than the one there is.
   */
  outcome(request: OutcomeRequest): Promise<{ recorded: boolean }>;
  /**
   * Other arguments for a call that people are asked about: they are asked anew.
   * @throws NOT_FOUND; PERMISSION_DENIED; INVALID_ARGUMENT; FAILED_PRECONDITION `digest-changed`, `already-approved`,
   * `redacted`, `denied-by-policy`.
   */
  amend(request: AmendRequest): Promise<Permit>;
  /**
   * Takes a permit back; again: the same.
   * @throws NOT_FOUND; FAILED_PRECONDITION for one that has ended otherwise.
   */
  revoke(request: RevokePermitRequest): Promise<Permit>;
  /** Standing grants. */
  readonly grants: GrantOperations;
  /** What is wrong with the policies and the definitions that they name, in this workspace; empty: nothing. */
  check(): Promise<PolicyIssue[]>;
}

/** Redemption inside a transaction of the host's: spent if and only if it commits. */
export interface TransactionGate {
  /** As `redeem` of the gate, in the host's transaction. */
  redeem(request: RedeemRequest): Promise<Redeemed>;
  /** The same on another workspace. */
  forWorkspace(workspaceId: string): { redeem(request: RedeemRequest): Promise<Redeemed> };
}

/**
 * The gate that programs pass before they act: its operations on the workspace `default`, and its life in this process.
 * `Tx` is what a transaction of the host is named by, as its permit store says.
 */
export interface ApprovalGate<Tx = never> extends PermitOperations {
  /**
   * The same operations on another workspace.
   * @throws ApprovalError INVALID_ARGUMENT for an id that is none.
   */
  forWorkspace(workspaceId: string, caller?: GateCaller): PermitOperations;
  /**
   * Redemption inside a transaction that the host has begun on its own connection. The gate is not told whether the host
   * commits, so listeners of `on('permit')` never hear of that spending; they hear of its outcome.
   * @throws ApprovalError FAILED_PRECONDITION for a store that cannot join one.
   */
  withTransaction(transaction: Tx): TransactionGate;
  /**
   * Calls `listener` after each change of a permit that this gate commits; returns what takes it off. What the host commits
   * (`withTransaction`) and what other processes do it does not hear of: `history` is the audit.
   */
  on(type: 'permit', listener: PermitListener): () => void;
  /** Settles what is due, in every workspace, and deletes what retention lets go; done each minute by itself. */
  sweep(): Promise<void>;
  /** Sweeps no more, and answers those that wait. Operations still work. */
  stop(): Promise<void>;
}
