import * as z from 'zod';
import { LRUCache } from 'lru-cache';

/** Durations as people write them: `7d`, `1d 12h`, `PT8H`, or ms. */
type Unit = 'ms' | 's' | 'm' | 'h' | 'd' | 'w';
/** ms, a number with a unit (`ms`, `s`, `m`, `h`, `d`, `w`; several with spaces), or ISO 8601 without years and months. */
type Duration = number | `${number}${Unit}` | `${number}${Unit} ${string}` | `P${string}`;
/**
 * A duration in whole ms, for every field of a definition or an option that ends in `Ms`. A day has 24 hours.
 * @throws TypeError that says what is wrong.
 * @example
 * ```ts
 * import { duration } from '@org/approval-core';
 *
 * console.log(duration('7d'), duration('PT8H'), duration('1h 30m')); // → 604800000 28800000 5400000
 * ```
 */
declare function duration(given: Duration): number;
type TimedValue<V> = V extends number ? Duration : V extends readonly number[] ? readonly Duration[] : V;
/** The same fields; those that end in `Ms` take any duration. */
type Timed<T> = {
    [K in keyof T]: K extends `${string}Ms` ? TimedValue<T[K]> : T[K];
};

/** Any JSON, read-only. */
type JsonValue = string | number | boolean | null | JsonArray | JsonObject;
/** A JSON array, read-only. */
type JsonArray = readonly JsonValue[];
/** A JSON object, read-only. */
interface JsonObject {
    readonly [key: string]: JsonValue;
}
/** How much JSON may be copied. */
interface JsonLimits {
    /** Bytes of the JSON text in UTF-8, without white space. */
    readonly maxBytes: number;
    /** A string or number has depth 0, `[]` and `{}` have depth 1. */
    readonly maxDepth: number;
    /** Values of every kind and names of fields, those in others counted; as many as there are by default. */
    readonly maxValues?: number;
    /** Names of fields among them; as many as there are by default. */
    readonly maxNames?: number;
}
/** A copy of what a caller gave, or why there is none. */
type JsonCopy = {
    /** Whether it is JSON within the limits. */
    readonly ok: true;
    /** The frozen copy. */
    readonly value: JsonValue;
    /** Bytes of its JSON text in UTF-8. */
    readonly bytes: number;
} | {
    readonly ok: false;
    /** Where the first fault is. */
    readonly path: string;
    /** What is wrong, and how to mend it. */
    readonly message: string;
};
/**
 * A deep, frozen copy of `input`, or the first reason why it is no JSON that every store can hold: anything
 * but plain objects, arrays, strings, finite numbers, booleans and null; a key `__proto__`; a NUL or a lone
 * surrogate in a text; too deep (a cycle is); too large. As in JSON, `-0` becomes `0`, and properties that are
 * undefined, symbols as keys and names on a list are left out; nothing else is changed. Never throws: a getter or proxy that does is reported
 * like any other fault.
 */
declare function copyJson(input: unknown, limits: JsonLimits): JsonCopy;
/** Why no store could hold this text, or null. */
declare function textFault(text: string): string | null;
/** The beginning of a text that somebody else chose, for a message. */
declare const excerpt: (text: string) => string;
/** True for `{}` of any realm and for objects without a prototype. */
declare function isPlainObject(value: unknown): value is Record<string, unknown>;
/** The text of whatever was thrown; also of what has none, or throws when it is asked. */
declare function describeError(error: unknown): string;
/** JSON text with sorted keys: two equal values have the same text. */
declare function canonicalJson(value: JsonValue): string;

/**
 * A JSON object as a caller gives it: any plain object, of an `interface` type too. Anything in it that is not JSON is
 * refused at the call, with its path; lists, maps and dates do not compile.
 */
type JsonPayload = JsonObject | (object & {
    readonly [Symbol.iterator]?: never;
    readonly [Symbol.toPrimitive]?: never;
});

/** Who decides on a human node, and how their answers are counted, as types; `people.ts` says the same as schemas. */
/** An entry of the people who decide: exactly one of `userId`, `pool` and `chain` says whom it stands for. */
interface DefinitionReviewer {
    /** One person, by the id in the host's own system; unique among the entries of the node. */
    userId?: string | undefined;
    /** Candidates, of whom `count` have to approve. */
    pool?: DefinitionPool | undefined;
    /** The manager of somebody, the manager of that one, and so on: each of them has to approve. */
    chain?: DefinitionChain | undefined;
    /** How many candidates of the pool have to approve, 1 to 50; 1 by default. */
    count?: number | undefined;
    /**
     * Whether the step waits until this entry is satisfied. Required with `userId`; false by default for a pool, and
     * always true for a chain.
     */
    mandatory?: boolean | undefined;
    /** What an approval weighs in a rule of kind `weight`, 1 to 1,000; 1 by default. */
    weight?: number | undefined;
    /** Whether a rejection by one of these people rejects the step at once, whatever the rule; false by default. */
    veto?: boolean | undefined;
    /** When these people are asked, 1 to 50: once the mandatory entries of all lower orders are satisfied; 1 by default. */
    order?: number | undefined;
}
/** Where the candidates of a pool come from: exactly one of `users`, `group`, `role` and `var`. */
interface DefinitionPool {
    /** Ids of the candidates, 1 to 50. */
    users?: string[] | undefined;
    /** Name of a group in the host's directory. */
    group?: string | undefined;
    /** Name of a role in the host's directory. */
    role?: string | undefined;
    /** Dot-path to a userId or a list of up to 500, from `execution.input` or `output` (of the step before). */
    var?: string | undefined;
}
/** When there are approvals enough, beside what mandatory entries need. */
type DefinitionDecisionRule = {
    /** So many people. */
    kind: 'count';
    /** Approvals that are enough, 1 to 500. */
    approvals: number;
    /** Rejections that reject the step at once, 1 to 500; without it only what is out of reach is rejected. */
    rejections?: number | undefined;
} | {
    /** So many of a hundred people. */
    kind: 'percent';
    /** Approvals that are enough, in percent, 1 to 100. */
    approvals: number;
    /** Percent of all who were found (`eligible`), or of those who did not abstain (`cast`). */
    of: 'eligible' | 'cast';
} | {
    /** So much weight. */
    kind: 'weight';
    /** Weight of approvals that is enough, 1 to 500,000. */
    approvals: number;
};
/** What an approval has to fill in. */
interface DefinitionForm {
    /** Its fields, 1 to 50. */
    fields: DefinitionFormField[];
}
/** A field of a form. */
interface DefinitionFormField {
    /** Name of the field in `values`, unique in its form. */
    name: string;
    /** What it takes; text is up to 2,000 characters. */
    type: 'string' | 'number' | 'boolean' | 'choice';
    /** What can be chosen, 1 to 50 texts; required for `choice`, and for nothing else. */
    choices?: string[] | undefined;
    /** Whether an approval has to fill it in; false by default. */
    required?: boolean | undefined;
}
/** A value that a run has. */
interface DefinitionValue {
    /** Dot-path from `execution.input` or `output` (of the step before). */
    var: string;
}
/** Managers, each the manager of the one before. */
interface DefinitionChain {
    /** Whose manager is the first. */
    startAt: DefinitionValue;
    /** How many managers there are at most, 1 to 10. */
    maxLevels: number;
    /** Ends the chain with the first whose attribute is large enough; somebody has to have it. */
    untilLimit?: DefinitionChainLimit | undefined;
}
/** Whom a chain ends with. */
interface DefinitionChainLimit {
    /** Name of an attribute of people in the directory. */
    attribute: string;
    /** What it has to be at least: a number, or where the run has it. */
    atLeast: number | DefinitionValue;
}
/** Who must not decide. */
interface DefinitionSeparation {
    /** Whether whoever started the run is kept from deciding; false by default. */
    excludeInitiator?: boolean | undefined;
    /** Whether those who worked on the subject are kept from deciding; false by default. */
    excludeContributors?: boolean | undefined;
    /** Human nodes, 1 to 20: nobody answers steps of one of them and of this node. */
    excludeDecidersOf?: string[] | undefined;
}
/** When people are reminded of a waiting step. */
interface DefinitionReminder {
    /** So long after the step began to wait, in ms. */
    afterMs?: number | undefined;
    /** So long before it is due, in ms. */
    beforeDueMs?: number | undefined;
}
/** A deadline in working time. */
interface DefinitionSla {
    /** Working time from the creation of a step until it is breached, in ms. */
    workingMs: number;
    /** Name of one of the engine's calendars. */
    calendar: string;
}

/** The receiver of a definition's events and its inbound triggers (contract sections 2, 12, 13): shapes only. */

/** An inbound webhook that starts runs of its definition. */
interface DefinitionTrigger {
    /** Id of the trigger, unique in its definition. */
    triggerId: string;
    /** The requests that it takes. */
    inboundWebhook: InboundWebhook;
}
/** Which requests start a run, and how they prove themselves. */
interface InboundWebhook {
    /** How a request proves itself: signed, or with the secret as its token. */
    authMode: 'hmac' | 'bearer';
    /** Shared with the sender: 16 to 512 characters. Write-only; an update that leaves it out keeps it. */
    secret?: string | undefined;
    /** How requests are signed: as Standard Webhooks (`svc`, the default), as by GitHub, or as named here. */
    provider?: 'svc' | 'github' | 'custom' | undefined;
    /** Header with the signature, for `custom`. */
    signatureHeader?: string | undefined;
    /** Hash of the signature, for `custom`; sha256 by default. */
    signatureAlgorithm?: 'sha256' | 'sha512' | undefined;
    /** Text before the signature in its header, for `custom`, as in `sha256=`. */
    signaturePrefix?: string | undefined;
    /** Names of the events that start runs; all by default. */
    allowedEvents?: string[] | undefined;
    /** Header with the name of the event. */
    eventNameHeader?: string | undefined;
    /** Header with the id of the event. It is not signed: prefer `idempotencyBodyPath`. */
    idempotencyHeader?: string | undefined;
    /** Dot-path to the id of the event in the body; an id starts one run, however often it is sent. */
    idempotencyBodyPath?: string | undefined;
    /** Whether the body becomes the trigger context itself (the default), or its field `source`. */
    payloadMapping?: 'pass-through' | 'wrap' | undefined;
}
/** A receiver of the events of runs. */
interface WebhookConfig {
    /** Where events are posted to; HTTPS, and a public host. */
    url: string;
    /** Signs the requests: 16 to 512 characters. Write-only; an update that leaves it out keeps it. */
    secret?: string | undefined;
    /** Types of the events that are sent; all external ones by default. */
    eventTypes?: string[] | undefined;
}

/**
 * A definition as types (contract section 2): the same as the schemas beside them, in the same words, written out so
 * that an editor shows names and not an expanded union.
 */

/** A workflow as its author writes it. */
interface Definition {
    /** Id of the definition: 3 to 64 characters of a-z 0-9 -, unique in its scope. */
    definitionId: string;
    /** For whom it is; the whole workspace by default. */
    scope?: DefinitionScope | undefined;
    /** Name for people, up to 200 characters. */
    name: string;
    /** Text for people, up to 2,000 characters. */
    description?: string | undefined;
    /** What happens: 1 to 100 nodes. Those that nothing leads to start a run. */
    nodes: DefinitionNode[];
    /** What follows what: up to 500 edges, looked at in this order. */
    edges: DefinitionEdge[];
    /** Nodes that are counted together, up to 100 groups. */
    groups?: DefinitionGroup[] | undefined;
    /** Parts that a rejection starts again, up to 20. */
    loops?: DefinitionLoop[] | undefined;
    /** Words to find it by, up to 20 of 64 characters. */
    tags?: string[] | undefined;
    /** The host's own data: a JSON object up to 256 KiB, which the engine does not read. */
    custom?: JsonPayload | undefined;
    /** Inbound webhooks that start runs, up to 50. */
    triggers?: DefinitionTrigger[] | undefined;
    /** Receiver of the events of every run; a dispatch may name another. */
    webhookConfig?: WebhookConfig | undefined;
}
/** For whom a definition is; a run takes the most specific one: document, organization, workspace. */
type DefinitionScope = {
    /** The whole workspace. */
    level: 'apiKey';
} | {
    /** One organization. */
    level: 'organization';
    /** Id of the organization. */
    organizationId: string;
} | {
    /** One document. */
    level: 'document';
    /** Id of the organization. */
    organizationId: string;
    /** Id of the document in that organization. */
    documentId: string;
};
/** A node of a definition; its `type` says what happens there. */
type DefinitionNode = HumanNode | AgentNode | WebhookNode;
/** Fields of every node. */
interface NodeBase {
    /** Id of the node, unique in its definition. */
    nodeId: string;
    /** Name for people. */
    name?: string | undefined;
    /** Text for people. */
    description?: string | undefined;
    /**
     * Time from the creation of a step until it is breached, in ms, up to a year; needs an edge that takes the
     * breach.
     */
    slaMs?: number | undefined;
    /** The same in working time, in place of `slaMs`. */
    sla?: DefinitionSla | undefined;
    /** Repeats of an agent that throws, and of a directory that fails; other nodes ignore it. */
    retry?: DefinitionRetry | undefined;
}
/** A node at which people decide. */
interface HumanNode extends NodeBase {
    /** Kind of the node. */
    type: 'human';
    /** Who decides, on what. */
    config?: HumanConfig | undefined;
}
/** How often, and how soon, an agent that threw is called again. */
interface DefinitionRetry {
    /** Calls in all, the first included; 3 by default. */
    maximumAttempts?: number | undefined;
    /** Wait before the second call, in ms; 1,000 by default. */
    initialIntervalMs?: number | undefined;
    /** Factor by which each further wait grows; 2 by default. */
    backoffCoefficient?: number | undefined;
    /** Longest wait, in ms; 60,000 by default. */
    maximumIntervalMs?: number | undefined;
}
/** What people are asked, and what their rejection leads to. */
interface HumanConfig {
    /** Who may decide: 1 to 50 entries; without a decisionRule at least one of them is mandatory. */
    reviewers?: DefinitionReviewer[] | undefined;
    /** What the reviewers are asked, up to 8,000 characters. */
    commentBody?: string | undefined;
    /** Addresses for the host's own mails; they come back in the output of the step. */
    reviewerEmails?: string[] | undefined;
    /** Where a rejection leads; needed outside the body of a loop, also beside an edge that is gated on the rejection. */
    onReject?: DefinitionOnReject | undefined;
    /** When there are approvals enough; without one, when every mandatory entry is satisfied. */
    decisionRule?: DefinitionDecisionRule | undefined;
    /** Whether people who are not mandatory may abstain; needs a decisionRule. False by default. */
    allowAbstain?: boolean | undefined;
    /** How many different people have to approve at least, 1 to 50; 1 by default. */
    minDistinctApprovers?: number | undefined;
    /** Which answers need a reason; `never` by default. */
    reasonRequired?: 'never' | 'reject' | 'always' | undefined;
    /** Reason codes, 1 to 50: every answer but an approval then needs one of them. */
    reasonCodes?: string[] | undefined;
    /** The form that comes with every approval. */
    form?: DefinitionForm | undefined;
    /** What reviewers may do beside answering; nothing by default. */
    allow?: ('delegate' | 'substitute' | 'claim' | 'add' | 'retract' | 'ask')[] | undefined;
    /** How long a claim lasts, in ms: a minute to a week; 8 hours by default. */
    claimMs?: number | undefined;
    /** How long open questions may hold the deadline up, in ms, up to 30 days; needs a deadline. */
    pauseMs?: number | undefined;
    /** Who is kept from deciding. */
    separation?: DefinitionSeparation | undefined;
    /** When those who are asked are reminded, 1 to 10. */
    reminders?: DefinitionReminder[] | undefined;
    /** Whether each decision names what it is on (`subjectDigest`); false by default. */
    requireSubjectDigest?: boolean | undefined;
    /** What becomes of the answers when the subject is revised; `reset` by default. */
    onSubjectChange?: 'reset' | 'keep' | undefined;
}
/** Where a rejection leads: exactly one of `routeToNodeId` and `loopBack`. */
interface DefinitionOnReject {
    /** The node that a rejection leads to. */
    routeToNodeId?: string | undefined;
    /** Back to an earlier node, which starts again. */
    loopBack?: DefinitionLoopBack | undefined;
}
/** A loop from this node back to an earlier one, over every node on a path between them. */
interface DefinitionLoopBack {
    /** The node that starts again; it lies before this one. */
    toNodeId: string;
    /** Runs of the body, the first included; 5 by default. */
    maxIterations?: number | undefined;
    /** Which rejections loop back: JSON text of an expression tree; all of them by default. */
    when?: string | undefined;
    /** Where to go after a rejection in the last iteration; without it the execution fails. */
    onExhausted?: ExhaustedRoute | undefined;
}
/** Where a loop goes whose last iteration was rejected. */
interface ExhaustedRoute {
    /** The node that starts. */
    routeToNodeId: string;
}
/** A node at which an agent, a function of the host's, is called. */
interface AgentNode extends NodeBase {
    /** Kind of the node. */
    type: 'agent';
    /** Which agent, and how it is called. */
    config?: AgentConfig | undefined;
}
/** Which agent is called, and what it has to do. */
interface AgentConfig {
    /** Which of the registered agents to call (required); `__mock__` passes at once. */
    agentId?: string | undefined;
    /** Dot-path to the URL that the agent is to look at, from the trigger context (required). */
    urlPath?: string | undefined;
    /** Whether the step waits until people have resolved what the agent found; false by default. */
    blocking?: boolean | undefined;
    /** When it has waited long enough; required on a blocking agent. */
    resolutionPolicy?: DefinitionResolutionPolicy | undefined;
    /** Time for all its calls together, in ms, up to a day; half an hour by default. */
    agentMaxRuntimeMs?: number | undefined;
    /** Text that the agent gets, up to 8,000 characters. */
    promptOverride?: string | undefined;
    /**
     * Further input: from a name to a dot-path that starts with `output` (of the step before) or
     * `execution.input`.
     */
    inputMapping?: Record<string, string> | undefined;
    /** Whether an answer with neither summary nor output counts as a failed call; false by default. */
    requireNonEmptyOutput?: boolean | undefined;
}
/** When a blocking agent step has waited long enough for resolutions of its findings. */
type DefinitionResolutionPolicy = {
    /** Every finding has to be resolved. */
    kind: 'allResolved';
} | {
    /** A number of findings has to be resolved. */
    kind: 'minResolved';
    /** How many; all of them if there are fewer. */
    minCount: number;
};
/** A node that is skipped when a run reaches it; its success edges are followed. */
interface WebhookNode extends NodeBase {
    /** Kind of the node. */
    type: 'webhook';
    /** The request that the node stands for. */
    config?: WebhookNodeConfig | undefined;
}
/** A request that is checked, and not sent yet. */
interface WebhookNodeConfig {
    /** Where the request would go. */
    url: string;
    /** Method of the request. */
    method?: string | undefined;
    /** Headers of the request. */
    headers?: Record<string, string> | undefined;
}
/** An edge: what starts after a node has ended. */
interface DefinitionEdge {
    /** Id of the node whose end it is looked at. */
    from: string;
    /** Id of the node that it starts. */
    to: string;
    /** Condition: JSON text of an expression tree, as `when()` makes it. Without one it is the success edge. */
    when?: string | undefined;
}
/** Nodes whose approvals are counted together. */
interface DefinitionGroup {
    /** Id of the group, unique in its definition. */
    groupId: string;
    /** Ids of the nodes whose approvals it counts. */
    memberNodeIds: string[];
    /** How many members there are to hear from: 1 to the number of members. */
    expectedSteps: number;
    /** Approvals that are enough: 1 to `expectedSteps`. */
    quorum: number;
    /**
     * What a quorum does: nothing (`waitAll`, the default), cancel the open members, or cancel them and go on
     * once for all.
     */
    onQuorumMet?: 'waitAll' | 'cancelOnQuorum' | 'joinOnQuorum' | undefined;
    /** Members without whose approval there is no quorum. */
    requiredNodeIds?: string[] | undefined;
}
/** A part of a definition that a rejection inside it starts again. */
interface DefinitionLoop {
    /** Id of the loop, unique in its definition. */
    loopId: string;
    /** The node that each iteration starts with; it is in the body. */
    entryNodeId: string;
    /** Ids of the nodes that are run again together. */
    bodyNodeIds: string[];
    /** Runs of the body, the first included; 5 by default. */
    maxIterations?: number | undefined;
    /** Which rejections rewind the loop; all of them by default. */
    onIterationReject?: {
        /** Condition: JSON text of an expression tree. */
        when: string;
    } | undefined;
    /** Where to go after a rejection in the last iteration; without it the execution fails. */
    onExhausted?: ExhaustedRoute | undefined;
}

/** The kinds of nodes. */
type NodeType = DefinitionNode['type'];
/** What a quorum does to the members of its group that are still open. */
type QuorumPolicy = NonNullable<DefinitionGroup['onQuorumMet']>;

/** Units that an evaluation or a command may take. */
declare class WorkBudget {
    private left;
    private readonly shared;
    private readonly units;
    /** Units that are spent are spent of `shared` as well. */
    constructor(units?: number, shared?: WorkBudget | null);
    /** Units that were spent so far. */
    get spent(): number;
    /** @throws TooCostly */
    spend(units: number): void;
}

interface Operator {
    readonly minArgs: number;
    readonly maxArgs: number;
    /** Takes any values; throws nothing but TooCostly. */
    readonly apply: (work: WorkBudget, ...values: readonly unknown[]) => unknown;
}
declare const OPERATORS: {
    readonly eq: Operator;
    readonly ne: Operator;
    readonly gt: Operator;
    readonly gte: Operator;
    readonly lt: Operator;
    readonly lte: Operator;
    readonly and: Operator;
    readonly or: Operator;
    readonly not: Operator;
    readonly regex: Operator;
    readonly includes: Operator;
    readonly startsWith: Operator;
    readonly endsWith: Operator;
    readonly length: Operator;
    readonly isEmpty: Operator;
};
/** Name of an operator of conditions. */
type OperatorName = keyof typeof OPERATORS;
/** The operators that conditions know. */
declare const OPERATOR_NAMES: OperatorName[];

/** The expression tree of an edge's `when` (contract section 3), as data. */

type Literal = string | number | boolean | null | readonly Literal[];
interface Variable {
    readonly var: string;
}
/** A literal, a variable, or an operator with operands of its own. */
type Operand = Literal | Variable | Expression;
/** An operator with its operands. */
interface Expression {
    /** Which operator. */
    readonly op: OperatorName;
    /** Its operands, in order. */
    readonly args: readonly Operand[];
}

/** What is left of an expression for questions about some paths. */
interface Folded {
    readonly rest: unknown;
}

/**
 * When an edge is looked at, and what it is for (contract section 4). The interpreter asks with a real step,
 * the linter with the outcomes that a step can have; the rules are the same and stand here.
 */

/** The condition of an edge, with what the rules need to know of it. */
interface Guard {
    /** null: the success edge. */
    readonly when: Expression | null;
    /** Whether it reads the status of the step. */
    readonly readsStatus: boolean;
    /** Whether it reads the output of the step. */
    readonly readsOutput: boolean;
}
/** A guard with its condition folded, once for all that the linter asks of it. */
interface FoldedGuard extends Guard {
    readonly folded: Folded | null;
}
/** What an edge is for (contract section 2). */
type EdgeRole = 'success' | 'reject' | 'breach' | 'custom';
/** What the rules need to know of a condition. */
declare function guardOf(when: Expression | null): FoldedGuard;
/** How a step can end, as far as edges can tell. */
declare const OUTCOMES: {
    readonly approved: {
        readonly status: "completed";
        readonly decision: "approve";
    };
    readonly rejected: {
        readonly status: "completed";
        readonly decision: "reject";
    };
    readonly undecided: {
        readonly status: "completed";
        readonly decision: null;
    };
    readonly skipped: {
        readonly status: "skipped";
        readonly decision: null;
    };
    readonly failed: {
        readonly status: "failed";
        readonly decision: null;
    };
    readonly breached: {
        readonly status: "breached";
        readonly decision: null;
    };
};
/** How a step can end, as far as edges can tell. */
type Outcome = keyof typeof OUTCOMES;
/** Whether some step with this outcome makes the edge fire. */
declare function canFire(guard: FoldedGuard, outcome: Outcome): boolean;

/** The people of a human node as the interpreter reads them (contract section 17). */
interface EntryBase {
    readonly mandatory: boolean;
    readonly weight: number;
    readonly veto: boolean;
    readonly order: number;
}
interface PersonEntry extends EntryBase {
    readonly kind: 'person';
    readonly userId: string;
}
interface PoolEntry extends EntryBase {
    readonly kind: 'pool';
    readonly source: PoolSource;
    /** Approvals that satisfy it. */
    readonly count: number;
}
/** A value of the run, by its dot-path. */
interface ValueSource {
    readonly var: string;
}
type PoolSource = {
    readonly users: readonly string[];
} | ValueSource | {
    readonly directory: {
        readonly kind: 'group' | 'role';
        readonly name: string;
    };
};
interface ChainEntry extends EntryBase {
    readonly kind: 'chain';
    readonly startAt: ValueSource;
    readonly maxLevels: number;
    /** null: it has as many levels as there are managers. */
    readonly untilLimit: {
        readonly attribute: string;
        readonly atLeast: number | ValueSource;
    } | null;
}
type CompiledEntry = PersonEntry | PoolEntry | ChainEntry;
/** What reviewers may do beside answering. */
type Allowed = 'delegate' | 'substitute' | 'claim' | 'add' | 'retract' | 'ask';
interface CompiledSeparation {
    readonly excludeInitiator: boolean;
    readonly excludeContributors: boolean;
}
type CompiledReminder = {
    readonly afterMs: number;
} | {
    readonly beforeDueMs: number;
};
type DecisionRule = {
    readonly kind: 'count';
    readonly approvals: number;
    readonly rejections: number | null;
} | {
    readonly kind: 'percent';
    readonly approvals: number;
    readonly of: 'eligible' | 'cast';
} | {
    readonly kind: 'weight';
    readonly approvals: number;
};
interface CompiledFormField {
    readonly name: string;
    readonly type: 'string' | 'number' | 'boolean' | 'choice';
    readonly choices: readonly string[];
    readonly required: boolean;
}
/** Who decides, how it is counted, and what an answer has to say. */
interface CompiledPeople {
    /** In the order in which they are written: an entry is named by its index. */
    readonly entries: readonly CompiledEntry[];
    /** null: the entries alone say. */
    readonly decisionRule: DecisionRule | null;
    readonly allowAbstain: boolean;
    readonly minDistinctApprovers: number;
    readonly reasonRequired: 'never' | 'reject' | 'always';
    /** null: an answer has none. */
    readonly reasonCodes: readonly string[] | null;
    /** null: an approval fills in nothing. */
    readonly form: readonly CompiledFormField[] | null;
    readonly allow: readonly Allowed[];
    readonly claimMs: number;
    /** null: questions hold nothing up. */
    readonly pauseMs: number | null;
    readonly separation: CompiledSeparation;
    readonly reminders: readonly CompiledReminder[];
    readonly requireSubjectDigest: boolean;
    readonly onSubjectChange: 'reset' | 'keep';
    /** Of a directory that fails. */
    readonly retry: RetryPolicy;
}
interface RetryPolicy {
    readonly maximumAttempts: number;
    readonly initialIntervalMs: number;
    readonly backoffCoefficient: number;
    readonly maximumIntervalMs: number;
}

/**
 * Results that the interpreter works out from one part of a compiled definition, such as a node or an edge, and uses in
 * every run. The part owns its results: they live as long as the part, and they are not in its JSON.
 */

declare const RESULTS: unique symbol;
/** A value that never changes and can own results. A copy owns none. */
interface Owner {
    readonly [RESULTS]?: Map<unknown, unknown>;
}

/**
 * A definition as the interpreter runs it: plain JSON, frozen, indexed. It is stored with its version, so that
 * a run is interpreted the same way whatever later releases compile.
 */

interface CompiledEdge extends Guard, Owner {
    readonly from: string;
    readonly to: string;
    readonly role: EdgeRole;
}
interface CompiledNodeBase extends Owner {
    readonly nodeId: string;
    readonly type: NodeType;
    readonly slaMs: number | null;
    /** A deadline in working time, in place of `slaMs`; only on a node that has one. */
    readonly sla?: {
        readonly workingMs: number;
        readonly calendar: string;
    };
}
interface Reviewer {
    readonly userId: string;
    readonly mandatory: boolean;
}
interface CompiledHumanNode extends CompiledNodeBase {
    readonly type: 'human';
    /** The entries that name one person. */
    readonly reviewers: readonly Reviewer[];
    readonly reviewerEmails: readonly string[];
    readonly commentBody: string | null;
    /** Only on a node that uses a field of section 17. */
    readonly people?: CompiledPeople;
}
type ResolutionPolicy = {
    readonly kind: 'allResolved';
} | {
    readonly kind: 'minResolved';
    readonly minCount: number;
};
interface CompiledAgentNode extends CompiledNodeBase {
    readonly type: 'agent';
    readonly agentId: string;
    readonly urlPath: string;
    /** Set on a blocking agent, null on any other. */
    readonly resolutionPolicy: ResolutionPolicy | null;
    readonly agentMaxRuntimeMs: number;
    readonly promptOverride: string | null;
    /** Input name → dot-path. */
    readonly inputMapping: Readonly<Record<string, string>>;
    readonly requireNonEmptyOutput: boolean;
    readonly retry: RetryPolicy;
}
interface CompiledWebhookNode extends CompiledNodeBase {
    readonly type: 'webhook';
}
/** The compiled form of each kind of node. */
interface CompiledNodes {
    readonly human: CompiledHumanNode;
    readonly agent: CompiledAgentNode;
    readonly webhook: CompiledWebhookNode;
}
type CompiledNode = CompiledNodes[NodeType];
interface CompiledGroup {
    readonly groupId: string;
    readonly memberNodeIds: readonly string[];
    readonly requiredNodeIds: readonly string[];
    readonly expectedSteps: number;
    readonly quorum: number;
    readonly policy: QuorumPolicy;
    /** The loops whose rewinds start its counting afresh. */
    readonly loopIds: readonly string[];
    /** Whether every member is in the body of the same loop, or none is in any. */
    readonly uniform: boolean;
}
interface CompiledLoop extends Owner {
    readonly loopId: string;
    readonly entryNodeId: string;
    readonly bodyNodeIds: readonly string[];
    readonly maxIterations: number;
    /** Which rejections rewind it; null: every one. */
    readonly when: Expression | null;
    readonly exhaustedNodeId: string | null;
}
/**
 * A definition as the interpreter runs it: plain JSON, frozen, indexed. What follows from it is worked out on first use, and
 * kept in a hidden field of the part that it follows from (`derived.ts`).
 */
interface CompiledDefinition extends Owner {
    /** Version of this form, so that a later release can read what an earlier one stored. */
    readonly format: 1;
    /** Ids of the nodes that start a run, in this order. */
    readonly roots: readonly string[];
    /** Nodes by nodeId, every default filled in. */
    readonly nodes: Readonly<Record<string, CompiledNode>>;
    /** Edges in the order in which they are looked at, derived ones last. */
    readonly edges: readonly CompiledEdge[];
    /** Groups in the order in which they were written. */
    readonly groups: readonly CompiledGroup[];
    /** Loops, those of `onReject.loopBack` last. */
    readonly loops: readonly CompiledLoop[];
    /** By nodeId; a node without any has no entry. */
    readonly outgoing: Readonly<Record<string, readonly number[]>>;
    /** Place in `groups` of a node's group, by nodeId. */
    readonly groupOf: Readonly<Record<string, number>>;
    /** Place in `loops` of the loop around a node, by nodeId. */
    readonly loopOf: Readonly<Record<string, number>>;
    /** The nodes that nobody answers who answers this one, by nodeId, both ways; only where there are any. */
    readonly separated?: Readonly<Record<string, readonly string[]>>;
}

/** What an execution is begun with: which definition it runs, for whom, and on what. */

/** What is known of an execution before its first event; its parties alone change. Times in ms since the epoch. */
interface ExecutionHeader {
    readonly workspaceId: string;
    readonly executionId: string;
    /** Names one created definition for ever, also when its definitionId is used again. */
    readonly definitionUid: string;
    readonly definitionId: string;
    /** The version that it runs, to its end. */
    readonly definitionVersion: number;
    readonly correlationId: string;
    /** The key of the dispatch, unique in the workspace; null without one. */
    readonly idempotencyKey: string | null;
    readonly organizationId: string | null;
    readonly documentId: string | null;
    /** What the run is about. */
    readonly triggerContext: JsonObject;
    /** Address of the run's own receiver, in place of its definition's; null: it has none. */
    readonly webhookUrl: string | null;
    /** When it was dispatched, in ms since the epoch. */
    readonly createdAt: number;
    /** Who started it, who worked on what, and on what; absent where the dispatch said nothing of it. */
    readonly parties?: Parties;
}
/**
 * Who and what a run is about, beside its people (contract section 17).
 * @see docs/reference/contract.md#17-people
 */
interface Parties {
    /** Who started it; null: nobody was named. */
    readonly initiatorId: string | null;
    /** Who worked on the subject, each once. */
    readonly contributorIds: readonly string[];
    /** Whether initiator and contributors are kept from deciding on every node. */
    readonly enforceSeparation: boolean;
    /** What is to be approved; null: it was not named. */
    readonly subject: Subject | null;
    /** The newest revisions that came with a key, so that a repeat is known; absent before the first. */
    readonly revisions?: readonly KeyedRevision[];
}
/** A revision that may be called again with the same key. */
interface KeyedRevision {
    /** Who asked for it; a key is theirs alone. */
    readonly actorId: string;
    /** Its idempotencyKey. */
    readonly key: string;
    /** The subject that it made; absent where an earlier release kept the key. */
    readonly digest?: string;
}
/** What is to be approved. */
interface Subject {
    /** Digest of it, as in `sha256:…`. */
    readonly digest: string;
    /** The host's own id of it; null without one. */
    readonly ref: string | null;
    /** Which state of it; null without one. */
    readonly revision: string | null;
}

/** What a step keeps of its people (contract section 17): plain JSON, a part of the state of its execution. */

/** What an answer on a people node has beside (contract section 17). */
interface PeopleAnswer {
    /** For whom it was given; null: for themselves. */
    readonly onBehalfOf: string | null;
    readonly reasonCode: string | null;
    /** What an approval filled in. */
    readonly values: JsonObject | null;
    /** Digest of the subject that it was given on. */
    readonly subjectDigest: string | null;
    /** Of the place. */
    readonly round: number;
}
/** One person's place in a step (contract section 17). */
interface Place {
    /** Who was found for it. */
    readonly userId: string;
    /** Who answers. */
    readonly holder: string;
    /** The entries that name it, by index. */
    readonly entries: readonly number[];
    readonly weight: number;
    readonly veto: boolean;
    readonly order: number;
    /** How often it was to be answered, the current time included. */
    readonly round: number;
    /** Whether its turn has come. */
    readonly asked: boolean;
    /** Whoever held it may not decide any more, and nobody answers it. */
    readonly lost?: boolean;
    /** Who added it while the step waited; such a place has no entries. */
    readonly addedBy?: string;
    /** How it went from hand to hand. */
    readonly delegations?: readonly Delegation[];
    /** The rounds whose answers were taken back. */
    readonly retracted?: readonly number[];
    /** How often its holder has reserved an answer. */
    readonly claims?: number;
}
interface Delegation {
    readonly from: string;
    readonly to: string;
    readonly actorId: string;
    readonly at: number;
    readonly reason: string | null;
}
/** Who decides a step. Parts that are absent are empty. */
interface PeopleState {
    /** In the order in which they were found. */
    readonly places: readonly Place[];
    /** The people of chains, level by level, by the userIds of their places. */
    readonly chains?: readonly Chain[];
    /** Live or not: whoever looks compares `until` with the time. */
    readonly claims?: readonly PoolClaim[];
    readonly questions?: readonly Question[];
    /** How the deadline stands while questions are open; absent before the first. */
    readonly pause?: Pause;
    /** Who answered, and for whom, where the answer stands no more. */
    readonly past?: readonly string[];
    /** Whether substitutes may answer on places that no pool names. */
    readonly substitutes?: boolean;
    /** Which entries are pools, where substitutes may answer; absent where none is, and in states of before it was kept. */
    readonly pools?: readonly number[];
}
interface Chain {
    readonly entry: number;
    readonly levels: readonly string[];
}
interface PoolClaim {
    readonly userId: string;
    readonly entry: number;
    readonly until: number;
}
interface Question {
    readonly questionId: string;
    readonly by: string;
    readonly of: string;
    readonly question: string;
    readonly askedAt: number;
    readonly answer: string | null;
    readonly answeredAt: number | null;
    /** The key that it was asked with, so that a repeat is known; absent without one. */
    readonly key?: string;
}
interface Pause {
    /** The deadline without any pause. */
    readonly deadline: number;
    readonly usedMs: number;
    /** Since when questions are open; null: none is. */
    readonly since: number | null;
}

/** The state of one execution: plain JSON, never changed in place. It is the fold of the execution's events. */

/** Every status of an execution, and whether it is the last. */
declare const EXECUTION: {
    readonly pending: "live";
    readonly running: "live";
    readonly completed: "terminal";
    readonly failed: "terminal";
    readonly cancelled: "terminal";
};
/** Every status of a step, and whether something can still happen to it. */
declare const STEP: {
    readonly pending: "open";
    readonly running: "open";
    readonly waiting: "open";
    readonly completed: "ended";
    readonly skipped: "ended";
    readonly failed: "ended";
    readonly breached: "ended";
    readonly cancelled: "ended";
};
type KeysWith<T, V> = {
    [K in keyof T]: T[K] extends V ? K : never;
}[keyof T];
/** Status of an execution; `completed`, `failed` and `cancelled` never change again. */
type ExecutionStatus = keyof typeof EXECUTION;
type OpenStepStatus = KeysWith<typeof STEP, 'open'>;
/** Status of a step; it is open as `pending`, `running` or `waiting`, and ended otherwise. */
type StepStatus = keyof typeof STEP;
/** How a step was decided. */
type ReviewDecision = 'approve' | 'reject';
/** What one person answered. */
type ReviewVote = ReviewDecision | 'abstain';
/** Why a step failed. */
interface StepError {
    readonly code: string;
    readonly message: string;
}
type FailureCode = 'step-failed' | 'step-breached' | 'unhandled-rejection' | 'quorum-unreachable' | 'loop-exhausted' | 'step-limit-exceeded' | 'execution-too-large' | 'expression-too-costly';
/** Why an execution failed. */
interface FailureReason {
    /** What kind of ending nothing handled, as in `unhandled-rejection`. */
    readonly code: FailureCode;
    /** What happened. */
    readonly message: string;
    readonly stepId: string | null;
}
/** What became of the links of a step, by their ids. */
interface LinkState {
    readonly used: readonly string[];
    readonly revoked: readonly string[];
}
/** How whoever decided proved who they are: by a token, or by a link that was made for them; null: in process. */
type Via = {
    /** By what. */
    readonly kind: 'token';
    /** The user of the token; null: it names none. */
    readonly sub: string | null;
} | {
    readonly kind: 'link';
    /** Which link. */
    readonly linkId: string;
};
interface RecordedDecision extends Partial<PeopleAnswer> {
    readonly reviewerId: string;
    readonly decision: ReviewVote;
    readonly reason: string | null;
    readonly recordedAt: number;
}
interface RecordedResolution {
    readonly resolutionId: string;
    readonly status: 'success' | 'failure';
    readonly output: JsonObject | null;
    readonly errorMessage: string | null;
    readonly recordedAt: number;
}
/** Who reminded whom by hand. */
interface RemindedByHand {
    readonly actorId: string;
    readonly userIds: readonly string[];
}
/** What was reminded of a step by hand. */
interface HandReminders {
    /** How often. */
    readonly count: number;
    /** Whoever was reminded: by whom last, and when, in ms since the epoch. */
    readonly last: readonly {
        readonly userId: string;
        readonly actorId: string;
        readonly at: number;
    }[];
}
/** Everything about a step: one start of a node. */
interface StepState {
    readonly stepId: string;
    readonly nodeId: string;
    /** Kind of its node. */
    readonly nodeType: NodeType;
    /** How far it is. */
    readonly status: StepStatus;
    /** Iteration of the loop that the node is in; 1 outside loops. */
    readonly iteration: number;
    /** From 1. */
    readonly attempt: number;
    /** When it was scheduled, in ms since the epoch. */
    readonly createdAt: number;
    /** When it started, in ms since the epoch; null until then. */
    readonly startedAt: number | null;
    /** When it began to wait for people; null before. */
    readonly waitingSince: number | null;
    /** When it ended, in whatever way. */
    readonly completedAt: number | null;
    /** When it is breached, in ms since the epoch; null without an `slaMs`. */
    readonly dueAt: number | null;
    /** What it was started with. */
    readonly input: JsonObject;
    /** What the step gave; what a human step has so far is derived from `decisions`. */
    readonly output: JsonObject | null;
    /** Why it failed; null unless it did. */
    readonly error: StepError | null;
    /** Whether an administrator resolved it by force. */
    readonly overridden: boolean;
    /** Fingerprint of the result that a deferred agent called back with; null: it has not. */
    readonly callback: string | null;
    /** Reviewers who have not decided yet, while the step waits. */
    readonly waitingForReviewers: readonly string[];
    /** What reviewers decided, in the order in which it was recorded. */
    readonly decisions: readonly RecordedDecision[];
    /** How findings were resolved, in the order in which it was recorded. */
    readonly resolutions: readonly RecordedResolution[];
    /** Links that were used or revoked; absent before the first. */
    readonly links?: LinkState;
    /** Who decides it; absent where the node alone says so, and until they are resolved. */
    readonly people?: PeopleState;
    /** The attempt of its agent that was begun last; absent before the first. */
    readonly begun?: number;
    /** Reminders that were given, by their index; absent before the first. */
    readonly reminded?: readonly number[];
    /** What was reminded of it by hand; absent before the first. */
    readonly handReminders?: HandReminders;
    /** seq of the event that ended it; absent before, and where an earlier version ended it. */
    readonly endedSeq?: number;
}
/** A group that is decided: in which iteration, and how. */
interface GroupState {
    readonly groupId: string;
    readonly iteration: number;
    readonly outcome: 'met' | 'unreachable';
}
/** A loop that was rewound or exhausted. */
interface LoopState {
    readonly loopId: string;
    readonly iteration: number;
    readonly exhausted: boolean;
}
/** Everything about an execution: the fold of its events. */
interface ExecutionState extends ExecutionHeader {
    /** How far it is. */
    readonly status: ExecutionStatus;
    /** When its first step started, in ms since the epoch; null until then. */
    readonly startedAt: number | null;
    /** When it ended, in ms since the epoch; null until then. */
    readonly completedAt: number | null;
    /** When it was cancelled, in ms since the epoch; null until then. */
    readonly cancelledAt: number | null;
    /** Why it failed; null unless it did. */
    readonly failureReason: FailureReason | null;
    /** seq of the last event; it is the revision that a commit compares. 0 before the first event. */
    readonly seq: number;
    /** Time of the last event. */
    readonly updatedAt: number;
    /** Groups that are decided. */
    readonly groups: readonly GroupState[];
    /** Loops that were rewound or exhausted. */
    readonly loops: readonly LoopState[];
    /** In the order of creation. */
    readonly steps: readonly StepState[];
}
/** The state before the first event. Field by field, so that all states have one shape for the JavaScript engine. */
declare function initialState(header: ExecutionHeader): ExecutionState;
/** Whether a step with this status is still to end. */
declare function isOpen(status: StepStatus): status is OpenStepStatus;
/** Whether an execution with this status has ended. */
declare function isTerminal(status: ExecutionStatus): boolean;

/** The events that hosts and receivers see, with what they say (contract section 11). */

/** Who stopped a step, and why. */
interface Cancellation {
    /** Who did it; `system:…` for the engine. */
    readonly actorId: string;
    /** Why; null when nobody said. */
    readonly reason: string | null;
}
/**
 * Why others are asked than before. `order`: the mandatory entries of the lower orders are satisfied; `separation`:
 * somebody must not decide any more; `reset`: what was approved is another.
 */
type AssignmentCause = 'order' | 'delegated' | 'added' | 'separation' | 'reset';
/** Data of the events that leave the engine, exactly as they are stored. Times in ms since the epoch. */
interface ExternalEventData {
    /** A run was started. */
    'execution.dispatched': {
        /** Which definition runs. */
        readonly definitionId: string;
        /** The version that the run stays on. */
        readonly definitionVersion: number;
        /** Steps that it starts with. */
        readonly rootStepIds: readonly string[];
    };
    /** A step waits for people, or for resolutions of what its agent found. */
    'step.awaiting-approval': {
        /** The node of the step. */
        readonly nodeId: string;
        /** Kind of the node. */
        readonly nodeType: NodeType;
        /** Who is asked now, by userId. */
        readonly waitingForReviewers: readonly string[];
        /** How many entries are mandatory, each level of a chain counted as one; 0 for an agent. */
        readonly mandatoryCount: number;
        /** What people are asked. */
        readonly commentBody: string | null;
        /** When it is due, in ms since the epoch; null without a deadline. */
        readonly dueAt: number | null;
        /** Agents only. */
        readonly resolutionPolicy?: ResolutionPolicy;
        /** Agents only; null when none were declared. */
        readonly findings?: readonly JsonObject[] | null;
    };
    /** Somebody answered on a people node; before what follows from it. */
    'step.answered': {
        /** The node of the step. */
        readonly nodeId: string;
        /** Who answered. */
        readonly reviewerId: string;
        /** For whom, where a substitute answered; null otherwise. */
        readonly onBehalfOf: string | null;
        /** What was decided. */
        readonly decision: ReviewVote;
        /** Why, as one of the reason codes of the node. */
        readonly reasonCode: string | null;
        /** Round of the place that was answered. */
        readonly round: number;
        /** Digest of what was decided on; null where it was not named. */
        readonly subjectDigest: string | null;
    };
    /** Others are asked now, or somebody is asked no more. */
    'step.assigned': {
        /** The node of the step. */
        readonly nodeId: string;
        /** Why others are asked. */
        readonly cause: AssignmentCause;
        /** Who did it; `system:…` for the engine. */
        readonly actorId: string;
        /** Who is asked from now on. */
        readonly added: readonly string[];
        /** Who is asked no more. */
        readonly removed: readonly string[];
        /** Who is asked now, by userId. */
        readonly waitingForReviewers: readonly string[];
    };
    /** Somebody took an answer back; `round` is the one that the next answer has to name. */
    'step.answer-retracted': {
        /** The node of the step. */
        readonly nodeId: string;
        /** Whose answer it was. */
        readonly reviewerId: string;
        /** For whom, where a substitute answered; null otherwise. */
        readonly onBehalfOf: string | null;
        /** Round of the place from now on. */
        readonly round: number;
    };
    /** A reviewer asked somebody for information; what, the view alone says. */
    'step.question-asked': QuestionData;
    /** A question of a reviewer was answered. */
    'step.question-answered': QuestionData;
    /** Those who are asked, or owe an answer to a question, are reminded. */
    'step.reminder': {
        /** The node of the step. */
        readonly nodeId: string;
        /** Index of the reminder in the node; null: somebody reminded them by hand. */
        readonly level: number | null;
        /** Who is reminded. */
        readonly userIds: readonly string[];
        /** When it is due, in ms since the epoch; null without a deadline. */
        readonly dueAt: number | null;
    };
    /** A step is completed, approved or rejected: `decision` says which. */
    'step.completed': {
        /** The node of the step. */
        readonly nodeId: string;
        /** Kind of the node. */
        readonly nodeType: NodeType;
        /** Human steps and blocking agents; null after a force-complete. */
        readonly decision?: ReviewDecision | null;
        /** Where people or an administrator ended it, or its findings were resolved; not of an agent that does not block. */
        readonly aggregatorStatus?: 'resolved';
        /** Agents only. */
        readonly agentId?: string;
    };
    /** A step has failed for good. */
    'step.failed': {
        /** The node of the step. */
        readonly nodeId: string;
        /** What went wrong. */
        readonly error: StepError;
        /** Which attempt it was, from 1: to call its agent, or to find its people. */
        readonly attempt: number;
    };
    /** A step missed its deadline. */
    'step.breached': {
        /** The node of the step. */
        readonly nodeId: string;
        /** The `slaMs` of the node; of a deadline in working time how long after the creation of the step it was due, in ms. */
        readonly slaMs: number;
        /** When it was due, in ms since the epoch. */
        readonly dueAt: number;
    };
    /** A step was stopped. */
    'step.cancelled': {
        /** The node of the step. */
        readonly nodeId: string;
    } & Cancellation;
    /** A group has as many approvals as it needs. */
    'group.quorum-met': {
        /** The group. */
        readonly groupId: string;
        /** Iteration in which its members are counted, from 1; a rewind of a loop around one of them begins another. */
        readonly iteration: number;
        /** Approvals that are enough. */
        readonly quorum: number;
        /** Approvals there are. */
        readonly totalApproved: number;
        /** Members with a completed step, approved or rejected. */
        readonly completedTotal: number;
        /** Members to hear from. */
        readonly expectedSteps: number;
    };
    /** A loop was rewound to its entry. */
    'loop.iteration-started': {
        /** The loop. */
        readonly loopId: string;
        /** The iteration that begins, from 2. */
        readonly iteration: number;
        /** What rewound it. */
        readonly triggeredBy: 'rejection';
    };
    /** The last iteration of a loop was rejected. */
    'loop.exhausted': {
        /** The loop. */
        readonly loopId: string;
        /** The iteration that was rejected: the last one that it may have. */
        readonly iteration: number;
        /** Who rejected; null when nobody did it by name. */
        readonly lastRejectedBy: string | null;
        /** Why, in their words. */
        readonly lastRejectionReason: string | null;
    };
    /** What is to be approved is another now. */
    'execution.subject-revised': {
        /** Digest of the subject from now on. */
        readonly digest: string;
        /** Digest before; null when there was none. */
        readonly previousDigest: string | null;
        /** Who did it; `system:…` for the engine. */
        readonly actorId: string;
        /** Who made the revision, where it is known. */
        readonly contributorId: string | null;
        /** Steps whose answers are void. */
        readonly resetStepIds: readonly string[];
    };
    /** A run has ended well. */
    'execution.completed': {
        /** Time since the dispatch, in ms. */
        readonly durationMs: number;
    };
    /** A run has failed. */
    'execution.failed': {
        /** Why, as a code and a sentence. */
        readonly failureReason: FailureReason;
    };
    /** A run was cancelled. */
    'execution.cancelled': {
        /** Why, in the words of whoever did it, or `withdrawn`; `all-steps-cancelled` by the engine; null: nobody said. */
        readonly reason: string | null;
    };
}
interface QuestionData {
    /** The node of the step. */
    readonly nodeId: string;
    /** Id of the question. */
    readonly questionId: string;
    /** Who asked. */
    readonly by: string;
    /** Who was asked. */
    readonly of: string;
    /** When it is due, in ms since the epoch; null without a deadline. */
    readonly dueAt: number | null;
}

/**
 * Work that a change leaves behind: done later, at least once, by whichever process claims it. A job is
 * written in the commit of the change that causes it, and goes with the step that it belongs to.
 */
declare const JOB_KINDS: readonly ["agent-call", "step-deadline", "agent-timeout", "resolve-reviewers", "step-reminder"];
/** Kind of a job of the interpreter. */
type JobKind = (typeof JOB_KINDS)[number];
/** A piece of work that falls due for a step. */
interface Job {
    /** What is to be done. */
    readonly kind: JobKind;
    readonly stepId: string;
    /** Not to be claimed before; ms since the epoch. */
    readonly dueAt: number;
    /** Attempt of an agent call, or to find the people of a step; 1 for all others. */
    readonly attempt: number;
}

/** The events that only the engine reads: what the fold needs beside those that leave the engine. */

/** How the people of a step change; what is left out stays. */
interface PeopleChange {
    /** New ones, and those that take the place of the one with their userId. */
    readonly places?: readonly Place[];
    /** Holders of places whose answers stand no more. */
    readonly voided?: readonly string[];
    /** All of them. */
    readonly claims?: readonly PoolClaim[];
    /** A new one, or one that takes the place of the one with its id. */
    readonly question?: Question;
    readonly pause?: Pause;
    readonly dueAt?: number;
    /** Why, in the words of whoever did it; for the record alone. */
    readonly reason?: string;
}
/** Data of the events that only the engine reads. */
interface InternalEventData {
    'execution.started': Readonly<Record<string, never>>;
    'step.scheduled': {
        readonly nodeId: string;
        readonly nodeType: NodeType;
        readonly iteration: number;
        readonly input: JsonObject;
        readonly dueAt: number | null;
    };
    /** An agent is about to be called; an attempt whose worker was lost is begun again. */
    'step.started': {
        readonly attempt: number;
    };
    'step.retried': {
        readonly attempt: number;
        readonly error: StepError;
        readonly retryAt: number;
    };
    /** It is known who decides the step. */
    'step.reviewers-resolved': PeopleState;
    /** Places, claims or questions of a step are others now. */
    'step.people-changed': PeopleChange & {
        readonly waitingForReviewers: readonly string[];
    };
    /** These reminders are given, the last of them as an event. By hand there are none of the node's. */
    'step.reminded': {
        readonly levels: readonly number[];
        readonly byHand?: RemindedByHand;
    };
    /** Jobs of open steps that were lost are made again; nothing else changes. */
    'execution.jobs-restored': {
        readonly jobs: readonly Job[];
    };
    /** What a revision changes, beside the steps. */
    'execution.parties-changed': {
        readonly subject: Subject;
        readonly contributorIds: readonly string[];
        /** Absent where it did not change. */
        readonly revisions?: readonly KeyedRevision[];
    };
    'step.decision-recorded': {
        readonly reviewerId: string;
        readonly decision: ReviewVote;
        readonly reason: string | null;
        /** Absent in events of before it was kept. */
        readonly via?: Via | null;
        /** People nodes only. */
        readonly people?: PeopleAnswer;
        /** People nodes only: who is waited for now. */
        readonly waitingForReviewers?: readonly string[];
    };
    'step.resolution-recorded': {
        readonly resolutionId: string;
        readonly status: 'success' | 'failure';
        readonly output: JsonObject | null;
        readonly errorMessage: string | null;
    };
    'step.overridden': {
        readonly actorId: string;
        readonly action: string;
        readonly reason: string | null;
        /** Absent in events of before it was kept. */
        readonly via?: Via | null;
    };
    /** A link that answers for somebody was taken away. */
    'step.link-revoked': {
        readonly linkId: string;
    };
    /** A deferred agent has called back; what with, so that a repeat is known. */
    'step.called-back': {
        readonly fingerprint: string;
    };
    /** The step has its output, and the workflow goes on from it. */
    'step.resumed': {
        readonly output: JsonObject;
    };
    'step.skipped': {
        readonly output: JsonObject;
    };
    'group.quorum-unreachable': {
        readonly groupId: string;
        readonly iteration: number;
    };
    /** A step with this id was started before, so it was not started again. */
    'idempotency.suppressed': {
        readonly stepId: string;
    };
}

/** Data of every event, by its type. */
type EventData = ExternalEventData & InternalEventData;
/** Type of any event, internal ones included. */
type EventType = keyof EventData;
/** Type of an event that hosts and receivers see. */
type ExternalEventType = Extract<keyof ExternalEventData, string>;
/** An event of one type, as it is stored and sent. */
interface EventOf<T extends EventType> {
    /** Id of the event, the same wherever it is seen. */
    readonly eventId: string;
    /** From 1, without gaps within an execution; external events alone skip some. */
    readonly seq: number;
    /** What happened. */
    readonly type: T;
    /** The execution in which it happened. */
    readonly executionId: string;
    /** The step that it happened to; null when it is about the execution. */
    readonly stepId: string | null;
    /** When it happened, in ms since the epoch. */
    readonly timestamp: number;
    /** The host's own id, as the dispatch gave it, or one that was made. */
    readonly correlationId: string;
    /** What else is to be known. */
    readonly data: EventData[T];
}
/** Any event, as it is stored. */
type EngineEvent = {
    [T in EventType]: EventOf<T>;
}[EventType];
/** An event that hosts and receivers see. */
type ExternalEvent = {
    [T in ExternalEventType]: EventOf<T>;
}[ExternalEventType];
/** Types of the events that hosts and receivers see. */
declare const EXTERNAL_EVENT_TYPES: ExternalEventType[];
/** Whether an event leaves the engine. */
declare function isExternal(event: EngineEvent): event is ExternalEvent;

/** Which runs a caller sees at all, by what they are of. */
/** Of what a run is. */
interface RunScope {
    /** The definition that it runs. */
    readonly definitionId: string;
    readonly organizationId: string | null;
    readonly documentId: string | null;
}
/**
 * What a caller may see: up to 1,000 ids of each kind. A kind that is left out: any; an empty list: none; all that are
 * there must match, and a run without an organization or document matches no list of them. `undefined` is refused: a list
 * that somebody forgot to load is not one that was left out.
 */
interface Visible {
    /** Only runs of these definitions. */
    readonly definitionIds?: readonly string[];
    /** Only runs of these organizations. */
    readonly organizationIds?: readonly string[];
    /** Only runs of these documents. */
    readonly documentIds?: readonly string[];
}
/** The fields of `Visible`, and what each of them is compared with. */
declare const VISIBLE_FIELDS: {
    readonly definitionIds: "definitionId";
    readonly organizationIds: "organizationId";
    readonly documentIds: "documentId";
};
/** Whether a run is among those that can be seen. */
declare function isVisible(visible: Visible | undefined, run: RunScope): boolean;

/** What can be wrong with a definition or a request: the codes of contract section 15. */
/** Codes that refuse a definition. */
declare const ERROR_CODES: readonly ["invalid-field", "unknown-field", "reserved-id", "too-many-issues", "duplicate-node-id", "dangling-edge", "duplicate-edge", "cycle-detected", "unreachable-node", "node-missing-config", "too-many-nodes", "too-many-edges", "fan-out-exceeds-limit", "human-missing-reject-path", "on-reject-target-missing", "missing-breach-edge", "agent-missing-agent-id", "agent-missing-url-path", "reviewers-missing", "reviewers-not-unique", "reviewers-none-mandatory", "reviewers-bad-order", "decision-rule-unreachable", "separation-node-missing", "separation-conflict", "sla-conflict", "trigger-without-initiator", "resolution-policy-missing", "when-not-json", "when-unknown-operator", "when-bad-arity", "when-bad-operand", "when-unknown-root", "when-bad-regex", "when-too-large", "group-duplicate-id", "group-members-empty", "group-member-missing", "group-expected-steps-invalid", "group-quorum-invalid", "group-required-not-in-members", "group-required-exceeds-quorum", "group-node-in-multiple-groups", "group-non-blocking-agent-member", "group-member-depends-on-member", "group-joinonquorum-members-must-share-successors", "loop-duplicate-id", "loop-entry-must-be-in-body", "loop-body-member-missing", "loop-body-unreachable-from-entry", "loop-body-must-have-single-terminal", "loop-node-in-multiple-loops", "loop-on-exhausted-route-to-not-found", "loop-on-exhausted-route-to-in-body", "loop-group-bounded-quorum-must-equal-expected", "loop-back-path-missing"];
/** Codes that are reported, and accepted. */
declare const WARNING_CODES: readonly ["trigger-replayable", "trigger-secret-short", "webhook-event-type-unknown", "group-cancelonquorum-cancels-nothing", "exhausted-target-reachable-otherwise", "agent-not-registered", "webhook-node-not-executed", "directory-not-configured", "calendar-unknown"];
/** A code that refuses a definition. */
type ErrorCode = (typeof ERROR_CODES)[number];
/** A code that is reported, and accepted. */
type WarningCode = (typeof WARNING_CODES)[number];
/** Any code of an issue. */
type IssueCode = ErrorCode | WarningCode;
/** One finding: `message` says what is wrong and how to mend it, `path` where (`nodes[3].config.urlPath`). */
interface Issue<Code extends IssueCode = IssueCode> {
    /** What kind of finding it is. */
    readonly code: Code;
    /** What is wrong, and how to mend it. */
    readonly message: string;
    /** Where it is, as in `nodes[3].config.urlPath`; empty for the whole. */
    readonly path: string;
    readonly nodeId?: string;
}

/** The output of an agent step (contract section 8). */

/** What an agent gave; its output is JSON within the limits already. */
interface AgentResult {
    readonly passed: boolean;
    readonly summary: string | null;
    readonly output: JsonObject | null;
    /** null: the agent declared none. */
    readonly findings: readonly JsonObject[] | null;
}

/** What is asked of the host's directory while the people of a step are found, and what it said. */

/** Everything that it said in one attempt. */
interface Answers {
    /** null: it knows no such group or role. */
    readonly members: readonly {
        readonly kind: 'group' | 'role';
        readonly name: string;
        readonly userIds: readonly string[] | null;
    }[];
    readonly managers: readonly {
        readonly userId: string;
        readonly managerId: string | null;
    }[];
    readonly attributes: readonly {
        readonly userId: string;
        readonly attribute: string;
        readonly value: JsonValue;
    }[];
}

/** Who stands in for whom (contract section 17). */
/** Somebody is away, and somebody else answers for them; half-open, in ms since the epoch. */
interface Absence {
    /** Who is away. */
    readonly userId: string;
    /** Who answers for them. */
    readonly substituteId: string;
    /** When it begins. */
    readonly from: number;
    /** When it is over. */
    readonly until: number;
}

declare const RESOLVE_ACTIONS: readonly ["force-approve", "force-reject", "force-complete", "force-fail", "reviewer-approve", "reviewer-reject"];
type ResolveAction = (typeof RESOLVE_ACTIONS)[number];
interface Commands {
    /** The first command of every execution. */
    dispatch: object;
    'record-decision': {
        readonly stepId: string;
        readonly reviewerId: string;
        readonly decision: ReviewVote;
        readonly reason: string | null;
        readonly reasonCode?: string | null;
        /** What an approval fills in. */
        readonly values?: JsonObject | null;
        /** For whom, where somebody stands in. */
        readonly onBehalfOf?: string | null;
        /** Digest of what the decision is on. */
        readonly subjectDigest?: string | null;
        /** Whether that is what was shown to whoever decides: null is then that there was none, and says nothing otherwise. */
        readonly shown?: boolean;
        readonly round?: number | null;
        /** Absences as they were read before the command: the evidence that somebody may stand in. */
        readonly absences?: readonly Absence[];
        /** Joins the output of the step if this decision ends it. */
        readonly output?: JsonObject | null;
        readonly via?: Via | null;
    };
    'record-resolution': {
        readonly stepId: string;
        readonly resolutionId: string;
        readonly status: 'success' | 'failure';
        readonly output: JsonObject | null;
        readonly errorMessage: string | null;
    };
    'resolve-step': {
        readonly stepId: string;
        readonly action: ResolveAction;
        readonly actorId: string;
        readonly output: JsonObject | null;
        readonly reason: string | null;
        /** `reviewer-…` only, as the next one. */
        readonly reasonCode?: string | null;
        readonly values?: JsonObject | null;
        readonly subjectDigest?: string | null;
        readonly round?: number | null;
        readonly via?: Via | null;
    };
    'revoke-link': {
        readonly stepId: string;
        readonly linkId: string;
    };
    'cancel-step': {
        readonly stepId: string;
        readonly actorId: string;
        readonly reason: string | null;
    };
    'cancel-execution': {
        readonly reason: string | null;
    };
    /** A worker is about to call the agent; without this it must not. */
    'begin-agent-call': {
        readonly stepId: string;
        readonly attempt: number;
    };
    'agent-returned': {
        readonly stepId: string;
        readonly attempt: number;
        readonly result: AgentResult;
    };
    'agent-failed': {
        readonly stepId: string;
        readonly attempt: number;
        readonly code: string;
        readonly message: string;
        readonly retryable: boolean;
    };
    /** The result of a step whose agent deferred it. */
    'complete-deferred': {
        readonly stepId: string;
        readonly status: 'completed' | 'failed';
        readonly output: JsonObject | null;
        readonly error: string | null;
        /** The same for the same result, and for no other. */
        readonly fingerprint: string;
    };
    /** The job's time has come; the job itself is the proof that it has. */
    'deadline-passed': {
        readonly stepId: string;
        /** When the job was due: a deadline that has moved since has not passed. */
        readonly dueAt?: number;
    };
    'agent-timed-out': {
        readonly stepId: string;
    };
    /** What the directory said; the people are found from it. */
    'reviewers-found': {
        readonly stepId: string;
        readonly attempt: number;
        readonly answers: Answers;
    };
    'directory-failed': {
        readonly stepId: string;
        readonly attempt: number;
        readonly message: string;
        readonly retryable: boolean;
    };
    'reminder-due': {
        readonly stepId: string;
        readonly dueAt: number;
    };
    /** Reminds people of a waiting step, beside the reminders of its node. */
    remind: {
        readonly stepId: string;
        readonly actorId: string;
        /** null: everybody who owes an answer. */
        readonly userId: string | null;
        /** Whether somebody may remind who neither started the run nor contributed to it. */
        readonly asAdministrator: boolean;
    };
    /** Hands a place over. By somebody else than who holds it: for an administrator. */
    delegate: {
        readonly stepId: string;
        readonly reviewerId: string;
        readonly toUserId: string;
        readonly actorId: string;
        readonly reason: string | null;
    };
    claim: {
        readonly stepId: string;
        readonly reviewerId: string;
        readonly entry: number;
    };
    release: {
        readonly stepId: string;
        readonly reviewerId: string;
        readonly entry: number;
    };
    'add-reviewers': {
        readonly stepId: string;
        readonly reviewerId: string;
        readonly userIds: readonly string[];
        readonly reason: string | null;
    };
    'retract-decision': {
        readonly stepId: string;
        readonly reviewerId: string;
        readonly onBehalfOf: string | null;
        readonly round: number;
        readonly reason: string | null;
    };
    'request-information': {
        readonly stepId: string;
        readonly reviewerId: string;
        readonly question: string;
        /** null: the initiator. */
        readonly ofUserId: string | null;
        /** Absent: only the same question while it is open is a repeat. */
        readonly idempotencyKey?: string | undefined;
    };
    'provide-information': {
        readonly stepId: string;
        readonly actorId: string;
        readonly questionId: string;
        readonly answer: string;
        /** Whether the actor may answer what others were asked. */
        readonly asAdministrator: boolean;
    };
    /** Makes jobs again that were lost; `seq` is what they were missed at. */
    'restore-jobs': {
        readonly seq: number;
        readonly jobs: readonly Job[];
    };
    withdraw: {
        readonly actorId: string;
        readonly reason: string | null;
    };
    'revise-subject': {
        readonly subject: Subject;
        /** Digest of what is to be replaced; null: there was none. */
        readonly ifDigest: string | null;
        readonly actorId: string;
        readonly contributorId: string | null;
        /** Absent: only the digest that is current already is a repeat. */
        readonly idempotencyKey?: string | undefined;
    };
}
interface RecordResult {
    readonly recorded: boolean;
    readonly aggregatorStatus: 'pending' | 'resolved';
    /** True only in the result of the call that resolved the step. */
    readonly resumeScheduled: boolean;
    /** On a replay. */
    readonly rejectionReason?: 'idempotent';
}
/** What the worker needs to call an agent. */
interface AgentCall {
    readonly agentId: string;
    readonly nodeId: string;
    readonly attempt: number;
    readonly url: string;
    readonly input: JsonObject;
    readonly triggerContext: JsonObject;
    readonly promptOverride: string | null;
}
interface CommandResults {
    dispatch: null;
    'record-decision': RecordResult;
    'record-resolution': RecordResult;
    'resolve-step': {
        readonly resolved: boolean;
        readonly status: StepStatus;
    };
    'revoke-link': {
        readonly revoked: boolean;
    };
    'cancel-step': null;
    'cancel-execution': null;
    /** null: the call is not to be made, the step has failed. */
    'begin-agent-call': AgentCall | null;
    'agent-returned': null;
    'agent-failed': null;
    'complete-deferred': null;
    'deadline-passed': null;
    'agent-timed-out': null;
    /** `again`: more has to be asked, because others are kept from deciding than before. */
    'reviewers-found': 'found' | 'again';
    'directory-failed': null;
    'reminder-due': null;
    remind: {
        readonly reminded: boolean;
        readonly userIds: readonly string[];
    };
    delegate: {
        readonly delegated: boolean;
        readonly toUserId: string;
    };
    claim: {
        readonly claimed: boolean;
        readonly until: number;
    };
    release: {
        readonly released: boolean;
    };
    'add-reviewers': {
        readonly added: readonly string[];
    };
    'retract-decision': {
        readonly retracted: boolean;
        readonly round: number;
    };
    'request-information': {
        readonly asked: boolean;
        readonly questionId: string;
        readonly dueAt: number | null;
    };
    'provide-information': {
        readonly provided: boolean;
        readonly dueAt: number | null;
    };
    'restore-jobs': null;
    withdraw: null;
    'revise-subject': {
        readonly revised: boolean;
        readonly digest: string;
        readonly resetStepIds: readonly string[];
    };
}
/** Kind of a command, as in `record-decision`. */
type CommandKind = keyof Commands;
/** A command of one kind, with what it takes. */
type CommandOf<K extends CommandKind> = {
    /** Which command. */
    readonly kind: K;
} & Commands[K];
/** Anything that can be asked of an execution. */
type Command = {
    [K in CommandKind]: CommandOf<K>;
}[CommandKind];
/** Why a command is refused; nothing has changed. */
interface Refusal {
    /** What kind of refusal it is. */
    readonly status: 'NOT_FOUND' | 'FAILED_PRECONDITION' | 'PERMISSION_DENIED' | 'INVALID_ARGUMENT' | 'RESOURCE_EXHAUSTED';
    /** Why, and what to do. */
    readonly message: string;
    /** What else is known. */
    readonly details: JsonObject;
}

/** The one error that the engine throws. */

/**
 * Contract section 14; UNAVAILABLE and INTERNAL go beyond the source's list.
 * @see docs/reference/contract.md#14-authentication-permissions-limits
 */
type ErrorStatus = 'INVALID_ARGUMENT' | 'UNAUTHENTICATED' | 'PERMISSION_DENIED' | 'NOT_FOUND' | 'ALREADY_EXISTS' | 'FAILED_PRECONDITION' | 'RESOURCE_EXHAUSTED' | 'UNAVAILABLE' | 'INTERNAL';
/** What an error says beside its message; which fields are there depends on the refusal. */
interface ErrorDetails {
    /** Everything that is wrong with a definition or a request. */
    readonly issues?: readonly Issue[];
    readonly [key: string]: unknown;
}
/**
 * `details` is plain JSON; `cause`, where there is one, is for the host's log and never leaves the process.
 * @example
 * ```ts
 * import { ApprovalError, createApprovalEngine, createMemoryStore } from '@org/approval-core';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * try {
 *   await engine.executions.get({ executionId: 'nobody-knows-it' });
 * } catch (error) {
 *   if (!(error instanceof ApprovalError)) throw error;
 *   console.log(error.status); // → NOT_FOUND
 * }
 * await engine.stop();
 * ```
 */
declare class ApprovalError extends Error {
    readonly name = "ApprovalError";
    /** What kind of error it is; over HTTP the code follows from it. */
    readonly status: ErrorStatus;
    /** What else is known; empty when nothing is. */
    readonly details: ErrorDetails;
    constructor(status: ErrorStatus, message: string, details?: ErrorDetails, cause?: unknown);
}

/** What a caller may read, and what the events say of it; all of it by default, and nothing. */
interface Caller {
    /** The user whose runs alone it reads: those that this user is a party of. null: none. Left out: any run. */
    readonly readsAs?: string | null | undefined;
    /** Which runs it sees at all. */
    readonly visible?: Visible | undefined;
    /** Where the decision page is served, in front of `/v2/decide/`; null or left out: nowhere. */
    readonly linksBaseUrl?: string | null | undefined;
    /** Whether it may make links that answer for what a program asks for; no by default. */
    readonly relaysPermits?: boolean | undefined;
    /**
     * Whether its decisions are on what a message showed: one without a `subjectDigest` is on a run that has no subject, and is
     * refused (`subject-changed`) where there is one by now. No by default.
     */
    readonly decidesAsShown?: boolean | undefined;
    /** How it proved who it is, for the events of what is decided. */
    readonly via?: Via | null | undefined;
}
/** What is wrong with a `Visible` that a host gave; null: nothing. */
declare function visibleFault(given: unknown): string | null;

/** Which page of a listing. */
interface PageRequest {
    /** At least 1. */
    readonly limit: number;
    /** Where the last page ended; null for the first. */
    readonly cursor: string | null;
}
/**
 * Pages follow each other without a gap and without a repeat of what was there all the time; what comes or goes
 * meanwhile may or may not be seen. Cursors are the store's own text; for one that it did not make the result is
 * `bad-cursor`, never a wrong page.
 */
type Page<T> = {
    /** The items of this page, in the order of the listing. */
    readonly items: readonly T[];
    /** Where the next page begins; null: nothing follows. */
    readonly cursor: string | null;
} | 'bad-cursor';

/** What a store keeps of definitions. */

/**
 * A definitionId within one scope of one workspace: the whole workspace (both null), an organization, or a
 * document of an organization. Compared byte for byte.
 */
interface DefinitionKey {
    readonly workspaceId: string;
    readonly definitionId: string;
    readonly organizationId: string | null;
    readonly documentId: string | null;
}
/** One immutable version. */
interface DefinitionVersion extends DefinitionKey {
    /** Names the created definition for ever; a definitionId that is used again gets another. */
    readonly uid: string;
    /** 1, 2, 3, … */
    readonly version: number;
    /** As its author wrote it, without secrets. */
    readonly authored: JsonObject;
    /** Its secrets, opaque to the store; null: it has none. */
    readonly sealedSecrets: string | null;
    /** The form that runs are interpreted from. */
    readonly compiled: CompiledDefinition;
    /** What the linter advised against when it was written. */
    readonly warnings: readonly Issue<WarningCode>[];
    /** When version 1 was created; ms since the epoch. */
    readonly createdAt: number;
    /** When this version was added. */
    readonly updatedAt: number;
}
/** What the newest version of an active definition is. */
interface DefinitionHead {
    /** Id of the definition itself. */
    readonly uid: string;
    /** Number of its newest version. */
    readonly version: number;
}
/** What somebody took for the newest version at a key, some time ago. */
interface KnownHead extends DefinitionKey {
    /** null: there was no active definition. */
    readonly head: DefinitionHead | null;
}
/** One version of a definition, by the id that outlives deletion. */
interface DefinitionRef {
    readonly workspaceId: string;
    /** Id of the definition itself; a deleted one never shares it with what replaces it. */
    readonly uid: string;
    /** Number of the version, from 1. */
    readonly version: number;
}
/** Where definitions and their versions are kept. */
interface DefinitionStore {
    /** Keeps version 1. `exists`: an active definition has this key; of several racing callers one succeeds. */
    createDefinition(first: DefinitionVersion): Promise<'created' | 'exists'>;
    /**
     * Keeps `next` if it follows the newest version (`next.version - 1`). `conflict`: it does not, any more;
     * `absent`: no active definition has this uid. Of several racing callers one succeeds.
     */
    addDefinitionVersion(next: DefinitionVersion): Promise<'added' | 'conflict' | 'absent'>;
    /**
     * Makes the definition absent for all that looks for active ones, unless an execution of any of its versions
     * is not terminal (`in-use`). MUST be serialised with the commit that creates an execution: after `deleted`
     * no execution of it is created, and for an execution that was created first the result is `in-use`. Versions stay
     * readable by reference, for executions that have ended.
     */
    deleteDefinition(ref: {
        readonly workspaceId: string;
        readonly uid: string;
    }): Promise<'deleted' | 'in-use' | 'absent'>;
    /** For each key the head of the active definition, or null. Reads what is committed, never a cache. */
    findDefinitions(keys: readonly DefinitionKey[]): Promise<(DefinitionHead | null)[]>;
    /** For each reference the version, deleted definitions included, or null. */
    loadDefinitions(refs: readonly DefinitionRef[]): Promise<(DefinitionVersion | null)[]>;
    /** Newest versions of the active definitions of exactly one scope, in a stable order. */
    listDefinitions(scope: Omit<DefinitionKey, 'definitionId'>, page: PageRequest): Promise<Page<DefinitionVersion>>;
}

/** Where a host writes its own rows together with a change. */
/** The transaction of a commit, as the host sees it. */
interface HostTransaction {
    /** What SQL the database speaks. */
    readonly dialect: 'sqlite' | 'postgres' | 'mysql';
    /** Runs a statement with `?` for each parameter and returns its rows; none for one that returns none. */
    readonly query: (sql: string, params?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
    /** The driver's own connection (`pg`, `mysql2/promise`), for query builders; null on SQLite. */
    readonly client: unknown;
}

/** What a store does with jobs: work with a due time, claimed by one worker at a time. */

/** Kind of a job as stores keep it, deliveries included. */
type StoredJobKind = JobKind | 'webhook-delivery';
/** Names a job for as long as it exists; a step has one job of each kind at most. */
interface JobKey {
    readonly workspaceId: string;
    readonly executionId: string;
    /** '' for a job of the execution as a whole. */
    readonly stepId: string;
    /** What is to be done. */
    readonly kind: StoredJobKind;
}
/** A job as a store keeps it, claimed or not. */
interface StoredJob extends JobKey {
    /** When it falls due, in ms since the epoch. */
    readonly dueAt: number;
    /** Which attempt it is, to call an agent or to find the people of a step; 1 for all other jobs. */
    readonly attempt: number;
}
/** The right to do a job. The token is new with every claim: a worker's name would prove nothing. */
interface Claim {
    /** Which job is claimed. */
    readonly job: JobKey;
    /** Proof of the claim; each claim has its own. */
    readonly token: string;
}
/** A job that somebody has claimed. */
interface ClaimedJob extends Claim {
    /** When it fell due, in ms since the epoch. */
    readonly dueAt: number;
    /** Which attempt it is, to call an agent or to find the people of a step; 1 for all other jobs. */
    readonly attempt: number;
    /** Jobs of one key share a limit: of a delivery its receiver; null for all other jobs. */
    readonly concurrencyKey: string | null;
}
/** How many more jobs a claim may take of each concurrency key. */
interface ConcurrencyLimits {
    /** For a key that `left` does not name; at least 1. */
    readonly each: number;
    /** How many more may be claimed, by concurrency key. */
    readonly left: Readonly<Record<string, number>>;
}
/** A claim on whose strength a change is made. */
interface ClaimUse extends Claim {
    /** Whether the job is done with the commit; otherwise its holder goes on with it. */
    readonly finishes: boolean;
}
/** What a worker can take. */
interface ClaimRequest {
    /** Only jobs of these kinds, so that long ones do not keep short ones waiting. */
    readonly kinds: readonly StoredJobKind[];
    /**
     * The caller's time. A store that several processes share MUST judge due times and leases by one clock of its
     * own (its database's) instead, so that no process with a wrong clock takes what is not due.
     */
    readonly now: number;
    /** How long the jobs stay with it unless it shows a sign of life, in ms. */
    readonly leaseMs: number;
    /** At least 1. */
    readonly limit: number;
    /**
     * Limits by concurrency key; without them all may be of one. A key that is used up MUST NOT keep the jobs of others from
     * being claimed, however many of its own are due.
     */
    readonly perKey?: ConcurrencyLimits;
}
/** What a worker gets. */
interface ClaimResult {
    /** The jobs that are its own now. */
    readonly claimed: readonly ClaimedJob[];
    /**
     * When a job of these kinds that was not claimed here becomes claimable, by due time or end of lease; null: there is
     * none. Keys of which no more may be taken do not count.
     */
    readonly nextDueAt: number | null;
}
/** Claims that are told of at most. */
declare const LIVE_CLAIMS = 1000;
/** Whose live claims are asked for. */
interface LiveClaimsRequest {
    readonly workspaceId: string;
    /** The caller's time, for a store that has none of its own (as of claims). */
    readonly now: number;
}
/** A job that some process is doing. */
interface LiveClaim extends StoredJob {
    /** When somebody else may take it, unless its holder shows a sign of life; in ms since the epoch. */
    readonly leaseUntil: number;
    /** Which store object claimed it: processes have one each. It proves nothing, and is for people to tell them apart. */
    readonly worker: string;
}
/** Who does what in a workspace. */
interface LiveClaims {
    /** The time that leases are judged by, in ms since the epoch. */
    readonly now: number;
    /** Those whose lease ends first come first; up to 1,000. */
    readonly claims: readonly LiveClaim[];
}
/** Where jobs are kept, and how workers share them. */
interface JobStore {
    /**
     * Returns up to `limit` jobs of these kinds that are due and under no live lease, the longest due first, each
     * with a new token and a lease from now. MUST NOT give a job to two callers at once, nor before its due time. A racing caller
     * gets other jobs, or none; one bad row MUST NOT keep others from being claimed.
     */
    claimJobs(request: ClaimRequest): Promise<ClaimResult>;
    /** For each claim: true, and a lease from now; false if the job is gone or another claim has it. */
    extendJobs(claims: readonly Claim[], lease: Pick<ClaimRequest, 'now' | 'leaseMs'>): Promise<boolean[]>;
    /** For each claim: true, and the job is gone for ever; false if it was already, or another claim has it. */
    finishJobs(claims: readonly Claim[]): Promise<boolean[]>;
    /** Gives the jobs back, claimable at once; a claim that holds no more changes nothing. */
    releaseJobs(claims: readonly Claim[]): Promise<void>;
    /**
     * For each execution its jobs, claimed or not, as they were with one committed state; for checks, which nothing waits
     * for. A store may do without: then nobody can tell whether a job was lost.
     */
    readonly listJobs?: (executions: readonly Pick<JobKey, 'workspaceId' | 'executionId'>[]) => Promise<(readonly StoredJob[])[]>;
    /**
     * The jobs under a live lease, of whichever process; for people who look, and nothing waits for it. MUST be cheap: a store
     * may look among the 10,000 of each kind whose lease or due time comes first, and among the executions of the 10,000
     * oldest pending deliveries. A store may do without.
     */
    readonly listClaims?: (request: LiveClaimsRequest) => Promise<LiveClaims>;
}

/** What a store keeps of executions: state, events and jobs, written together. */

/** Which execution. */
interface ExecutionKey {
    readonly workspaceId: string;
    readonly executionId: string;
}
/** One change of one execution: all of it is written, or nothing. */
interface Change {
    /** seq of the state that was decided on: the revision to compare. 0 creates the execution. */
    readonly expectedSeq: number;
    /** The execution after the change. */
    readonly state: ExecutionState;
    /** The steps of `state` that are new or differ from before. */
    readonly changedSteps: readonly StepState[];
    /** At least one; their seqs follow `expectedSeq` without a gap. */
    readonly events: readonly EngineEvent[];
    /** Work that the change leaves behind, of each step one of a kind at most; it takes the place of one that is there. */
    readonly newJobs: readonly Job[];
    /** Steps that have ended: their pending jobs go, whoever holds them. Applied before `newJobs`. */
    readonly endedStepIds: readonly string[];
    /** All must hold; those that finish take their jobs away, before `newJobs` come. */
    readonly claims: readonly ClaimUse[];
    /** A pending delivery for each of these events, due at the event's time; null: none. */
    readonly push: Push | null;
    /**
     * Creating: what its definition was chosen by, known from some time ago. Where one of them is otherwise by now, the
     * result is `definition-gone`. Absent: they were read just now.
     */
    readonly knownHeads?: readonly KnownHead[];
    /** Who is a party of the execution from this change on; it may name some who are already. */
    readonly parties: readonly string[];
    /** Creating: the secret of the run's own receiver, opaque to the store; null: it has none. */
    readonly sealedSecret: string | null;
}
/** Which events of a change are to be pushed. */
interface Push {
    /** Names the receiver: jobs of one key share a limit (see `ClaimRequest.perKey`). Up to 300 ASCII characters. */
    readonly concurrencyKey: string;
    /** Ascending, at least one; each is of an external event of the change. */
    readonly seqs: readonly number[];
}
/** What became of a change. */
type CommitResult = {
    /** Whether it was committed, and if not, why. */
    readonly kind: 'committed';
}
/** The execution is at another seq (or exists already): load it and decide again. */
 | {
    readonly kind: 'conflict';
}
/** A transaction of somebody else holds what it has to write: try again in a moment. A store may wait instead. */
 | {
    readonly kind: 'busy';
}
/** These claims hold no more: whoever has the job now decides. */
 | {
    readonly kind: 'lost-claims';
    /** Those of the change's own that hold no more. */
    readonly claims: readonly Claim[];
}
/** Creating: the workspace has an execution with this idempotencyKey. */
 | {
    readonly kind: 'duplicate';
}
/** Creating: the definition is not active any more, or another one is to be chosen by now. */
 | {
    readonly kind: 'definition-gone';
}
/** The hook threw this, or did not return in time: nothing of the change is written. */
 | {
    readonly kind: 'refused-by-host';
    /** What it threw. */
    readonly error: unknown;
};
/** An execution that an idempotency key has created. */
interface KnownExecution {
    readonly executionId: string;
    readonly correlationId: string;
    readonly definitionId: string;
}
/** Which events of an execution to read. */
interface EventQuery extends ExecutionKey {
    /** Only events with a higher seq. */
    readonly afterSeq: number;
    /** At least 1. */
    readonly limit: number;
    /** Leaves internal events out, and out of `limit`. */
    readonly externalOnly: boolean;
}
/** Which executions of a workspace to list. */
interface ExecutionQuery {
    readonly workspaceId: string;
    readonly definitionId?: string | undefined;
    /** Only those in this status. */
    readonly status?: ExecutionStatus | undefined;
    readonly organizationId?: string | undefined;
    readonly documentId?: string | undefined;
    /** Only those that were created at this time or later, in ms since the epoch. */
    readonly createdFrom?: number | undefined;
    /** Only those that were created before. */
    readonly createdBefore?: number | undefined;
    /** Only those that this user is a party of. */
    readonly party?: string | undefined;
    /** Only those that can be seen. */
    readonly visible?: Visible | undefined;
}
/** Who may be a party of what. */
interface PartyKey extends ExecutionKey {
    readonly userId: string;
}
/** Which waiting steps of a workspace to list. */
interface WaitingQuery {
    readonly workspaceId: string;
    readonly definitionId?: string | undefined;
    readonly organizationId?: string | undefined;
    readonly documentId?: string | undefined;
    /** Only steps whose `waitingForReviewers` holds this one, or whose `stoodInFor` holds one of `standsInFor`. */
    readonly reviewerId?: string | undefined;
    /** Those for whom the reviewer stands in; up to 500. */
    readonly standsInFor?: readonly string[] | undefined;
    /** By `waitingSince` (the default), or by `dueAt`, those without one last. */
    readonly sort?: 'waiting' | 'due' | undefined;
    /** Only steps whose `dueAt` is before. */
    readonly dueBefore?: number | undefined;
    /** Only steps of runs that can be seen. */
    readonly visible?: Visible | undefined;
}
/** An execution without its steps. */
type ExecutionSummary = Omit<ExecutionState, 'steps' | 'groups' | 'loops'>;
/** What is to be deleted, in every workspace. */
interface RetentionRequest {
    /** Only executions that ended before; ms since the epoch. */
    readonly endedBefore: number;
    /** Only idempotency keys of executions that were created before are forgotten; at most `endedBefore`. */
    readonly keysBefore: number;
    /** At least 1. */
    readonly limit: number;
}
/** A waiting step, and the execution that it belongs to. */
interface WaitingStep {
    /** The execution, without its steps. */
    readonly execution: ExecutionSummary;
    /** The step. */
    readonly step: StepState;
}
/** Called in the transaction of each change, after what the store writes; what it throws undoes that change alone. */
type CommitHook = (change: Change, transaction: HostTransaction) => Promise<void>;
/** Where executions and their events are kept. */
interface ExecutionStore {
    /**
     * Commits a batch and returns a result for each change, in order: a conflict of one never fails its neighbours.
     * No two changes of a batch are of one execution.
     *
     * For each change, atomically and durably before it returns:
     * - the stored seq equals `expectedSeq` (0: there is no such execution), or the result is `conflict`;
     * - every claim holds, or the result is `lost-claims`;
     * - creating: the definition `state.definitionUid` is active, and no other execution of the workspace has
     *   `state.idempotencyKey`; both serialised with racing commits and with `deleteDefinition`; and `knownHeads` are what
     *   the newest definitions are;
     * - state, steps, events, jobs, parties and deliveries are written as `Change` says.
     *
     * Exactly one of several racing changes on one seq is committed. Throws only if the store itself fails; then
     * the outcome is unknown and nobody is told that it succeeded. There is no fallback without atomicity.
     *
     * With a `hook` it is called once for each change that is written, one after the other, in the transaction, after what the
     * store writes and before the commit; again if the transaction is tried again. What it throws, and what it takes longer than
     * 5 s for, or leaves the transaction unusable by, is `refused-by-host`, and the rest of the batch commits. Only
     * a store with `callsHook` is given one.
     *
     * A batch that is refused for what is in it (a text that the database cannot hold, a row too large) throws an
     * `ApprovalError` that is not UNAVAILABLE: nothing of it is written, the same batch would be refused again, and the
     * engine splits it until the culprit is alone. That holds for every method that takes a batch.
     */
    commit(changes: readonly Change[], hook?: CommitHook): Promise<CommitResult[]>;
    /** For each key the last committed state, or null. The caller never changes it. */
    loadExecutions(keys: readonly ExecutionKey[]): Promise<(ExecutionState | null)[]>;
    /**
     * For each key how much `loadExecutions` would bring into memory, in bytes of its rows, roughly; 0 for an execution that
     * is not there, or in memory already. A store without it is asked for few executions at a time.
     */
    readonly executionBytes?: (keys: readonly ExecutionKey[]) => Promise<number[]>;
    /** For each key the execution that was created with it, or null. */
    findByIdempotencyKeys(keys: readonly {
        readonly workspaceId: string;
        readonly idempotencyKey: string;
    }[]): Promise<(KnownExecution | null)[]>;
    /**
     * For each whether a change that was committed named this user, byte for byte, as a party of the execution; false for
     * an unknown one.
     */
    areParties(keys: readonly PartyKey[]): Promise<boolean[]>;
    /** Events in seq order; empty for an unknown execution. What was read once is never read differently. */
    readEvents(query: EventQuery): Promise<EngineEvent[]>;
    /** Newest first. */
    listExecutions(query: ExecutionQuery, page: PageRequest): Promise<Page<ExecutionSummary>>;
    /**
     * How many `listExecutions` would list, counted up to `most`: it costs no more than that many entries of an index. A store
     * that does not count has no such method.
     */
    countExecutions?(query: ExecutionQuery, most: number): Promise<number>;
    /**
     * Steps with status `waiting`, those that have waited longest first, or those that are due first. A cursor comes back
     * with the query that it was made for.
     */
    listWaiting(query: WaitingQuery, page: PageRequest): Promise<Page<WaitingStep>>;
    /**
     * Deletes executions that have ended, whole, those that ended first first; returns how many. One with a pending
     * delivery stays. A definition that the engine keeps for questions (`isReservedId`) SHOULD go with the last execution of it: there may be one for
     * each question. A key younger than `keysBefore` is still found by `findByIdempotencyKeys`, and still makes a `duplicate`.
     */
    deleteEnded(request: RetentionRequest): Promise<number>;
}

/** What a store keeps of webhook deliveries: one row for each event that a receiver is to get. */

declare const DELIVERY_STATUSES: readonly ["pending", "delivered", "dead"];
/** Status of a delivery: `pending`, `delivered` or `dead`. */
type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
/** Which delivery. */
interface DeliveryKey extends ExecutionKey {
    /** seq of its event. */
    readonly seq: number;
}
/** An event on its way to a receiver, as a store keeps it. */
interface Delivery extends DeliveryKey {
    readonly eventId: string;
    /** Type of the event. */
    readonly type: ExternalEventType;
    /** How far it is. */
    readonly status: DeliveryStatus;
    /** How many were made since it was first due, or was last asked for again. */
    readonly attempts: number;
    /** null unless it is pending; ms since the epoch, as all times. */
    readonly nextAttemptAt: number | null;
    /** HTTP status of the last response; null when there was none. */
    readonly lastStatus: number | null;
    /** Why the last attempt failed; null when it did not. */
    readonly lastError: string | null;
    /** When the event happened, in ms since the epoch. */
    readonly createdAt: number;
    /** When the delivery last changed, in ms since the epoch. */
    readonly updatedAt: number;
}
/** A delivery, and what it says. */
interface PendingDelivery {
    /** What is to be delivered. */
    readonly delivery: Delivery;
    /** The event that it is about. */
    readonly event: EngineEvent;
}
/** All that an attempt needs to know. */
interface DeliveryWork extends PendingDelivery {
    /**
     * Some of the pending deliveries that come next in the order of seq, due or not: up to 8. Whoever has the claim may make
     * them too, one after the other. A store may leave it out.
     */
    readonly following?: readonly PendingDelivery[];
    /** The execution that the event belongs to. */
    readonly execution: ExecutionSummary;
    /** The secret of the run's own receiver, as the change that created it gave it. */
    readonly sealedSecret: string | null;
}
/** How an attempt went. */
type DeliveryResult = {
    /** The claim that it was made under. */
    readonly claim: Claim;
    /** Number of the event. */
    readonly seq: number;
    /** When the attempt ended. */
    readonly at: number;
    /** HTTP status of the response; null when there was none. */
    readonly lastStatus: number | null;
    /** Why it failed; null when it did not. */
    readonly lastError: string | null;
} & ({
    /** What the delivery is from now on. */
    readonly status: 'delivered' | 'dead';
    readonly nextAttemptAt: null;
}
/** When to try again. */
 | {
    readonly status: 'pending';
    readonly nextAttemptAt: number;
});
/** Which deliveries of a workspace to list. */
interface DeliveryQuery {
    readonly workspaceId: string;
    readonly executionId?: string | undefined;
    /** Only those in this status. */
    readonly status?: DeliveryStatus | undefined;
    /** Only those of runs that can be seen. */
    readonly visible?: Visible | undefined;
}
/** What to send again. */
interface Redelivery extends ExecutionKey {
    /** One delivery that is not pending, or null: all dead ones of the execution. */
    readonly seq: number | null;
    /** Time of the request, in ms since the epoch: when they are due. */
    readonly now: number;
}
/**
 * Deliveries of an execution go out one after the other. So an execution has at most one job of kind
 * `webhook-delivery` (with the stepId ''), and this rule holds after every commit, result and redelivery:
 * while the execution has pending deliveries, the job exists and is due at the `nextAttemptAt` of the pending one
 * with the lowest seq; otherwise there is none. A job that is claimed keeps its claim and its lease; the rule is
 * applied to it when its result is recorded, or when the lease ends.
 */
interface DeliveryStore {
    /** For each claim on a delivery job the pending delivery with the lowest seq; null: the claim holds no more. */
    loadDeliveries(claims: readonly Claim[]): Promise<(DeliveryWork | null)[]>;
    /**
     * Writes how attempts went, counts each, and hands the jobs back by the rule above. Results of several deliveries under
     * one claim come together, in the order of seq, and are all written or none. For each result: true; false
     * when its claim holds no more, and then nothing of it is written; `busy` when a transaction of somebody else holds
     * its execution, and it is to be recorded again in a moment (a store may wait instead). MUST be serialised with
     * commits of the same execution, or an event that is committed meanwhile is left without a job.
     */
    recordDeliveryResults(results: readonly DeliveryResult[]): Promise<readonly (boolean | 'busy')[]>;
    /** Newest first. */
    listDeliveries(query: DeliveryQuery, page: PageRequest): Promise<Page<Delivery>>;
    /**
     * Makes deliveries pending again, due now, with no attempts made; their events stay what they are. Returns how many;
     * null: there is no such execution, or no such delivery.
     */
    redeliver(request: Redelivery): Promise<number | null>;
}

/** What the checker looks at: everything that is stored of one execution; and what a rule about it is. */

/** Everything that is stored of one execution. Rules about what is left out are not checked. */
interface ExecutionRecord {
    /** The definition that it runs. */
    readonly compiled: CompiledDefinition;
    /** What is stored of it. */
    readonly state: ExecutionState;
    /** All events, internal ones included, in the order in which the store returns them. */
    readonly events: readonly EngineEvent[];
    /** Its jobs, claimed or not. */
    readonly jobs?: readonly StoredJob[];
    /** Its deliveries; all of them. */
    readonly deliveries?: readonly Delivery[];
    /** Who gets its events, and of which types (null: of all); null: nobody. */
    readonly receiver?: {
        readonly eventTypes: readonly string[] | null;
    } | null;
}
/** What is wrong, and where: a text alone is about the execution as a whole. */
type Fault = string | {
    /** What is there in place of what should be. */
    readonly what: string;
    readonly stepId?: string | null;
    /** seq of the event that shows it. */
    readonly seq?: number;
};
/** A rule that holds of every execution. */
interface Invariant {
    /** What a finding of it is called. */
    readonly code: string;
    /** The rule, in a sentence. */
    readonly name: string;
    /** What is wrong; empty if nothing is. */
    readonly check: (record: ExecutionRecord) => readonly Fault[];
}

/** Every rule, as a table. */
declare const INVARIANTS: readonly [{
    readonly code: "seq-has-gaps";
    readonly name: "seq runs from 1 without gaps";
    readonly check: ({ events }: ExecutionRecord) => Fault[];
}, {
    readonly code: "event-id-repeated";
    readonly name: "event ids are unique";
    readonly check: ({ events }: ExecutionRecord) => string[];
}, {
    readonly code: "time-goes-backwards";
    readonly name: "time never goes backwards";
    readonly check: ({ events }: ExecutionRecord) => Fault[];
}, {
    readonly code: "state-is-not-the-fold";
    readonly name: "the fold of the events is the state";
    readonly check: ({ state, events }: ExecutionRecord) => string[];
}, {
    readonly code: "step-repeated";
    readonly name: "a step is scheduled once, and has one ending at most";
    readonly check: ({ events }: ExecutionRecord) => string[];
}, {
    readonly code: "step-changed-after-its-end";
    readonly name: "nothing happens to a step after its ending";
    readonly check: ({ events }: ExecutionRecord) => Fault[];
}, {
    readonly code: "end-and-open-steps-disagree";
    readonly name: "the execution has ended exactly when no step is open";
    readonly check: ({ state }: ExecutionRecord) => string[] | {
        what: string;
        stepId: string;
    }[];
}, {
    readonly code: "end-is-not-last";
    readonly name: "the end comes once, and last";
    readonly check: ({ state, events }: ExecutionRecord) => Fault[];
}, {
    readonly code: "decision-not-allowed";
    readonly name: "a reviewer decides a step once, and is one of its reviewers";
    readonly check: ({ compiled, state, events }: ExecutionRecord) => Fault[];
}, {
    readonly code: "decision-does-not-follow";
    readonly name: "what people decided is what their answers come to";
    readonly check: ({ compiled, state }: ExecutionRecord) => {
        what: string;
        stepId: string;
    }[];
}, {
    readonly code: "quorum-met-wrongly";
    readonly name: "a quorum is met once in an iteration, with enough approvals";
    readonly check: ({ events }: ExecutionRecord) => string[];
}, {
    readonly code: "quorum-met-and-lost";
    readonly name: "a quorum is not met and lost in one iteration";
    readonly check: ({ events }: ExecutionRecord) => string[];
}, {
    readonly code: "iteration-out-of-order";
    readonly name: "iterations follow each other within the cap";
    readonly check: ({ compiled, events }: ExecutionRecord) => string[];
}, {
    readonly code: "loop-exhausted-wrongly";
    readonly name: "a loop is exhausted once, in its last iteration";
    readonly check: ({ compiled, events }: ExecutionRecord) => string[];
}, {
    readonly code: "breached-too-early";
    readonly name: "nothing is breached before it is due";
    readonly check: ({ events }: ExecutionRecord) => Fault[];
}, {
    readonly code: "output-decides-wrongly";
    readonly name: "only a decision of people or a resolved agent has decision and approved";
    readonly check: ({ state }: ExecutionRecord) => {
        what: string;
        stepId: string;
    }[];
}, {
    readonly code: "attempts-out-of-order";
    readonly name: "attempts of an agent follow each other, up to as many as its node allows";
    readonly check: ({ compiled, state, events }: ExecutionRecord) => Fault[];
}, {
    readonly code: "approved-without-approvals";
    readonly name: "people approve a step when every mandatory one of them has approved, and nobody has rejected";
    readonly check: ({ compiled, state }: ExecutionRecord) => string[];
}, {
    readonly code: "transition-not-allowed";
    readonly name: "what happens to a step may happen to one in its status";
    readonly check: (record: ExecutionRecord) => Fault[];
}, {
    readonly code: "started-without-cause";
    readonly name: "a step is started by a root, an edge of an ended step, a quorum or a loop, and after it";
    readonly check: (record: ExecutionRecord) => Fault[];
}, {
    readonly code: "edge-taken-wrongly";
    readonly name: "the edge that started a step is one that fires";
    readonly check: ({ compiled, state }: ExecutionRecord) => Fault[];
}, {
    readonly code: "edge-leaves-the-iteration";
    readonly name: "an edge inside a loop starts a step of the iteration of the one before";
    readonly check: ({ compiled, state }: ExecutionRecord) => Fault[];
}, {
    readonly code: "quorum-against-the-steps";
    readonly name: "a quorum is met, or lost, as the steps before it say";
    readonly check: (record: ExecutionRecord) => Fault[];
}, {
    readonly code: "ended-wrongly";
    readonly name: "the run ends as its steps did, and a failed one says by which";
    readonly check: ({ state }: ExecutionRecord) => Fault[];
}, {
    readonly code: "waits-for-nothing";
    readonly name: "a step that waits for people is not decided, and waits for somebody or for a time";
    readonly check: ({ compiled, state }: ExecutionRecord) => Fault[];
}, {
    readonly code: "definition-differs";
    readonly name: "a run stays on the definition that it was dispatched on";
    readonly check: ({ compiled, state, events }: ExecutionRecord) => Fault[];
}, {
    readonly code: "reminded-twice";
    readonly name: "a reminder is given once";
    readonly check: ({ state }: ExecutionRecord) => Fault[];
}, {
    readonly code: "approved-by-nobody";
    readonly name: "what ends a step with an approval is an answer of somebody who holds a place";
    readonly check: ({ compiled, state, events }: ExecutionRecord) => string[];
}, {
    readonly code: "separated-people-decided-both";
    readonly name: "nobody decides both of two separated nodes, nor what they started where that is excluded";
    readonly check: ({ compiled, state }: ExecutionRecord) => string[];
}, {
    readonly code: "job-lost";
    readonly name: "what an open step waits for has its job";
    readonly check: (record: ExecutionRecord) => {
        what: string;
        stepId: string;
    }[];
}, {
    readonly code: "job-without-step";
    readonly name: "a job is of an open step of its kind";
    readonly check: ({ state, jobs }: ExecutionRecord) => Fault[];
}, {
    readonly code: "job-repeated";
    readonly name: "a step has one job of each kind at most";
    readonly check: ({ jobs }: ExecutionRecord) => string[];
}, {
    readonly code: "delivery-missing";
    readonly name: "an event has a delivery exactly when its receiver wants it";
    readonly check: (record: ExecutionRecord) => Fault[];
}, {
    readonly code: "delivery-job-lost";
    readonly name: "there is a delivery job exactly while deliveries are pending";
    readonly check: ({ deliveries, jobs }: ExecutionRecord) => string[];
}, {
    readonly code: "delivery-without-attempt";
    readonly name: "a delivery has a next attempt exactly while it is pending";
    readonly check: ({ deliveries }: ExecutionRecord) => Fault[];
}, {
    readonly code: "delivered-without-attempt";
    readonly name: "what was delivered was tried at least once";
    readonly check: ({ deliveries }: ExecutionRecord) => {
        what: string;
        seq: number;
    }[];
}, {
    readonly code: "of-another-execution";
    readonly name: "events, jobs and deliveries are of their own execution and workspace";
    readonly check: ({ state, events, jobs, deliveries }: ExecutionRecord) => Fault[];
}];
/** Names the rules that hold of every execution. */
type InvariantCode = (typeof INVARIANTS)[number]['code'];

/** Something that can never be, and is: a fault of the engine, of a store, or of whoever wrote into its tables. */
interface Finding {
    /** The rule that does not hold. */
    readonly code: InvariantCode;
    /** What should hold, and what is there in its place. */
    readonly message: string;
    readonly workspaceId: string;
    readonly executionId: string;
    /** The step that it is about; null: none, or more than one. */
    readonly stepId: string | null;
    /** The event that shows it; null: no single one does. */
    readonly seq: number | null;
}
/**
 * Everything that the record of an execution violates; empty if all is well. Pure: it reads no store and no clock. A record
 * that is so broken that a rule cannot be looked at is a finding of that rule.
 * @example
 * ```ts
 * import { checkExecution, compileDefinition, initialState } from '@org/approval-core';
 *
 * const agent = { nodeId: 'check', type: 'agent', config: { agentId: 'a', urlPath: 'url' } } as const;
 * const checked = compileDefinition({ definitionId: 'checked', name: 'Check', nodes: [agent], edges: [] });
 * if (!checked.ok) throw new Error('not valid');
 * const header = { workspaceId: 'w', executionId: 'e', definitionUid: 'u', definitionVersion: 1 };
 * const run = { definitionId: 'checked', correlationId: 'c', idempotencyKey: null, organizationId: null, documentId: null };
 * const state = initialState({ ...header, ...run, triggerContext: {}, webhookUrl: null, createdAt: 0 });
 * const findings = checkExecution({ compiled: checked.compiled, state: { ...state, seq: 1 }, events: [] });
 * console.log(findings.map((it) => it.code)); // → [ 'state-is-not-the-fold', 'end-and-open-steps-disagree' ]
 * ```
 */
declare const checkExecution: (record: ExecutionRecord) => Finding[];
/** What is wrong with the jobs and deliveries of an execution: the part of `checkExecution` that events alone do not show. */
declare const checkWork: (record: ExecutionRecord) => Finding[];
/**
 * Everything that is wrong with a change which is to be committed on `stored` (null: the execution is new): its seqs
 * must follow, and the fold of its events on the state before must be the state after.
 */
declare function checkChange(stored: ExecutionState | null, change: Change): Finding[];

/** What a doctor tells. */

/** Why a run could not be looked at as a whole. */
type DoctorCode = InvariantCode
/** The version of the definition that the run is on is not in the store. */
 | 'definition-lost'
/** It has more events than are looked at. */
 | 'too-many-events';
/** Something that can never be, and is, in a live store. */
interface DoctorFinding extends Omit<Finding, 'code'> {
    /** The rule that does not hold. */
    readonly code: DoctorCode;
    /** Whether `mend` can mend it safely. What it cannot is for somebody to look at: it decides nothing about a run. */
    readonly mendable: boolean;
    /** Whether this call has mended it, and has seen that it is. */
    readonly mended: boolean;
}
/** What a doctor has seen. */
interface DoctorReport {
    /** How many runs were looked at. */
    readonly checked: number;
    /** What is wrong; of one run the first 100. */
    readonly findings: readonly DoctorFinding[];
    /** Findings beyond those. */
    readonly omitted: number;
    /** Runs that changed each time they were looked at: they are alive, and worth another look. */
    readonly unsettled: readonly string[];
    /** Whether the store lists jobs; where it does not, nobody can tell whether one was lost. */
    readonly jobsChecked: boolean;
    /** Where the next call goes on; null: every run was looked at. */
    readonly nextCursor: string | null;
}

/**
 * Where the engine reports what no caller waits for. Any logger with these two methods will do. What it throws is said on the
 * console, and the work goes on.
 */
interface Logger {
    /** Something that a host should know, and that stops nothing. */
    warn(message: string, details?: unknown): void;
    /** A fault that nobody is waiting for, and what was thrown. */
    error(message: string, details?: unknown): void;
}
/** Writes to the console. */
declare const consoleLogger: Logger;
/** The host's, whose faults fail nothing that it is told of, at once or later. */
declare function guardedLogger(logger: Logger): Logger;

/** Where an event happened. */
interface EventContext {
    readonly workspaceId: string;
}
/**
 * Called with an event that is committed, and where it happened; what it throws is logged and stops nothing.
 */
type EventListener<T extends ExternalEventType = ExternalEventType> = (event: {
    [K in T]: EventOf<K>;
}[T], context: EventContext) => unknown;

/** Lets so many do something at once, and the others wait in the order in which they came. */
declare class Gate {
    private free;
    private readonly waiting;
    constructor(places: number);
    within<T>(act: () => Promise<T>): Promise<T>;
}

/** AI agents: functions of the host (contract section 8). */

/** What an agent is called with. The JSON in it is frozen. */
interface AgentRequest {
    readonly workspaceId: string;
    readonly executionId: string;
    readonly stepId: string;
    readonly nodeId: string;
    /** From 1; a call that died with its worker is repeated with the same number. */
    readonly attempt: number;
    /** What the node's `urlPath` leads to in the trigger context. */
    readonly url: string;
    /**
     * What the step was started with: `{}` at the beginning of a run, `{fromNodeId, fromStepId, output}` of the step before behind
     * an edge, what a group or a loop gives; and beside that what `inputMapping` names.
     */
    readonly input: JsonObject;
    /** What the run is about, as the dispatch gave it. */
    readonly triggerContext: JsonObject;
    /** Text that the node has for the agent; null without one. */
    readonly promptOverride: string | null;
    /** The same for every attempt of one step: pass it on to whatever must not happen twice. */
    readonly idempotencyKey: string;
    /**
     * Lets the outside world complete this step over HTTP (contract section 13), for an agent that responds later; null on
     * a durable store without `secretKeys`.
     * @see docs/reference/contract.md#13-inbound-webhooks
     */
    readonly callbackToken: string | null;
    /** Aborted when the step has ended otherwise, the worker lost its lease, or the engine stops; the result then counts no more. */
    readonly signal: AbortSignal;
}
/** What an agent returns: its verdict, or that it will come later. */
type AgentResponse = {
    /** Whether it found nothing that stands in the way. */
    readonly passed: boolean;
    /** Result in words, for people. */
    readonly summary?: string | undefined;
    /** Result for the steps that follow, up to 256 KiB of JSON; `decision` and `approved` are dropped. */
    readonly output?: JsonObject | undefined;
    /** What people must resolve before a blocking step goes on; each has its own `findingId`. */
    readonly findings?: readonly (JsonObject & {
        readonly findingId: string;
    })[] | undefined;
}
/** The result comes later, through the callback route or `steps.completeDeferred`. */
 | {
    /** Keeps the step running until it is called back. */
    readonly deferred: true;
};
/**
 * Called at least once for every agent step, outside any transaction. A throw is retried as the node's `retry`
 * says; then the step fails.
 */
type AgentFunction = (request: AgentRequest) => AgentResponse | Promise<AgentResponse>;
/** The host's agents by agentId. */
type Agents = Readonly<Record<string, AgentFunction>>;

/** The host's directory: who is in which group, who manages whom, and what somebody may (contract section 17). */

/** For which step the directory is asked. */
interface DirectoryContext {
    readonly workspaceId: string;
    /** Organization that the run was dispatched for; null without one. */
    readonly organizationId: string | null;
    /** The run whose step has to find its people. */
    readonly executionId: string;
    readonly stepId: string;
    /** Aborted when the attempt has taken too long, or the step has ended. */
    readonly signal: AbortSignal;
}
/** A group or a role by its name. */
interface GroupName {
    /** Which of them. */
    readonly kind: 'group' | 'role';
    /** As the definition names it. */
    readonly name: string;
}
/**
 * Asked at least once for a step whose people it names, outside any transaction. A throw, or an answer of another shape, is
 * retried as the node's `retry` says; then the step fails with `reviewers-unresolved`.
 * @see docs/reference/contract.md#17-people
 */
interface Directory {
    /** Ids of the members, up to 500; null: there is no such group or role. */
    members(group: GroupName, context: DirectoryContext): readonly string[] | null | Promise<readonly string[] | null>;
    /** Id of somebody's manager; null: they have none. */
    managerOf(userId: string, context: DirectoryContext): string | null | Promise<string | null>;
    /** What is known of somebody; null: nothing. */
    attributesOf(userId: string, context: DirectoryContext): JsonObject | null | Promise<JsonObject | null>;
}

/** Time, so that tests can own it. */
interface Clock {
    /** ms since the epoch; an integer. */
    now(): number;
    /**
     * Calls `wake` once, as soon as `now()` has reached `at`: not before, however far away `at` is, and also when the
     * clock was set forward in between. A clock that is set back keeps nobody waiting: it is also called when as much
     * time has passed as there was to wait. Returns a function that calls it off.
     */
    wakeAt(at: number, wake: () => void): () => void;
}
/** The clock of the machine. */
declare const systemClock: Clock;

/** Waking those who wait for commits: of one run, or of any run of a workspace. */

/** Commits of this process; of others nobody tells, so who waits looks again after a while. */
declare class CommitSignals {
    private readonly clock;
    private readonly waiting;
    constructor(clock: Clock);
    notice({ state: { workspaceId, executionId } }: Change): void;
    /** Resolves with the next commit, after `ms`, or when the signal is aborted. Nothing that comes after the call is missed. */
    next(of: SignalKey, ms: number, signal?: AbortSignal): Promise<void>;
    private add;
    private remove;
}
/** Of a workspace, or of one run of it. */
interface SignalKey {
    readonly workspaceId: string;
    readonly executionId?: string;
}

/**
 * The feed: all external events of a workspace in one order. What is read of it is what was committed, and nothing ever
 * appears at or before a position that was given out; so positions are given after commits, never in them.
 */

/** Which event of an execution. */
interface EventKey extends ExecutionKey {
    /** Number of the event in its execution. */
    readonly seq: number;
}
/** An event in the feed, without what it says. */
interface FeedEntry extends EventKey, RunScope {
    /** From 1, ascending in the order of the feed; numbers may be skipped. */
    readonly position: number;
    /** Type of the event. */
    readonly type: ExternalEventType;
}
/** What of a feed to read. */
interface FeedQuery {
    readonly workspaceId: string;
    /** Only entries behind this position; 0: from the beginning. */
    readonly after: number;
    /** At least 1. */
    readonly limit: number;
    /** Only entries of this execution. */
    readonly executionId?: string | undefined;
}
/** A part of a feed, and where the feed stood. */
interface FeedSlice {
    /** In order, at most `limit`, none behind `last`. */
    readonly entries: readonly FeedEntry[];
    /** The newest position that was given when the entries were read; 0 when there is none. */
    readonly last: number;
    /** The position up to which retention has taken everything; 0 when it has taken nothing. */
    readonly oldest: number;
}
/** Where the feed is kept. */
interface FeedStore {
    /**
     * Entries of a workspace in order. MUST hold: every external event that was committed before the call is behind `after`
     * and at or before `last`, or was before; the entries of one execution keep the order of seq; and what is committed later
     * gets a position behind every one that was ever returned, `last` included, however transactions overlap. A transaction
     * that stays open delays its own executions only.
     */
    readFeed(query: FeedQuery): Promise<FeedSlice>;
    /** For each key the event, as it was committed, or null. */
    loadEvents(keys: readonly EventKey[]): Promise<(EngineEvent | null)[]>;
    /**
     * Takes entries from the beginning of every workspace's feed, up to the first whose event is not older than `before` (ms
     * since the epoch); returns how many. `deleteEnded` takes no execution with an entry left.
     */
    trimFeed(request: {
        readonly before: number;
    }): Promise<number>;
}

/** What a store keeps of absences: who is away, and who answers for them (contract section 17). */

/** Absences in force that are read at once; no more of them are looked for. */
declare const MOST_IN_FORCE = 1000;
/** An absence as it is kept. */
interface StoredAbsence extends Absence {
    readonly workspaceId: string;
    /** Id of the absence, unique in its workspace. */
    readonly absenceId: string;
}
/** What became of an absence that was to be kept. */
type AbsenceResult = 
/** It is kept now. */
{
    /** What happened. */
    readonly kind: 'created';
}
/** The same one was kept before; it overlaps another one of the same person otherwise. */
 | {
    readonly kind: 'exists' | 'overlaps';
    /** Id of that one. */
    readonly absenceId: string;
}
/** The person has as many as they may have. */
 | {
    readonly kind: 'full';
};
/** Which absence. */
type AbsenceKey = Pick<StoredAbsence, 'workspaceId' | 'absenceId'>;
/** Which absences of a workspace to list. */
interface AbsenceQuery {
    readonly workspaceId: string;
    /** Only those of this person. */
    readonly userId?: string | undefined;
}
/** Which absences are in force at a time, of these people or with these substitutes. */
interface AbsencesInForce {
    readonly workspaceId: string;
    /** Time to look at, in ms since the epoch. */
    readonly at: number;
    /** Whose names are looked for, at most 100. */
    readonly userIds: readonly string[];
    /** Who is away, or who answers for them. */
    readonly as: 'absent' | 'substitute';
}
/** Of a person's absences those that were over before the last `most` that are. */
declare const longOver: (own: readonly StoredAbsence[], { most, now }: {
    readonly most: number;
    readonly now: number;
}) => readonly StoredAbsence[];
/** Where absences are kept. */
interface AbsenceStore {
    /**
     * Keeps an absence, unless it overlaps another one of its person (from the begin to before the end of each); of two that
     * race and overlap, one is kept. A person has up to `most` that are not over at `now`, and of those that are over the last `most`:
     * older ones go with the next that is kept, so that nobody fills the store with what means nothing any more.
     */
    setAbsence(absence: StoredAbsence, bounds: {
        /** How many a person may have. */
        readonly most: number;
        /** Time of the call, in ms since the epoch. */
        readonly now: number;
    }): Promise<AbsenceResult>;
    /** The absence, or null. */
    findAbsence(key: AbsenceKey): Promise<StoredAbsence | null>;
    /** Forgets it; false: there is none. */
    clearAbsence(key: AbsenceKey): Promise<boolean>;
    /** Those that begin first first. */
    listAbsences(query: AbsenceQuery, page: PageRequest): Promise<Page<StoredAbsence>>;
    /** Up to 1,000 of them. */
    absencesInForce(query: AbsencesInForce): Promise<readonly StoredAbsence[]>;
}

/** What a store tells of itself and of what is queued in it, for probes and dashboards. */
/** Counts go no further: a queue that long is long, and nobody waits for the rest to be counted. */
declare const HEALTH_COUNT = 10000;
/** Subscriptions that are told of. */
declare const HEALTH_FEEDS = 100;
/** What is asked of a store. */
interface StoreHealthRequest {
    /** Whose queues are counted; null: none, and the store says only that it answers. */
    readonly workspaceId: string | null;
    /** The caller's time, for a store that has none of its own (as of claims). */
    readonly now: number;
}
/** How many wait in a workspace, each up to 10,000. Times in ms since the epoch. */
interface StoreQueues {
    /**
     * Jobs that are due and under no live lease. A store may look for them among the 10,000 of each kind that are due the
     * longest, of all workspaces, and among the executions of the 10,000 oldest pending deliveries.
     */
    readonly due: number;
    /** When the first of them fell due; null: there is none. */
    readonly oldestDueAt: number | null;
    /** Deliveries that are still to be made. */
    readonly pending: number;
    /** When the event of the oldest of them happened; null: there is none. */
    readonly oldestPendingAt: number | null;
    /** Deliveries that were given up. */
    readonly dead: number;
    /** The first 100 subscriptions by name: how many events of the workspace are behind the place of each. */
    readonly feeds: readonly {
        readonly name: string;
        readonly lag: number;
    }[];
}
/** What a store answers. */
interface StoreHealth {
    /** The time that it judges due times by, in ms since the epoch. */
    readonly now: number;
    /** Whether it has everything that this release works on. */
    readonly migrated: boolean;
    /** null: nobody asked, or it is not migrated. */
    readonly queues: StoreQueues | null;
}
/** Where the health of a store is asked for. */
interface HealthStore {
    /**
     * Answers as soon as it can, and rejects when it cannot. MUST be cheap whatever it holds, and change nothing: every count is
     * bounded.
     */
    health(request: StoreHealthRequest): Promise<StoreHealth>;
}

/** Links that answer for a person. Whether one was used or revoked in time, the run itself says (its events). */

/** Which link. */
interface LinkKey {
    readonly workspaceId: string;
    /** Id of the link. */
    readonly linkId: string;
}
/** A link as a store keeps it; of its token only the hash. Times in ms since the epoch. */
interface StoredLink extends LinkKey, ExecutionKey {
    /** SHA-256 of the token in hex, unique. */
    readonly tokenHash: string;
    readonly stepId: string;
    /** Whose answer it gives. */
    readonly reviewerId: string;
    /** The round of the place that it was made for. */
    readonly round: number;
    /** The only answer that it takes; null: any. */
    readonly decision: ReviewVote | null;
    /** When it was made. */
    readonly createdAt: number;
    /** When it ends. */
    readonly expiresAt: number;
    /** When it was revoked; null: it was not. */
    readonly revokedAt: number | null;
}
/** Where links are kept. They go with their executions. */
interface LinkStore {
    /** Keeps a new link. */
    createLink(link: StoredLink): Promise<void>;
    /** By the hash of its token, in whatever workspace. */
    findLink(tokenHash: string): Promise<StoredLink | null>;
    /** null: the workspace has no such link. */
    loadLink(key: LinkKey): Promise<StoredLink | null>;
    /** The links of a step. */
    listLinks(step: ExecutionKey & {
        readonly stepId: string;
    }): Promise<StoredLink[]>;
    /** Notes when it was revoked, unless that is noted already; false: there is no such link. */
    revokeLink(key: LinkKey, at: number): Promise<boolean>;
    /** As if it had not been made. */
    deleteLink(key: LinkKey): Promise<void>;
}

/** Secrets at rest: what a change of keys needs of a store. It never sees what they say. */

/** Whose secret it is: a version of a definition, or an execution with a receiver of its own. */
type SecretOwner = ({
    readonly kind: 'definition';
} & DefinitionRef) | ({
    readonly kind: 'execution';
} & ExecutionKey);
/** A secret as a store keeps it: sealed by the engine. */
interface SealedSecret {
    /** What it belongs to. */
    readonly owner: SecretOwner;
    /** The sealed text. */
    readonly sealed: string;
}
/** What is needed to seal every secret again with a new key. */
interface SecretStore {
    /** Every sealed secret of every workspace, in a stable order. */
    listSecrets(page: PageRequest): Promise<Page<SealedSecret>>;
    /** Puts `next` where `before` is; false: something else is there by now, and stays. */
    replaceSecret(before: SealedSecret, next: string): Promise<boolean>;
}

/** Subscriptions to the feed: where each of them is, and which process runs it. */
/** Which subscription. */
interface SubscriptionKey {
    readonly workspaceId: string;
    /** What it was subscribed as. */
    readonly name: string;
}
/** A subscription as a store keeps it. Times in ms since the epoch. */
interface StoredSubscription extends SubscriptionKey {
    /** Raised by one with each write; 1 when it is new. */
    readonly rev: number;
    /** Its handler has returned for everything up to here. */
    readonly position: number;
    /** How often in a row the handler has thrown for what comes next. */
    readonly attempts: number;
    /** What it threw last; null after it returned. */
    readonly lastError: string | null;
    /** When it is tried again; null: at once. */
    readonly retryAt: number | null;
    /** Proof of the lease; null: nobody holds it. */
    readonly token: string | null;
    /** When the lease ends. */
    readonly leaseUntil: number;
}
/** Where subscriptions are kept. */
interface SubscriptionStore {
    /** null: there is none of this name. */
    loadSubscription(key: SubscriptionKey): Promise<StoredSubscription | null>;
    /**
     * Writes `next` if the stored one has the rev before (`next.rev - 1`; for 1: if there is none). false: it has not, and
     * nothing is written. Of several racing callers one succeeds.
     */
    saveSubscription(next: StoredSubscription): Promise<boolean>;
    /** false: there was none. */
    deleteSubscription(key: SubscriptionKey): Promise<boolean>;
    /** Up to `limit` of a workspace, by name. */
    listSubscriptions(query: {
        readonly workspaceId: string;
        readonly limit: number;
    }): Promise<StoredSubscription[]>;
}

/**
 * The store: all that the engine needs to keep. Implement it for a database of your own, and prove it with the
 * conformance suite of `@org/approval-testkit`.
 *
 * A store persists decisions that were made elsewhere; it decides nothing. Every row belongs to a workspace, and
 * no method reads or changes rows of another than it is given. Strings are kept and compared byte for byte; JSON
 * comes back as it went in.
 */

/**
 * Everything that an engine keeps: a port, for any database. `registerStoreConformance` of the testkit proves one. `Tx`
 * is what a transaction of the host is named by: `never` for a store that cannot join one.
 */
interface ApprovalStore<Tx = never> extends DefinitionStore, ExecutionStore, JobStore, DeliveryStore, SecretStore, FeedStore, SubscriptionStore, LinkStore, HealthStore {
    /** The version of this contract that the store implements. An engine refuses any other. */
    readonly contractVersion: 1;
    /**
     * Whether other processes may write to it. The engine then looks for jobs it was not told of, at an interval;
     * otherwise it wakes only when it knows that something is due.
     */
    readonly shared: boolean;
    /**
     * ms since the epoch by the clock that due times and leases are judged by, which all processes share: engines go by
     * it, so that their own clocks do not matter. Without it the store goes by the time of its caller.
     */
    readonly now?: () => Promise<number>;
    /** Whether `commit` calls a hook in its transaction; a store without transactions cannot. */
    readonly callsHook?: true;
    /** Whether anything outlives the process. An engine keeps no secret in a durable store without a key to seal it. */
    readonly durable: boolean;
    /**
     * The same store inside a transaction that the host has begun on its own connection, and will commit or roll
     * back: what is written here and what the host writes come true together. A store may do without.
     *
     * @throws ApprovalError FAILED_PRECONDITION, with what to pass, for what is not an open transaction; the methods of
     *   the store that is returned throw it where only the database can tell.
     */
    readonly inTransaction?: (transaction: Tx) => ApprovalStore;
    /** Where absences are kept. A store may do without: then nobody stands in for anybody. */
    readonly absences?: AbsenceStore;
}
/** Version of the store contract that this release speaks; an engine refuses a store of another one. */
declare const STORE_CONTRACT_VERSION = 1;

/** An event in the feed, with its place in it. */
type FeedEvent = ExternalEvent & {
    /** Its place in the feed: ascending as text, never changed. */
    readonly position: string;
};

/**
 * One look at the feed for all who follow it: while anybody does, the newest events of a workspace are read once and
 * kept, and whoever is up to date is served from there.
 */

interface Recent {
    readonly entry: FeedEntry;
    readonly event: FeedEvent;
}
declare class FeedWatch {
    private recent;
    /** Everything between these positions is in `recent`. */
    private from;
    private to;
    /** Up to where those who follow were told. */
    private told;
    private readonly changed;
    private readonly abort;
    private readonly parts;
    constructor(parts: WatchParts);
    /** What is behind `after`; null: not all of it is here. */
    since(after: number): {
        readonly recent: readonly Recent[];
        readonly to: number;
    } | null;
    /** Calls `wake` whenever there is more. Returns a function that calls it off. */
    onChange(wake: () => void): () => void;
    get isUsed(): boolean;
    close(): void;
    private run;
    private tell;
    /** Reads what is new. A look that breaks off has read some of it: the next one tells of that, too. */
    private look;
    private keep;
}
interface WatchParts {
    readonly store: ApprovalStore;
    readonly signals: CommitSignals;
    readonly logger: Logger;
    readonly workspaceId: string;
}
/** The watches of a process: one for each workspace that is followed. */
declare class FeedWatches {
    private readonly parts;
    private readonly watches;
    constructor(parts: Omit<WatchParts, 'workspaceId'>);
    /** Until `leave` is called. */
    join(workspaceId: string, wake: () => void): {
        readonly watch: FeedWatch;
        readonly leave: () => void;
    };
}

/** Counts what is under way, so that one can wait until nothing is. */
declare class Activity {
    private count;
    private waiting;
    track<T>(work: Promise<T>): Promise<T>;
    /** Does not count the work it is called from while `outside` is awaited, something that others do. */
    pause<T>(outside: Promise<T>): Promise<T>;
    get isIdle(): boolean;
    /** Resolves at once if nothing is under way, otherwise when the last of it has ended. */
    idle(): Promise<void>;
    enter(): void;
    leave(): void;
}

/**
 * Work in steps: whoever does it may rest between them. A large definition takes a hundred milliseconds to look at, and an
 * engine has other callers; a build step or an editor has none, and does it at once.
 */
/** Rests at each `yield`, and returns what it was for. */
type InSteps<T> = Generator<undefined, T, undefined>;

/**
 * Turns of the event loop. A store in memory, or one that answers without a pause, lets a run of a thousand automatic
 * steps go from its first to its last within one turn, and a batch has commands of many callers; nothing else of the process
 * moves meanwhile. Nothing is decided by the clock: only when it goes on. It is the engine's, so that a simulated run of
 * the same seed goes the same way on a slow machine.
 */

declare class Turns {
    /** When the turn under way was first looked at; null: nobody has looked at it yet. */
    private startedAt;
    private following;
    private readonly pieces;
    private readonly clock;
    constructor(clock: Pick<Clock, 'now'>);
    /** What has just been done took the turn up, whenever that began. */
    useUp(): void;
    /** The next turn: what was done in this one may go on in ways that nobody measures. */
    next(): Promise<void>;
    /** Null while the turn is short, otherwise what to wait for: a later one, with time left in it for one more. */
    pause(): Promise<void> | null;
    /**
     * Does a piece of work when those that were asked for before have been done, and not in a turn that is long: who waits for a turn would
     * otherwise begin it together with all others who do.
     */
    alone<T>(work: () => T): Promise<T>;
    /** Does work in steps, in as many turns as it takes. */
    through<T>(steps: InSteps<T>): Promise<T>;
    private later;
    private isLong;
    private begin;
}

/**
 * The clock of the store, as far as this process knows it: what is due is judged by it, so what is written goes by it
 * too, and the clocks of processes may be apart. The process's own clock, and how far it is from the store's.
 */

declare class StoreClock implements Clock {
    private readonly own;
    private readonly store;
    private offsetMs;
    private last;
    private measuring;
    constructor(own: Clock, store: Pick<ApprovalStore, 'now'>);
    now(): number;
    wakeAt(at: number, wake: () => void): () => void;
    /** null: `now()` can be relied on; otherwise it can when this has resolved. Rejects when the store fails. */
    unknown(): Promise<void> | null;
    private measure;
}

/** What operations need to know of absences: who stands in for whom now (contract section 17). */

declare class AbsenceBook {
    private readonly store;
    private readonly clock;
    constructor(store: ApprovalStore, clock: StoreClock);
    /** @throws ApprovalError FAILED_PRECONDITION for a store that keeps none. */
    get kept(): AbsenceStore;
    /** The absences that say who may answer for somebody now: the evidence of a decision. */
    links(workspaceId: string, userId: string): Promise<readonly Absence[]>;
    private linksOf;
    /** Those for whom somebody may answer now. */
    absentFor(workspaceId: string, userId: string): Promise<readonly string[]>;
    /** The absences of everybody whom an execution waits for. */
    ofWaiting({ workspaceId, steps }: Pick<ExecutionState, 'workspaceId' | 'steps'>): Promise<readonly Absence[]>;
    private inForce;
}

/** How much goes into one batch, and how many are under way at once. */
interface BatchLimits {
    /**
     * Items of one batch.
     * @defaultValue 64
     */
    readonly maxSize: number;
    /**
     * What the changes of one commit may hold together, in bytes of JSON, roughly; a larger one goes by itself.
     * @defaultValue 8_388_608
     */
    readonly maxBytes: number;
    /**
     * Batches under way at once.
     * @defaultValue 4
     */
    readonly maxConcurrent: number;
}

interface ScopeIds {
    readonly organizationId?: string | undefined;
    readonly documentId?: string | undefined;
}
type RunsOn = Pick<ExecutionHeader, 'workspaceId' | 'definitionUid' | 'definitionVersion'>;
type Named = Pick<ExecutionHeader, 'executionId' | 'definitionId'>;
/** A definition to start a run of, and what it was chosen by. */
interface Chosen {
    readonly definition: DefinitionVersion;
    /** Absent: it was read just now. */
    readonly knownHeads?: readonly KnownHead[];
}
declare class DefinitionCache {
    private readonly knownHeads;
    private readonly versions;
    private readonly heads;
    private readonly loads;
    constructor(store: ApprovalStore, limits: BatchLimits);
    /** The newest version of the active definition at exactly this key, or null. */
    newest(key: DefinitionKey): Promise<DefinitionVersion | null>;
    /** The most specific one: of the document, then of the organization, then of the workspace. */
    mostSpecific(workspaceId: string, definitionId: string, scope: ScopeIds): Promise<DefinitionVersion | null>;
    private headAt;
    /** The same by what is known, which may be out of date; null: not all of it is known, or there was none. */
    chosenAtHand(workspaceId: string, definitionId: string, scope: ScopeIds): Chosen | null;
    version(ref: DefinitionRef): Promise<DefinitionVersion | null>;
    private cached;
    /** The version that an execution runs on, if it is at hand. */
    cachedOf({ workspaceId, definitionUid: uid, definitionVersion: version, }: RunsOn): DefinitionVersion | null;
    /** The version that an execution runs on; it is kept for as long as the execution is. */
    ofExecution(execution: RunsOn & Named): Promise<DefinitionVersion>;
}

/** What is to be approved, in requests (contract section 17). */

/** What is to be approved. */
interface RunSubject {
    /** Digest of what is to be approved, as in `sha256:…`. */
    digest: string;
    /** The host's own id of what is to be approved, up to 200 characters. */
    ref?: string | undefined;
    /** Which state of it, up to 200 characters. */
    revision?: string | undefined;
}

/**
 * No field of a request. The result of a dispatch has an executionId too, and fields that these requests refuse: so
 * that handing it on whole does not compile, and is not found out at run time. Give `{ executionId }`.
 */
interface NoDispatchResult {
    /** Never: give `{ executionId }`. */
    readonly correlationId?: never;
    /** Never: give `{ executionId }`. */
    readonly deduplicated?: never;
}
/** Which definition to run, and on what. */
interface DispatchRequest {
    /** Which definition to run, in its newest version: the most specific one. */
    definitionId: string;
    /** Makes a repeat return the first execution; unique in the workspace, up to 200 characters. */
    idempotencyKey?: string | undefined;
    /** The host's own id for what this belongs to; it is on every event. One is made by default. */
    correlationId?: string | undefined;
    /** What the run is about: a JSON object up to 256 KiB; conditions read it as `execution.input`. */
    triggerContext?: JsonPayload | undefined;
    /** Receiver of this run's events, in place of the definition's; needs `webhookSecret`. */
    webhookUrl?: string | undefined;
    /** Signs what is sent to `webhookUrl`: 16 to 512 characters. */
    webhookSecret?: string | undefined;
    /** Who starts the run; nodes may keep them from deciding. */
    initiatorId?: string | undefined;
    /** Who worked on what is to be approved, up to 50; nodes may keep them from deciding. */
    contributorIds?: string[] | undefined;
    /** Whether initiator and contributors are kept from deciding on every node; false by default. */
    enforceSeparation?: boolean | undefined;
    /** What the run is to approve. */
    subject?: RunSubject | undefined;
    /** Organization whose definition is meant. */
    organizationId?: string | undefined;
    /** Document whose definition is meant; needs its organizationId. */
    documentId?: string | undefined;
}
/** Which execution to get. */
interface GetExecutionRequest extends NoDispatchResult {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
}
/** A page of executions, newest first. */
interface ListExecutionsRequest {
    /** Only runs of this definition. */
    definitionId?: string | undefined;
    /** Only runs in this status. */
    status?: ExecutionStatus | undefined;
    /** Only runs that this user is a party of. */
    party?: string | undefined;
    /** Only runs created at this time or later, in ms since the epoch. */
    createdFrom?: number | undefined;
    /** Only runs created before, in ms since the epoch. */
    createdBefore?: number | undefined;
    /** How many, 1 to 500; 50 by default. */
    pageSize?: number | undefined;
    /** `nextCursor` of the page before; the first page without it. */
    cursor?: string | undefined;
    /** Only runs of this organization. */
    organizationId?: string | undefined;
    /** Only runs of this document; needs its organizationId. */
    documentId?: string | undefined;
}
/** A page of an execution's events, in order. */
interface GetEventsRequest extends NoDispatchResult {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Only events with a higher seq: `nextCursor` of the page before; 0 by default. */
    sinceSeq?: number | undefined;
    /** How many, 1 to 500; 100 by default. */
    pageSize?: number | undefined;
    /** All events as they are stored, those that only the engine reads among them; for an audit. */
    includeInternal?: true | undefined;
}
/** Which execution to end. */
interface CancelExecutionRequest extends NoDispatchResult {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Why, up to 500 characters; it is in the events. */
    reason?: string | undefined;
}

/** The days of a week, Monday first. */
declare const WEEKDAYS: readonly ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
/** A day of the week. */
type Weekday = (typeof WEEKDAYS)[number];
/** When people work. */
interface Calendar {
    /** Name of a time zone, as in `Europe/Berlin`. */
    readonly timeZone: string;
    /**
     * From when to when, as in `['09:00', '17:00']`, in order and disjoint, up to `24:00`; a day that is left out is free.
     */
    readonly week: Partial<Readonly<Record<Weekday, readonly (readonly [from: string, until: string])[]>>>;
    /** Days on which nobody works, as in `2027-12-25`. */
    readonly holidays: readonly string[];
}
/** A calendar that computes. */
interface WorkingCalendar {
    /** When so much working time has passed since an instant; null: not within five years. */
    dueAt(from: number, workingMs: number): number | null;
}

/** How each event changes the state: the only place where it changes. */

/** The state after `event`. */
declare function evolve(state: ExecutionState, event: EngineEvent): ExecutionState;
/** The state after all `events` of an execution: exactly what is stored. */
declare function fold(header: ExecutionHeader, events: Iterable<EngineEvent>): ExecutionState;
/** As `fold`, of events that are read page by page and need not be held together. */
interface Folding {
    /** The next events, in the order of their seq. */
    readonly add: (events: Iterable<EngineEvent>) => void;
    /** After all events that were added; it changes with the next. */
    readonly state: ExecutionState;
}
/** Begins with an execution of which nothing has happened. */
declare function beginFold(header: ExecutionHeader): Folding;

/**
 * One command at work on one execution: the state as far as it is, the events and jobs so far, and the steps
 * that have ended but whose consequences are still to come. Everything the interpreter does goes through
 * `emit`; the state follows from the events and from nothing else.
 */

/** What the interpreter needs from outside; it has no clock and no randomness of its own. */
interface Environment {
    /** ms since the epoch. */
    readonly now: number;
    /** A new id for an event. */
    readonly newEventId: () => string;
    /** Steps that an execution may have; one more fails it. */
    readonly maxStepsPerExecution: number;
    /** The host's calendars by name; none by default. */
    readonly calendars?: ReadonlyMap<string, WorkingCalendar>;
    /** Totals that one command leaves for the next on the same run; without it each command counts what it needs. */
    readonly totals?: TotalsByState;
}
/** Totals of a run. */
interface RunTotals {
    /** Bytes that the run holds. */
    readonly bytes: number;
    /** Steps that can still change. */
    readonly open: number;
}
/** Totals by the list of steps that a command has left, which never changes. */
type TotalsByState = WeakMap<readonly StepState[], RunTotals>;

/** Where new identifiers come from, so that tests can foresee them. */
interface Ids {
    /**
     * A new id that starts with `<prefix>_`. MUST be unique over all processes for ever, and not to be guessed:
     * receivers of events take two events with one id for the same.
     */
    next(prefix: 'exec' | 'corr' | 'evt' | 'def' | 'claim' | 'link' | 'abs'): string;
}
/**
 * The time (45 bits, ms), then 80 random bits, in base 32: ids of one hour lie together in an index. In lower
 * case, so that no collation takes two for one.
 */
declare const randomIds: Ids;

/** What an engine tells of what it does: work that takes time, and what happens. Without a listener it costs nothing. */

/** Which run something is about. */
interface TelemetryRun {
    /** The workspace of the run. */
    readonly workspaceId: string;
    /** The run. */
    readonly executionId: string;
}
/** What of a run is about to be committed. */
interface TelemetryChange extends TelemetryRun {
    /** The definition that it runs. */
    readonly definitionId: string;
    /** Number of its last event. */
    readonly seq: number;
    /** Types of its external events, in order. */
    readonly events: readonly ExternalEventType[];
    /** The commands that it answers; of this process. */
    readonly causes: readonly TelemetrySpan[];
}
/** From a call, or a job, to its answer: with the wait for a batch, and every try after a conflict. */
interface TelemetryCommand extends TelemetryRun {
    /** What kind of work it is. */
    readonly kind: 'command';
    /** What was asked for: `dispatch`, `record-decision`, `deadline-passed`, … */
    readonly command: string;
    /** The step that it is about; null: the run. */
    readonly stepId: string | null;
}
/** One write to the store, of the changes of several runs. */
interface TelemetryCommit {
    /** What kind of work it is. */
    readonly kind: 'commit';
    /** What is written. */
    readonly changes: readonly TelemetryChange[];
}
/** A job under a lease: an agent, a deadline, a delivery, a look into the directory. */
interface TelemetryJob extends TelemetryRun {
    /** What kind of work it is. */
    readonly kind: 'job';
    /** What kind of job. */
    readonly job: StoredJobKind;
    /** The step that it is about. */
    readonly stepId: string;
    /** How late it began, in ms. */
    readonly delayMs: number;
}
/** A call of a function of the host's. */
interface TelemetryAgentCall extends TelemetryRun {
    /** What kind of work it is. */
    readonly kind: 'agent-call';
    /** Its name, as the definition has it. */
    readonly agentId: string;
    /** The step that it is called for. */
    readonly stepId: string;
    /** Which attempt of the step it is, from 1. */
    readonly attempt: number;
}
/** An attempt to deliver an event. */
interface TelemetryDelivery extends TelemetryRun {
    /** What kind of work it is. */
    readonly kind: 'delivery';
    /** The origin of the receiver. */
    readonly receiver: string;
    /** How often it was tried before. */
    readonly attempt: number;
}
/** Work that takes time, before it begins. */
type TelemetryWork = TelemetryCommand | TelemetryCommit | TelemetryJob | TelemetryAgentCall | TelemetryDelivery;
/** How work of each kind ends. */
interface TelemetryOutcomes {
    /** `refused`: the answer is an error of the caller's; `lost-claim`: another worker has the job. */
    readonly command: 'accepted' | 'refused' | 'lost-claim';
    /** Of each change, in the order of `changes`. */
    readonly commit: readonly CommitResult['kind'][];
    /** What became of the step is a command's to say. */
    readonly job: 'done';
    /** `late`: its time was up, or its step has ended, before it returned. */
    readonly 'agent-call': 'returned' | 'deferred' | 'failed' | 'invalid' | 'late';
    /** `retrying`: there is another attempt; `dead`: this was the last. */
    readonly delivery: 'delivered' | 'retrying' | 'dead';
}
/** Work under way. */
interface TelemetrySpan {
    /** Calls `run` at once and returns what it returns: whatever `run` begins, also later, belongs to this work. */
    within<T>(run: () => T): T;
    /** It has ended: as its kind says, or by a throw. Called once. */
    end(ended: {
        readonly outcome: TelemetryOutcomes[keyof TelemetryOutcomes];
    } | {
        readonly error: unknown;
    }): void;
}
/** Jobs of a kind were claimed. */
interface TelemetryClaimed {
    /** What has happened. */
    readonly kind: 'claimed';
    /** What kind of job. */
    readonly job: StoredJobKind;
    /** How late each of them is, in ms. */
    readonly delaysMs: readonly number[];
}
/** A job, or a subscription of the feed, went to another process while this one worked on it. */
interface TelemetryLeaseLost {
    /** What has happened. */
    readonly kind: 'lease-lost';
    /** What was held. */
    readonly what: StoredJobKind | 'subscription';
}
/** What happens beside work. */
type TelemetryHappening = TelemetryClaimed | TelemetryLeaseLost;
/** Hears what an engine does; `@org/approval-otel` is one. It must not throw: what it throws is logged, and the work goes on. */
interface Telemetry {
    /** Work begins. */
    begin(work: TelemetryWork): TelemetrySpan;
    /** Something has happened. */
    happened(happening: TelemetryHappening): void;
}

/** Deciding the commands that wait for one execution, and telling their callers what came of them. */

/** What came of a command. `lost-claim`: whoever has the job now decides. */
type CommandOutcome<R> = {
    readonly kind: 'accepted';
    readonly result: R;
} | {
    readonly kind: 'refused';
    readonly refusal: Refusal;
} | {
    readonly kind: 'lost-claim';
};

/** The people of a step as callers see them (contract section 17). */

/** Who decides a step, and what they have decided so far. */
interface PeopleView {
    /** The highest order that is asked. */
    order: number;
    /** The entries, as the node has them. */
    entries: PeopleEntryView[];
    /** The people who were found, each once. */
    places: PlaceView[];
    /** What their answers come to. */
    tally: TallyView;
    /** What they asked of others, in order. */
    questions: QuestionView[];
}
/** A question of a reviewer, and its answer. */
interface QuestionView {
    /** Id of the question in its step. */
    questionId: string;
    /** Who asked. */
    by: string;
    /** Who was asked. */
    of: string;
    /** What was asked. */
    question: string;
    /** When, in ms since the epoch. */
    askedAt: number;
    /** What was answered; null until then. */
    answer: string | null;
    /** When, in ms since the epoch; null until then. */
    answeredAt: number | null;
}
/** An answer of a pool that somebody has reserved. */
interface ClaimView {
    /** Who made it. */
    userId: string;
    /** Until when it holds, in ms since the epoch. */
    until: number;
}
/** How a place went from one person to another. */
interface DelegationView {
    /** Who held the place. */
    from: string;
    /** Who got it. */
    to: string;
    /** Who handed it over. */
    actorId: string;
    /** When, in ms since the epoch. */
    at: number;
    /** Why; null without a reason. */
    reason: string | null;
}
/** An entry of the people who decide a step. */
interface PeopleEntryView {
    /** Its index in `reviewers` of the node. */
    entry: number;
    /** Whom it stands for. */
    kind: 'person' | 'pool' | 'chain';
    /** Whether the step waits until it is satisfied. */
    mandatory: boolean;
    /** When they are asked: after the mandatory entries of all lower orders. */
    order: number;
    /** Whether it has the approvals that it needs. */
    satisfied: boolean;
    /** Its answers that are reserved now. */
    claims: ClaimView[];
}
/** One person's place in a step. */
interface PlaceView {
    /** Who was found for it. */
    userId: string;
    /** Who answers. */
    holder: string;
    /** The entries that name them, by index. */
    entries: number[];
    /** Whether no entry names them: they were added while the step waited. */
    added: boolean;
    /** What their approval weighs. */
    weight: number;
    /** Whether their rejection rejects the step at once. */
    veto: boolean;
    /** When they are asked: after the mandatory entries of all lower orders. */
    order: number;
    /** How often they were asked, the current time included. */
    round: number;
    /**
     * `later` until their turn comes, then `asked`, and `answered` when they have decided; `lost` when they must not
     * decide any more.
     */
    state: 'later' | 'asked' | 'answered' | 'lost';
    /** What they decided; null until then. */
    answer: PlaceAnswerView | null;
    /** How it went from hand to hand, in order. */
    delegations: DelegationView[];
}
/** The answer of a place. */
interface PlaceAnswerView {
    /** Who gave it. */
    reviewerId: string;
    /** For whom they gave it; null: for themselves. */
    onBehalfOf: string | null;
    /** What they decided. */
    decision: 'approve' | 'reject' | 'abstain';
    /** Why, as one of the reason codes of the node; null without one. */
    reasonCode: string | null;
    /** When it was recorded, in ms since the epoch. */
    recordedAt: number;
}
/** The places of a step, counted. */
interface TallyView {
    /** All places. */
    eligible: number;
    /** Places that approved. */
    approved: number;
    /** Places that rejected. */
    rejected: number;
    /** Places that abstained. */
    abstained: number;
    /** Places that may still answer. */
    open: number;
    /** What those that approved weigh together. */
    weightApproved: number;
    /** What those that may still answer weigh together. */
    weightOpen: number;
}

/** Executions and steps as callers see them (contract section 9). */

/** A step: one start of a node in one execution. */
interface StepView {
    /** Id of the step, unique in its execution and the same in every process. */
    stepId: string;
    /** The node that it is a step of. */
    nodeId: string;
    /** Kind of that node. */
    nodeType: NodeType;
    /** Open as `pending`, `running` (its agent is called) or `waiting` (for people), and ended otherwise. */
    status: StepStatus;
    /** The group that counts it; null without one. */
    groupId: string | null;
    /** Iteration of the loop around the node; 1 outside loops. */
    iteration: number;
    /** Number of the call of its agent, from 1. */
    attempt: number;
    /** When it started, in ms since the epoch; null until then. */
    startedAt: number | null;
    /** When it ended, in ms since the epoch; null until then. */
    completedAt: number | null;
    /** When it is breached, in ms since the epoch; null without an `slaMs`. */
    dueAt: number | null;
    /** What it was started with. */
    input: JsonObject;
    /** What it gave, or what was recorded so far; null before there is anything. */
    output: JsonObject | null;
    /** Why it failed; null unless it did. */
    error: StepErrorView | null;
    /** Whether an administrator resolved it by force. */
    overridden: boolean;
    /** Who decides it; null for a step of no people, and until they are found. */
    people: PeopleView | null;
}
/** Why a step failed. */
interface StepErrorView {
    /** What kind of fault it was, as in `agent-timeout`. */
    code: string;
    /** What happened. */
    message: string;
}
/** A run of a definition, without its steps. */
interface ExecutionSummaryView {
    /** Id of the execution, unique in its workspace. */
    executionId: string;
    /** The definition that it runs. */
    definitionId: string;
    /** The version that it runs, to its end. */
    definitionVersion: number;
    /** `pending` until its first step starts, then `running`, until it ends once. */
    status: ExecutionStatus;
    /** The host's own id, as the dispatch gave it, or one that was made. */
    correlationId: string;
    /** The key of the dispatch; null without one. */
    idempotencyKey: string | null;
    /** What the run is about, as the dispatch gave it. */
    triggerContext: JsonObject;
    /** Organization that the dispatch named; null without one. */
    organizationId: string | null;
    /** Document that the dispatch named; null without one. */
    documentId: string | null;
    /** When it was dispatched, in ms since the epoch. */
    createdAt: number;
    /** When its first step started, in ms since the epoch; null until then. */
    startedAt: number | null;
    /** When it ended, in ms since the epoch; null until then. */
    completedAt: number | null;
    /** When it was cancelled, in ms since the epoch; null until then. */
    cancelledAt: number | null;
    /** Why it failed; null unless it did. */
    failureReason: FailureReasonView | null;
    /** Who started it; null when nobody was named. */
    initiatorId: string | null;
    /** Who worked on what is to be approved. */
    contributorIds: string[];
    /** What is to be approved; null when it was not named. */
    subject: SubjectView | null;
}
/** What is to be approved, as it is now. */
interface SubjectView {
    /** Digest of it, as in `sha256:…`. */
    digest: string;
    /** The host's own id of it; null without one. */
    ref: string | null;
    /** Which state of it; null without one. */
    revision: string | null;
}
/** Why an execution failed. */
interface FailureReasonView {
    /** What kind of ending nothing handled, as in `unhandled-rejection`. */
    code: string;
    /** What happened. */
    message: string;
    /** The step that it happened to; null when it is about none alone. */
    stepId: string | null;
}
/** A run of a definition, with its steps. */
interface ExecutionView extends ExecutionSummaryView {
    /** Its steps, in the order of creation. */
    steps: StepView[];
}

/** The host's own rows in the transaction of a change (`onCommit`). */

/** What is about to be committed to a run. */
interface HostChange {
    readonly executionId: string;
    readonly definitionId: string;
    /** Number of its last event, internal ones included. */
    readonly seq: number;
    /** Its external events; perhaps none. */
    readonly events: readonly ExternalEvent[];
    /** The run as it will be. */
    readonly execution: ExecutionView;
}
/**
 * Writes rows of the host's together with a change. What it throws undoes the change: an `ApprovalError` tells the caller why
 * (FAILED_PRECONDITION `host-refused`). It has 5 s, may be called again for the same change, and must not call the engine.
 */
type OnCommit = (commit: {
    readonly workspaceId: string;
    readonly change: HostChange;
    readonly transaction: HostTransaction;
}) => Promise<void>;

/**
 * From commands to commits. Commands wait in mailboxes, one per execution; a batch takes the mailboxes that wait,
 * loads in one call the states that are not at hand, decides each mailbox's commands one after the other, and commits
 * all changes in one call. While one batch is under way the next one gathers, and an idle pipeline never waits: one caller pays
 * nothing for it, and fifty reviewers who decide at once cost a commit or two.
 *
 * A change is compared with the stored seq when it is committed. If another process was faster, the mailbox is
 * decided again on what is stored now: no result is ever returned from a state that was not committed. A state at hand
 * may be out of date, so what would be answered without a commit is decided again on what the store says.
 *
 * What goes wrong with one mailbox is told to its own callers: a batch that the store refuses is split until the
 * culprit is alone, and a mailbox whose execution somebody else has locked waits by itself.
 */

interface PipelineOptions {
    readonly store: ApprovalStore;
    readonly definitions: DefinitionCache;
    readonly environment: () => Environment;
    readonly turns: Turns;
    readonly limits: BatchLimits;
    /** Of JSON of states that are kept at hand, roughly; 0: each batch reads what it decides on. */
    readonly cachedStateBytes: number;
    /** Called after each commit, in the order of each execution's seq. */
    readonly onCommitted: (change: Change) => void;
    /** Hears what `onCommitted` threw: what is committed stays so. */
    readonly onFault: (error: unknown) => void;
    /** The host's part of each commit; null: it has none. */
    readonly onCommit: OnCommit | null;
    /** null: nobody hears of commands and commits. */
    readonly telemetry: Telemetry | null;
}
declare class Pipeline {
    private readonly options;
    private readonly loads;
    private readonly states;
    private readonly decider;
    private readonly queue;
    private batches;
    private scheduled;
    /** Batches whose callers are being told. */
    private concluding;
    constructor(options: PipelineOptions);
    /** The last committed state, or null. */
    load(key: ExecutionKey): Promise<ExecutionState | null>;
    /** Commits the change that creates an execution. */
    create(change: Change): Promise<CommitResult>;
    /** Decides a command and commits what follows from it. */
    submit<K extends CommandKind>(key: ExecutionKey, command: CommandOf<K>, claim?: ClaimUse | null): Promise<CommandOutcome<CommandResults[K]>>;
    private schedule;
    private runBatch;
    private creationsOf;
    private decide;
    private commit;
    /**
     * Callers go on as soon as they are told, and what they do next is not ours to bound: only so many go on in one turn. What
     * they ask for next waits for all of them, or it would be many small batches.
     */
    private conclude;
    private concludeOne;
    private write;
    private store;
    private tell;
    private concludeCommands;
    private later;
}

/** Definitions as callers see them (contract section 2). */

/** Something that is wrong with a definition or a request, or that deserves a warning. */
interface IssueView {
    /** What kind of fault it is: a code of the linter, or of a shape. */
    code: string;
    /** What is wrong, and how to mend it. */
    message: string;
    /** Where it is, as in `nodes[3].config.urlPath`; empty for the whole. */
    path: string;
    /** The node that it is about. */
    nodeId?: string | undefined;
}
/** The canonical form of a definition, which runs are interpreted from. */
interface CompiledView {
    /** Ids of the nodes that start a run, in this order. */
    roots: string[];
    /** Edges in the order in which they are looked at, derived ones last. */
    edges: CompiledEdgeView[];
    /** Groups with every default filled in. */
    groups: JsonObject[];
    /** Loops with every default filled in, those of `onReject.loopBack` among them. */
    loops: JsonObject[];
}
/** An edge as runs follow it. */
interface CompiledEdgeView {
    /** Id of the node whose end it is looked at. */
    from: string;
    /** Id of the node that it starts. */
    to: string;
    /** The parsed expression tree; null on the success edge. */
    when: JsonObject | null;
    /** What it can fire on: a success, a rejection, a breach, or something else. */
    role: 'success' | 'reject' | 'breach' | 'custom';
}
/** For whom a definition is. */
interface ScopeView {
    /** The whole workspace, an organization, or a document. */
    level: 'apiKey' | 'organization' | 'document';
    /** Id of the organization; null for the workspace. */
    organizationId: string | null;
    /** Id of the document; null for anything wider. */
    documentId: string | null;
}
/** A version of a definition. */
interface DefinitionView {
    /** Id of the definition, unique in its scope. */
    definitionId: string;
    /** Name for people. */
    name: string;
    /** Text for people; null without one. */
    description: string | null;
    /** Number of this version, from 1. */
    version: number;
    /** For whom it is. */
    scope: ScopeView;
    /** Nodes as their author wrote them. */
    nodes: JsonObject[];
    /** Edges as their author wrote them. */
    edges: JsonObject[];
    /** Groups as their author wrote them; null without any. */
    groups: JsonObject[] | null;
    /** Loops as their author wrote them; null without any. */
    loops: JsonObject[] | null;
    /** Inbound webhooks, without their secrets; null without any. */
    triggers: JsonObject[] | null;
    /** Receiver of the events, without its secret; null without one. */
    webhookConfig: JsonObject | null;
    /** Words to find it by; null without any. */
    tags: string[] | null;
    /** The host's own data; null without any. */
    custom: JsonObject | null;
    /** When version 1 was made, in ms since the epoch. */
    createdAt: number;
    /** When this version was made, in ms since the epoch. */
    updatedAt: number;
    /** `tombstoned` once it is deleted. */
    status: 'active' | 'tombstoned';
    /** The form that runs are interpreted from. */
    compiled: CompiledView;
    /** What the linter advises against, and accepts. */
    warnings: IssueView[];
}
/** What is to be said about a definition. */
interface Validation {
    /** Whether `create` would take the definition. */
    valid: boolean;
    /** Everything that is wrong with it. */
    issues: IssueView[];
    /** What the linter advises against, and accepts. */
    warnings: IssueView[];
    /** The form that runs would be interpreted from; null if it is not valid. */
    compiled: CompiledView | null;
}

/** The run that a dispatch started, or had started before. */
interface DispatchResult {
    /** Id of the execution. */
    executionId: string;
    /** The host's own id, as it was given, or one that was made. */
    correlationId: string;
    /** Whether the call replayed an earlier dispatch with the same idempotencyKey. */
    deduplicated: boolean;
}
/** What a decision or a resolution did to its step. */
interface ReviewResult {
    /** False when the same was recorded before. */
    recorded: boolean;
    /** `pending` until the step resolves. */
    aggregatorStatus: 'pending' | 'resolved';
    /** True only in the response to the call that resolved the step. */
    resumeScheduled: boolean;
    /** Why nothing was recorded. */
    rejectionReason?: 'idempotent' | undefined;
}
/** The execution that was cancelled. */
interface CancelExecutionResult {
    /** The execution is cancelled, now or since before. */
    cancelled: true;
    /** Id of the execution. */
    executionId: string;
}
/** The step that was cancelled. */
interface CancelStepResult {
    /** The step is cancelled. */
    cancelled: true;
    /** Id of the execution. */
    executionId: string;
    /** Id of the step in its execution. */
    stepId: string;
}
/** The definition that was deleted. */
interface DeleteDefinitionResult {
    /** The definition is deleted. */
    deleted: true;
    /** Id of the definition; it is free again. */
    definitionId: string;
}
/** What an administrator did to a step. */
interface ResolveStepResult {
    /** False when the step still waits for others, as it may after `reviewer-…`. */
    resolved: boolean;
    /** Id of the execution. */
    executionId: string;
    /** Id of the step in its execution. */
    stepId: string;
    /** What was done. */
    action: ResolveAction;
    /** Status of the step now. */
    status: StepStatus;
}
/** The deferred step that was called back. */
interface CompleteDeferredResult {
    /** The result is recorded, now or since before. */
    completed: true;
    /** Id of the execution. */
    executionId: string;
    /** Id of the step in its execution. */
    stepId: string;
}
/** What became of a request to a trigger. */
type TriggerResult = {
    /** The request started a run, or had started one before. */
    accepted: true;
    /** What became of the request. */
    code: 'accepted';
    /** Id of the execution. */
    executionId: string;
    /** Whether the source's id had started the run before. */
    deduplicated: boolean;
} | {
    /** The trigger does not want this event. */
    accepted: false;
    /** What became of the request. */
    code: 'event-ignored';
};
/** Whether anything had to be written, and what is there now. */
interface EnsureResult {
    /** Whether there was no active definition of this id. */
    created: boolean;
    /** Whether a version was added. */
    updated: boolean;
    /** Number of its newest version. */
    version: number;
    /** The newest version. */
    definition: DefinitionView;
}
/** What came of waiting. */
interface WaitExecutionResult {
    /** Whether what was waited for is so in `execution`. */
    reached: boolean;
    /** The execution as it was then. */
    execution: ExecutionView;
}

/** Secrets of a definition are taken out on the way in (contract section 2): what is kept has none. */

interface ReplacedSecret {
    readonly secret: string;
    /** ms since the epoch */
    readonly until: number;
}
interface DefinitionSecrets {
    readonly webhook: {
        readonly secret: string;
        readonly replaced: readonly ReplacedSecret[];
    } | null;
    /** By triggerId. */
    readonly triggers: Readonly<Record<string, string>>;
}

/** Who gets the events of a run. */
interface Receiver {
    /** Where events are posted to. */
    readonly url: string;
    /** null: all. */
    readonly eventTypes: readonly string[] | null;
}

/**
 * Secrets at rest (contract section 12): AES-256-GCM with a key of the host's ring, the key's id beside the text.
 * A text is bound to its owner, so that a row that is copied to another place does not open there.
 */

/** A key of the host's key ring, for secrets at rest. */
interface SecretKey {
    /** 1 to 64 characters of `A-Z a-z 0-9 _ -`. */
    readonly keyId: string;
    /** 32 bytes. */
    readonly key: Uint8Array;
}
interface SecretCipherOptions {
    /** The first one seals, all of them open. */
    readonly keys: readonly SecretKey[];
    /** Whether secrets may be kept as they are when there is no key. */
    readonly plaintext: boolean;
}
declare class SecretCipher {
    private readonly keys;
    private readonly newestId;
    private readonly plaintext;
    /** @throws TypeError for keys that make no sense; it quotes none. */
    constructor({ keys, plaintext }: SecretCipherOptions);
    /** @throws ApprovalError FAILED_PRECONDITION when there is no key, and none is not allowed. */
    seal(owner: string, text: string): Promise<string>;
    /**
     * @throws UnreadableSecret (UNAVAILABLE) when the ring lacks the key, the text was not sealed for this owner, or it is not
     * sealed at all and that is not allowed: whoever can write to the database could put a secret of their own there.
     */
    open(owner: string, sealed: string): Promise<string>;
    /** Whether `seal` would use another key by now. */
    isOutdated(sealed: string): boolean;
}

declare class SecretService {
    private readonly store;
    private readonly definitions;
    private readonly cipher;
    constructor(parts: {
        store: ApprovalStore;
        definitions: DefinitionCache;
        cipher: SecretCipher;
    });
    sealDefinition(ref: DefinitionRef, secrets: DefinitionSecrets): Promise<string | null>;
    openDefinition(version: DefinitionVersion): Promise<DefinitionSecrets>;
    sealRun(key: ExecutionKey, secret: string): Promise<string>;
    /** What signs a delivery, newest first. */
    signing({ execution, sealedSecret }: DeliveryWork, definition: DefinitionVersion, receiver: Receiver, now: number): Promise<string[]>;
    /**
     * Seals with the newest key what was sealed with another; returns how many. One that cannot be opened keeps no other from it.
     * @throws UnreadableSecret for those, when all others are sealed.
     */
    resealAll(): Promise<number>;
    private reseal;
}

/** Starting executions (contract sections 2 and 9): which definition, once per idempotency key. */

interface DispatcherOptions {
    readonly store: ApprovalStore;
    readonly definitions: DefinitionCache;
    readonly pipeline: Pipeline;
    readonly secrets: SecretService;
    readonly ids: Ids;
    readonly environment: () => Environment;
    readonly turns: Turns;
    readonly limits: BatchLimits;
}
declare class Dispatcher {
    private readonly options;
    private readonly byKey;
    constructor(options: DispatcherOptions);
    /** @param uid of the definition that the caller may start; without it, of whichever is the most specific. */
    dispatch(workspaceId: string, request: DispatchRequest, { uid }?: {
        readonly uid?: string;
    }): Promise<DispatchResult>;
    /** Commits a run of the definition that was chosen. null: another one is to be chosen. */
    private start;
    private replay;
    private definition;
    private header;
    /** null: refused by what was known already. No commit compares a refusal, so only what was read just now refuses. */
    private firstChange;
}

/** How an engine and its store are (contract section 18). */

/** How a store is, and what waits in it for a workspace. What could not be read is null. Counts go to 10,000. */
interface Health {
    /** Whether the store answered within 2 s and is migrated, whatever is queued. */
    readonly ok: boolean;
    /** The store itself. */
    readonly store: {
        /** Whether it answered in time. */
        readonly reachable: boolean;
        /** Whether its schema is the one that this release works on; false as well while it does not answer. */
        readonly migrated: boolean;
        /** ms that its clock is ahead of this process's; null while it does not answer. */
        readonly clockSkewMs: number | null;
    };
    /** Work with a due time: calls of agents, deadlines, deliveries. */
    readonly jobs: {
        /** Due, and claimed by no process. */
        readonly due: number | null;
        /** For how many ms the first of them has been due; null: there is none. */
        readonly oldestDueMs: number | null;
        /** Being done in this process, for whichever workspace. */
        readonly running: number;
    };
    /** Webhooks. */
    readonly deliveries: {
        /** Still to be made. */
        readonly pending: number | null;
        /** Given up; `webhooks.redeliver` makes them pending again. */
        readonly dead: number | null;
        /** ms since the event of the oldest pending one; null: there is none. */
        readonly oldestMs: number | null;
    };
    /** The first 100 subscriptions by name, and how many events of the workspace are behind the place of each. */
    readonly feeds: readonly {
        readonly name: string;
        readonly lag: number;
    }[];
}
/** What a look at the store has found; null: it did not answer in time. */
type Look = {
    readonly health: StoreHealth;
    readonly skewMs: number;
} | null;

/** Looks at the health of the store: one at a time, at most one per second, however many ask. */

interface Parts {
    readonly store: Pick<ApprovalStore, 'health' | 'now'>;
    /** The process's own: a store that hangs does not say what time it is. */
    readonly clock: Clock;
    readonly logger: Logger;
}
declare class HealthLooks {
    private readonly parts;
    /** By workspace; null: of the store alone. */
    private readonly begun;
    constructor(parts: Parts);
    /** At the store, and at the queues of the workspace if there is one. Never rejects. */
    at(workspaceId: string | null): Promise<Look>;
    /** While a look hangs none is begun beside it: looks would take up all connections. */
    private isGood;
    private begin;
    private read;
    private inTime;
}

/** What is done about one thing is done one after the other; about others, meanwhile. */
declare class OneByOne {
    private readonly last;
    /** `act`, once whatever was begun before under this key is over, however it ended. */
    within<T>(key: string, act: () => Promise<T>): Promise<T>;
    private forget;
}

/**
 * What the engine needs to push events and to know who triggers runs. `createWebhookTransport` of
 * `@org/approval-webhooks/node` is one.
 */
interface WebhookTransport {
    /** Why nothing may be sent to this URL, as far as the URL says; null when it may. */
    checkUrl(url: string): string | null;
    /**
     * One attempt (contract section 12). Never rejects; what went wrong is the result.
     * @see docs/reference/contract.md#12-outbound-webhooks
     */
    deliver(attempt: WebhookAttempt): Promise<WebhookOutcome>;
    /**
     * Whether an inbound request is signed with the secret (contract section 13). Never rejects.
     * @see docs/reference/contract.md#13-inbound-webhooks
     */
    verifySignature(request: InboundSignature): Promise<boolean>;
}
/** One attempt to deliver an event. */
interface WebhookAttempt {
    /** Where it goes. */
    readonly url: string;
    /** The event as JSON; these bytes are signed and sent. */
    readonly body: Uint8Array;
    readonly eventId: string;
    /** From 0. */
    readonly attempt: number;
    /** Newest first; all of them sign. */
    readonly secrets: readonly [newest: string, ...older: string[]];
    /** ms since the epoch, for the signature's timestamp. */
    readonly now: number;
    /** Gives the attempt up. */
    readonly signal: AbortSignal;
}
/** `status` is the HTTP status of the response; null: there was none. `error` quotes neither secret, path nor address. */
type WebhookOutcome = {
    /** Whether the receiver took it. */
    readonly ok: true;
    /** HTTP status of the response. */
    readonly status: number;
} | {
    readonly ok: false;
    /** HTTP status of the response; null when there was none. */
    readonly status: number | null;
    /** Why it failed, for people. */
    readonly error: string;
};
/**
 * What proves an inbound request, as triggers declare it. `svc`: the Standard Webhooks trio over id, time and body, the
 * time within five minutes of `now` (ms since the epoch). The others: an HMAC over the raw body in a header.
 */
interface InboundSignature {
    /** How the request is signed: by a known scheme, or as the other fields say. */
    readonly preset: 'svc' | 'github' | 'custom';
    /** ms since the epoch: the time that signatures with a time are held against. */
    readonly now: number;
    /** In place of what the preset says; not of `svc`. */
    readonly header?: string | undefined;
    /** Hash of the signature. */
    readonly algorithm?: 'sha256' | 'sha512' | undefined;
    /** Text before the signature in its header. */
    readonly prefix?: string | undefined;
    /** Headers of the request. */
    readonly headers: InboundHeaders;
    /** Body of the request, byte for byte. */
    readonly body: Uint8Array;
    /** What the sender signs with. */
    readonly secret: string;
}
/** Names in lower case. */
type InboundHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What an engine is made from. */

/**
 * What `createApprovalEngine` takes. Every option is checked by its name and its value when the engine is made. What ends in `Ms`
 * takes ms, or a duration as people write it: `'30s'`, `'90d'`, `'PT8H'`.
 */
interface EngineOptions<Tx = never> {
    /** Where everything is kept: `createMemoryStore()`, or a store on a database. */
    readonly store: ApprovalStore<Tx>;
    /** The host's agents by agentId; the same in every process. */
    readonly agents?: Agents;
    /** Who is in which group and role, and who manages whom; without it nodes that ask for them fail. */
    readonly directory?: Directory;
    /** When people work, by name, for deadlines in working time; the same in every process. */
    readonly calendars?: Readonly<Record<string, Calendar>>;
    /** The system's clock, unless a test owns the time. */
    readonly clock?: Clock;
    /** Random identifiers, unless a test has to foresee them. */
    readonly ids?: Ids;
    /** A number from 0 to below 1, for the jitter of waits; `Math.random`, unless a test has to foresee it. */
    readonly random?: () => number;
    /** The console, unless the host has a logger. */
    readonly logger?: Logger;
    /** How much one request and one execution may hold. */
    readonly limits?: Partial<RequestLimits>;
    /** How this process does the work that runs leave behind: agents, deadlines, deliveries. */
    readonly jobs?: Partial<Timed<JobOptions>>;
    /** Pushing events to receivers, and triggers; without it definitions and dispatches with webhooks are refused. */
    readonly webhooks?: Timed<WebhookOptions>;
    /**
     * Seal the secrets of webhooks and triggers in the store, and sign callback tokens; newest first. Without any, a durable
     * store is given no secret.
     */
    readonly secretKeys?: readonly SecretKey[];
    /**
     * Keeps secrets in a durable store as they are when there is no key.
     * @defaultValue false
     */
    readonly allowPlaintextSecrets?: boolean;
    /**
     * Rows of the host's, written in the transaction of every change of a run, whoever caused it. Needs a store with
     * transactions.
     */
    readonly onCommit?: OnCommit;
    /** Hears what the engine does: `openTelemetry()` of `@org/approval-otel`, or one of the host's. */
    readonly telemetry?: Telemetry;
    /** Deletes executions some time after their end; without it they stay. */
    readonly retention?: Timed<RetentionOptions>;
    /**
     * How much goes into one round trip to the store, and how many are under way: several, so that deciding one batch
     * and writing another overlap. From 16 calls at once on a batch takes half of them, unless only one may be under way.
     */
    readonly batches?: Partial<BatchLimits>;
    /**
     * How much of the states that this process has committed or read last is kept at hand, in bytes of JSON, roughly; in
     * memory it is some four times as much. A decision on a run at hand is one round trip to a durable store instead of two;
     * what others have written meanwhile is found by the commit. 0: nothing is kept. A store in memory needs none.
     * @defaultValue 33_554_432
     */
    readonly cachedStateBytes?: number;
}
/** What an engine accepts. */
interface RequestLimits {
    /**
     * JSON text of one request, in bytes.
     * @defaultValue 1_048_576
     */
    readonly requestBytes: number;
    /**
     * Steps that one execution may have, those of every loop iteration counted.
     * @defaultValue 10_000
     */
    readonly stepsPerExecution: number;
}
/** How an engine does what nobody calls for: agents, deadlines, deliveries. */
interface JobOptions {
    /**
     * False in a process that only takes calls; another one must run the jobs.
     * @defaultValue true
     */
    readonly run: boolean;
    /**
     * Agents called at once. A call whose time is up does not count, even if its function ignores the signal.
     * @defaultValue 16
     */
    readonly agentConcurrency: number;
    /**
     * How long a job stays with a worker that shows no sign of life, in ms.
     * @defaultValue 30_000
     */
    readonly leaseMs: number;
    /**
     * How often to look for jobs of other processes on a shared store, in ms.
     * @defaultValue 1_000
     */
    readonly pollMs: number;
}
/** How events are pushed to receivers. */
interface WebhookOptions {
    /** `createWebhookTransport()` of `@org/approval-webhooks/node`. */
    readonly transport: WebhookTransport;
    /**
     * The delay before each further attempt, in ms; after the last one the delivery is dead.
     * @defaultValue [2_000, 8_000, 32_000, 120_000, 480_000]
     */
    readonly retryDelaysMs?: readonly number[];
    /** A number from 0 to below 1, for the jitter of further attempts; `random` of the engine by default. */
    readonly random?: () => number;
    /**
     * Attempts of this process under way at once; one workspace has half of them, where there are several.
     * @defaultValue 64
     */
    readonly concurrency?: number;
    /**
     * How many of those may go to one receiver (by origin).
     * @defaultValue 8
     */
    readonly perReceiver?: number;
}
/** How long executions that have ended are kept. */
interface RetentionOptions {
    /** How long executions stay after their end, in ms. */
    readonly endedMs: number;
    /** How long an event stays in the feed, in ms: at most `endedMs`, which is the default. */
    readonly feedMs?: number;
    /**
     * How long an idempotency key goes on to return its execution after the dispatch, in ms; at least `endedMs`.
     * @defaultValue 7_776_000_000
     */
    readonly keysMs?: number;
    /**
     * How often to look, in ms.
     * @defaultValue 600_000
     */
    readonly everyMs?: number;
    /**
     * Executions deleted at a time.
     * @defaultValue 100
     */
    readonly batchSize?: number;
}
/** What `limits` is where a host says nothing else. */
declare const DEFAULT_LIMITS: RequestLimits;
/** Larger batches are slower: while one is decided, the database has nothing to do (decision 0011 has the measurement). */
declare const DEFAULT_BATCHES: BatchLimits;
/** What `jobs` is where a host says nothing else. */
declare const DEFAULT_JOBS: JobOptions;
/**
 * Contract section 12; in ms. After the last one the delivery is dead.
 * @see docs/reference/contract.md#12-outbound-webhooks
 */
declare const RETRY_DELAYS_MS: readonly number[];
/** What `webhooks` is beside its transport, where a host says nothing else. */
declare const DEFAULT_WEBHOOKS: Required<Omit<WebhookOptions, 'transport' | 'random'>>;
/** What `retention` is beside what a host has to say. */
declare const DEFAULT_RETENTION: Required<Omit<RetentionOptions, 'endedMs' | 'feedMs'>>;

/** The boundary: what a caller gives becomes a checked, frozen value, or INVALID_ARGUMENT with all its faults. */

type Further = (json: JsonValue) => readonly Issue<ErrorCode>[];
/** Parses requests no larger than `maxBytes` of JSON text. */
declare class RequestParser {
    private readonly maxBytes;
    constructor(maxBytes: number);
    /** JSON that every store can hold, as a frozen copy. */
    json(data: unknown): JsonValue;
    /**
     * The request in its shape, or INVALID_ARGUMENT with everything that is wrong: `further` finds what no schema says, in
     * whatever was given.
     */
    parse<T>(schema: z.ZodType<T>, data: unknown, further?: Further): T;
}

interface CallbackTarget {
    readonly workspaceId: string;
    readonly executionId: string;
    readonly stepId: string;
}
declare class CallbackTokens {
    private readonly keys;
    private readonly newestId;
    /** The tokens of every process with the same ring; without one no token can be issued. */
    constructor(keys: readonly SecretKey[]);
    issue({ workspaceId, executionId, stepId }: CallbackTarget): string | null;
    /** What a token is for, or null for one that this ring did not sign. */
    read(token: string): CallbackTarget | null;
}

/** What the operations of an engine share. */

interface EngineContext {
    readonly store: ApprovalStore;
    readonly clock: StoreClock;
    readonly ids: Ids;
    readonly agents: Agents;
    /** null: groups, roles and managers are not known. */
    readonly directory: Directory | null;
    readonly parser: RequestParser;
    readonly definitions: DefinitionCache;
    readonly pipeline: Pipeline;
    readonly dispatcher: Dispatcher;
    /** null: the engine neither pushes events nor takes triggers. */
    readonly transport: WebhookTransport | null;
    readonly absences: AbsenceBook;
    readonly secrets: SecretService;
    readonly callbackTokens: CallbackTokens;
    /** Deliveries are due that no commit has told of. */
    readonly onRedelivery: () => void;
    readonly environment: () => Environment;
    /** Operations under way. */
    readonly activity: Activity;
    readonly turns: Turns;
    /** Reads of what may be large: whole runs, and pages. */
    readonly reads: Gate;
    /** One definition is looked at at a time, however many turns that takes. */
    readonly checks: Gate;
    /** Links of one person on one step are made one after the other. */
    readonly linking: OneByOne;
    readonly logger: Logger;
    /** null: nobody wants to know. */
    readonly telemetry: Telemetry | null;
    readonly health: HealthLooks;
    /** Jobs that are being done in this process. */
    readonly runningJobs: () => number;
    readonly signals: CommitSignals;
    readonly feeds: FeedWatches;
    /** Callers of this process that wait. */
    readonly waits: {
        count: number;
    };
    /** Aborted when the engine stops: what waits then answers, and what follows ends. */
    readonly stopping: AbortSignal;
    /** How long a subscription stays with a process that shows no sign of life, in ms. */
    readonly leaseMs: number;
}

/** Which trigger of which definition a request is for. */
interface TriggerTarget {
    /** Definition that has the trigger. */
    definitionId: string;
    /** Which of its triggers. */
    triggerId: string;
    /** Organization whose definition is meant. */
    organizationId?: string | undefined;
    /** Document whose definition is meant; needs its organizationId. */
    documentId?: string | undefined;
}
/** How a deferred agent call ended. */
interface CallbackBody {
    /** `completed`: the agent passed. `failed`: the step fails, without a retry. */
    status: 'completed' | 'failed';
    /** Output of the agent: a JSON object up to 256 KiB. */
    output?: JsonPayload | undefined;
    /** What went wrong, for `failed`. */
    error?: string | undefined;
}

interface RawRequest {
    readonly headers: InboundHeaders;
    /** As it was received. */
    readonly body: Uint8Array;
}

/** What a link shows, and the one answer that it gives: for whoever serves `/v2/decide/…`. */

/** What is shown of a step to whoever opens a link. */
interface LinkView {
    /** Name of the definition. */
    readonly name: string;
    /** What the people are asked; null without a text. */
    readonly commentBody: string | null;
    /** Whose answer it gives. */
    readonly reviewerId: string;
    /** When the step is breached, in ms since the epoch; null: never. */
    readonly dueAt: number | null;
    /** When the link ends, in ms since the epoch. */
    readonly expiresAt: number;
    /** What is approved, by its digest; null without one. */
    readonly subject: Subject | null;
    /** The answers that can be given. */
    readonly decisions: readonly ReviewVote[];
    /** Which answers need a reason. */
    readonly reasonRequired: 'never' | 'reject' | 'always';
    /** One of these is the reasonCode of any answer but an approval; null: there are none. */
    readonly reasonCodes: readonly string[] | null;
    /** What an approval fills in; null: nothing. */
    readonly form: {
        readonly fields: readonly CompiledFormField[];
    } | null;
    /** To be sent along with the answer, within the hour. */
    readonly formToken: string;
}
/** An answer through a link. */
interface LinkAnswer {
    /** As the page showed it. */
    readonly formToken?: unknown;
    /** What they decided. */
    readonly decision: ReviewVote;
    /** Why, up to 2,000 characters. */
    readonly reason?: string | undefined;
    /** Why, as one of the reason codes of the node. */
    readonly reasonCode?: string | undefined;
    /** What an approval fills in. */
    readonly values?: JsonObject | undefined;
}
/** What became of an answer. */
interface LinkAnswered {
    /** Always: what is not recorded is an error. */
    readonly recorded: true;
    /** What was decided. */
    readonly decision: ReviewVote;
    /** Whether the step goes on waiting for others. */
    readonly aggregatorStatus: 'pending' | 'resolved';
}
/** Links by their tokens, of whatever workspace. Each method rejects with an `ApprovalError`. */
declare class LinkPages {
    private readonly context;
    constructor(context: EngineContext);
    /**
     * What the link shows; nothing is changed.
     * @throws NOT_FOUND for an unknown token; FAILED_PRECONDITION `link-revoked`, `link-used`, `link-expired`, `link-closed`.
     */
    look(token: string): Promise<LinkView>;
    /**
     * Records the answer; it and the use of the link are one commit.
     * @throws as `look`; INVALID_ARGUMENT for what is no decision, and another answer than the link's; PERMISSION_DENIED `form-token`; what a decision is
     * refused for.
     */
    answer(token: string, answer: LinkAnswer): Promise<LinkAnswered>;
    private open;
}

/** Called with the workspace of a request that has proved itself, before anything is done; throws what forbids it. */
type Admit = (workspaceId: string) => Promise<void>;
/** Requests of the outside world, which prove themselves: triggers and callbacks. */
declare class InboundOperations {
    /** Decision pages, by the token of a link. */
    readonly links: LinkPages;
    private readonly context;
    constructor(context: EngineContext);
    /**
     * Starts a run as a definition's trigger says. An event that the trigger does not want returns `accepted: false`.
     * @throws UNAUTHENTICATED for a bad signature and for any unknown workspace, definition or trigger, all alike;
     * INVALID_ARGUMENT for a body that cannot be a triggerContext.
     */
    trigger(target: TriggerTarget & {
        readonly workspaceId: string;
    }, request: RawRequest, admit?: Admit): Promise<TriggerResult>;
    /**
     * Completes the step that the token was issued for. The body may be what reads it: that is called once the token has
     * proved itself, so that nobody else is worth the work.
     * @throws UNAUTHENTICATED for a token that this engine did not sign; FAILED_PRECONDITION when the step has ended, or
     * was called back with another result.
     */
    callback(token: string, body: CallbackBody | (() => unknown), admit?: Admit): Promise<CompleteDeferredResult>;
    private find;
    private dispatch;
}

/** `engine.ask`: a question to people, as one call. */

/** A question to people. */
interface AskRequest {
    /** Names the question: asked again under its key, it is the same one, however often and in whichever process. */
    key: string;
    /** Who is asked: userIds, each of whom must approve, or entries as of a human node; 1 to 50. */
    reviewers: readonly (string | DefinitionReviewer)[];
    /** What is approved, as its digest; answers must then carry it. */
    subject?: {
        digest: string;
        ref?: string;
        revision?: string;
    } | undefined;
    /** What the people are to know, as JSON up to 256 KiB. */
    payload?: JsonValue | undefined;
    /** The question, up to 200 characters. */
    title?: string | undefined;
    /** How long the people have, in ms or as `'7d'`; for ever by default. */
    askMs?: Duration | undefined;
    /** How long to wait for the answer, in ms or as `'30s'`; for ever by default. */
    waitMs?: Duration | undefined;
    /** Ends the waiting, not the question. */
    signal?: AbortSignal | undefined;
}
/** What became of a question. */
interface AskResult {
    /** `expired`: nobody decided in time; `cancelled`: it ended in another way; `pending`: it goes on. */
    readonly state: 'approved' | 'rejected' | 'expired' | 'cancelled' | 'pending';
    /** The answers, as in the output of a human step. */
    readonly decisions: readonly JsonObject[];
    /** Whether an administrator decided it by force. */
    readonly overridden: boolean;
    readonly executionId: string;
}

/**
 * A new version of a definition: fields that are present replace, absent ones stay, `null` takes an optional
 * one away.
 */
interface UpdateDefinitionRequest {
    /** Id of the definition. */
    definitionId: string;
    /** The version that the change was made on; the update is refused when there is a newer one. */
    ifVersion: number;
    /** Organization whose definition is meant. */
    organizationId?: string | undefined;
    /** Document whose definition is meant; needs its organizationId. */
    documentId?: string | undefined;
    /** Name for people, up to 200 characters. */
    name?: string | undefined;
    /** What happens: 1 to 100 nodes. Those that nothing leads to start a run. */
    nodes?: DefinitionNode[] | undefined;
    /** What follows what: up to 500 edges, looked at in this order. */
    edges?: DefinitionEdge[] | undefined;
    /** Text for people; `null` takes it away. */
    description?: string | null | undefined;
    /** All groups; `null` takes them away. */
    groups?: DefinitionGroup[] | null | undefined;
    /** All loops; `null` takes them away. */
    loops?: DefinitionLoop[] | null | undefined;
    /** All tags; `null` takes them away. */
    tags?: string[] | null | undefined;
    /** The host's own data; `null` takes it away. */
    custom?: JsonPayload | null | undefined;
    /** All inbound webhooks; `null` takes them away. */
    triggers?: DefinitionTrigger[] | null | undefined;
    /** Receiver of the events; `null` takes it away. */
    webhookConfig?: WebhookConfig | null | undefined;
}
/** Which definition to get: the most specific one that the ids name. */
interface GetDefinitionRequest {
    /** Id of the definition. */
    definitionId: string;
    /** Which version; the newest by default. */
    version?: number | undefined;
    /** Organization whose definition is meant. */
    organizationId?: string | undefined;
    /** Document whose definition is meant; needs its organizationId. */
    documentId?: string | undefined;
}
/** A page of the definitions of one level of scope: the workspace, an organization, or a document of it. */
interface ListDefinitionsRequest {
    /** How many, 1 to 500; 50 by default. */
    pageSize?: number | undefined;
    /** `nextCursor` of the page before; the first page without it. */
    cursor?: string | undefined;
    /** Organization whose definition is meant. */
    organizationId?: string | undefined;
    /** Document whose definition is meant; needs its organizationId. */
    documentId?: string | undefined;
}
/** Which definition to delete, at exactly one level of scope. */
interface DeleteDefinitionRequest {
    /** Id of the definition. */
    definitionId: string;
    /** Organization whose definition is meant. */
    organizationId?: string | undefined;
    /** Document whose definition is meant; needs its organizationId. */
    documentId?: string | undefined;
}
/** A definition to check, without keeping it. */
interface ValidateDefinitionRequest extends Definition {
    /** Organization whose definition is meant. */
    organizationId?: string | undefined;
    /** Document whose definition is meant; needs its organizationId. */
    documentId?: string | undefined;
}

/** Pages of listings (contract section 10). */

/** A page of a listing; it may hold fewer items than were asked for. */
interface PageView<T> {
    /** The items of this page, in the order of the listing. */
    items: T[];
    /** Give it as `cursor` to go on; null: nothing follows. */
    nextCursor: string | null;
    /** Whether another page follows. */
    hasMore: boolean;
}

/** `definitions/*` (contract sections 2 and 10). */

/** Operations on the definitions of one workspace. Each of them rejects with an `ApprovalError`. */
declare class DefinitionOperations {
    private readonly context;
    private readonly workspaceId;
    private readonly versions;
    constructor(context: EngineContext, workspaceId: string);
    /**
     * Keeps a new definition as version 1.
     * @throws INVALID_ARGUMENT with everything that is wrong in `details.issues`; ALREADY_EXISTS.
     * @example
     * ```ts
     * import { ApprovalError, createApprovalEngine, createMemoryStore } from '@org/approval-core';
     *
     * const engine = createApprovalEngine({ store: createMemoryStore() });
     * const draft = {
     *   definitionId: 'sign-off',
     *   name: 'Sign-off',
     *   nodes: [{ nodeId: 'legal', type: 'human' as const }],
     *   edges: [{ from: 'legal', to: 'archive' }],
     * };
     * const refused: unknown = await engine.definitions.create(draft).catch((error: unknown) => error);
     * if (refused instanceof ApprovalError) console.log(refused.status); // → INVALID_ARGUMENT
     * await engine.stop();
     * ```
     */
    create(definition: Definition): Promise<DefinitionView>;
    /**
     * Keeps a new version; runs that are under way stay on theirs. Fields that are present replace, absent ones
     * stay, `null` takes an optional one away.
     * @throws FAILED_PRECONDITION when `ifVersion` is not the newest version; NOT_FOUND; INVALID_ARGUMENT.
     */
    update(request: UpdateDefinitionRequest): Promise<DefinitionView>;
    /**
     * Sees to it that the newest version of the definition is this one: creates it, adds a version, or does nothing where they
     * mean the same. Any number of processes may do so at once, each time they start. A field that is left out is its
     * default, not kept.
     * @throws INVALID_ARGUMENT as `create`.
     * @example
     * ```ts
     * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
     *
     * const engine = createApprovalEngine({ store: createMemoryStore() });
     * const definition = {
     *   definitionId: 'check',
     *   name: 'Check',
     *   nodes: [{ nodeId: 'spelling', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } }],
     *   edges: [],
     * };
     * console.log((await engine.definitions.ensure(definition)).created); // → true
     * console.log((await engine.definitions.ensure(definition)).version); // → 1
     * await engine.stop();
     * ```
     */
    ensure(definition: Definition): Promise<EnsureResult>;
    /** null: somebody else was faster. */
    private tryToEnsure;
    /**
     * The newest version, or the one asked for, of the most specific definition: document, then organization, then
     * workspace.
     * @throws NOT_FOUND
     */
    get(request: GetDefinitionRequest): Promise<DefinitionView>;
    /** The active definitions of exactly one scope level; a page ends at 4 MiB. */
    list(request?: ListDefinitionsRequest): Promise<PageView<DefinitionView>>;
    /**
     * Tombstones a definition: its id is free again, runs that have ended stay readable.
     * @throws FAILED_PRECONDITION while a run of any version is not terminal; NOT_FOUND.
     */
    delete(request: DeleteDefinitionRequest): Promise<DeleteDefinitionResult>;
    /**
     * What `create` would say, without keeping anything; faults of the definition are the
     * result here, not an error.
     * @throws INVALID_ARGUMENT for an organizationId or documentId that there cannot be.
     */
    validate(definition: ValidateDefinitionRequest): Promise<Validation>;
    private scope;
    private current;
}

/** Requests on a run as a whole: its initiator, its subject, and why it waits (contract section 17). */

/** Which run its initiator takes back. */
interface WithdrawExecutionRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Who asks for it: who started the run. */
    actorId: string;
    /** Why, up to 500 characters; `withdrawn` by default. */
    reason?: string | undefined;
}
/** What is to be approved from now on. */
interface ReviseSubjectRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** What is to be approved now. */
    subject: RunSubject;
    /** Digest of what it replaces; null where there was none. */
    ifDigest: string | null;
    /** Who asks for it; a contributor from then on. */
    actorId: string;
    /** Who made the change, where it is somebody else; a contributor from then on. */
    contributorId?: string | undefined;
    /** Makes a repeat by the same actor change nothing, whatever came after it; up to 200 characters. */
    idempotencyKey?: string | undefined;
}
/** Which run to explain. */
interface ExplainExecutionRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Only this step; all of them by default. */
    stepId?: string | undefined;
}

/** A page of an execution's events. */
interface EventsPage<E extends EngineEvent = ExternalEvent> {
    /** The execution that was asked for. */
    executionId: string;
    /** Its events, in order; external ones alone unless all were asked for. */
    events: readonly E[];
    /** The seq to give as `sinceSeq` to go on. */
    nextCursor: number;
    /** Whether another event follows now. */
    hasMore: boolean;
}

/** Why a run waits, as callers see it (contract section 17). */

declare const WAITS_FOR: readonly ["directory", "people", "agent", "retry", "callback", "resolutions"];
declare const MISSING: readonly ["rule", "entry", "added", "distinct-approvers"];
declare const ENDED_BY: readonly ["rule", "rejection", "veto", "out-of-reach", "forced", "breach", "cancel", "failure", "skip", "agent"];
/** Why a run waits. */
interface ExplanationView {
    /** Id of the execution. */
    executionId: string;
    /** How far it is. */
    status: ExecutionStatus;
    /** seq of the state that was explained. */
    seq: number;
    /** Its steps, in the order of creation. */
    steps: ExplainedStepView[];
    /** Whether there are more answers than are told, 100 in all. */
    truncated: boolean;
}
/** Why a step waits, or what ended it. */
interface ExplainedStepView {
    /** Id of the step in its execution. */
    stepId: string;
    /** The node that it is a step of. */
    nodeId: string;
    /** How far it is. */
    status: StepStatus;
    /** What an open step waits for. */
    waitsFor?: (typeof WAITS_FOR)[number] | undefined;
    /** Since when an open step waits, in ms since the epoch. */
    since?: number | undefined;
    /** When an open step is breached; null without a deadline. */
    dueAt?: number | null | undefined;
    /** When the people of an open step are reminded next; null: not again. */
    nextReminderAt?: number | null | undefined;
    /** Who decides an open step; null for one of no people, and until they are found. */
    people?: PeopleView | null | undefined;
    /** What an open step lacks of its approval. */
    missing?: MissingView[] | undefined;
    /** What each answer that may be given now would do, up to 20. */
    next?: NextAnswerView[] | undefined;
    /** What ended a step that is not open. */
    endedBy?: (typeof ENDED_BY)[number] | undefined;
    /** seq of the event that ended a step that is not open. */
    seq?: number | null | undefined;
}
/** What a waiting step lacks of its approval. */
interface MissingView {
    /** The decision rule, an entry, people who were added, or different approvers. */
    code: (typeof MISSING)[number];
    /** Index of the entry, of `entry` alone. */
    entry?: number | undefined;
    /** How much there is. */
    have: number;
    /** How much there has to be. */
    need: number;
}
/** An answer that somebody may give now. */
interface NextAnswerView {
    /** Who may give it. */
    userId: string;
    /** For whom, where they stand in; null: for themselves. */
    onBehalfOf: string | null;
    /** What they would answer. */
    decision: ReviewVote;
    /** What would follow. */
    then: AnswerEffectView;
}
/** What an answer would do; agents are not called. */
interface AnswerEffectView {
    /** Status of the step. */
    stepStatus: StepStatus;
    /** How the step would be decided; null: it would not be yet. */
    decision: ReviewVote | null;
    /** Nodes that would start; not those whose steps would be cancelled at once. */
    starts: string[];
    /** Open steps that would be cancelled. */
    cancels: string[];
    /** The loop that would begin again, or be exhausted; null: none. */
    loopId: string | null;
    /** Status of the execution. */
    executionStatus: ExecutionStatus;
}

/** The results of what people do (contract section 17), as zod schemas. */

/** What became of a place that was handed over. */
interface DelegateStepResult {
    /** False when that was done before. */
    delegated: boolean;
    /** Who holds the place. */
    toUserId: string;
}
/** What became of a claim. */
interface ClaimStepResult {
    /** False when the claim was made before and still holds. */
    claimed: boolean;
    /** Until when it holds, in ms since the epoch. */
    until: number;
}
/** What became of a claim that was given back. */
interface ReleaseStepResult {
    /** False when there was none. */
    released: boolean;
}
/** Who was added. */
interface AddReviewersResult {
    /** Those who were not added before. */
    added: string[];
}
/** What became of an answer that was taken back. */
interface RetractDecisionResult {
    /** False when it was taken back before. */
    retracted: boolean;
    /** The round that the next answer has to name. */
    round: number;
}
/** A question that was asked. */
interface RequestInformationResult {
    /** False when the same question is open already. */
    asked: boolean;
    /** Id of the question in its step. */
    questionId: string;
    /** When the step is due now, in ms since the epoch; null without a deadline. */
    dueAt: number | null;
}
/** What became of an answer to a question. */
interface ProvideInformationResult {
    /** False when the same was answered before. */
    provided: boolean;
    /** When the step is due now, in ms since the epoch; null without a deadline. */
    dueAt: number | null;
}
/** Who was reminded. */
interface RemindStepResult {
    /** False when the same person reminded all of them just now. */
    reminded: boolean;
    /** Who is reminded. */
    userIds: string[];
}
/** What became of a revision. */
interface ReviseSubjectResult {
    /** False when that was the subject already. */
    revised: boolean;
    /** Digest of what is to be approved. */
    digest: string;
    /** The waiting steps whose answers are void. */
    resetStepIds: string[];
}
/** An absence that is kept. */
interface SetAbsenceResult {
    /** Id of the absence. */
    absenceId: string;
    /** False when the same was kept before. */
    created: boolean;
}
/** What became of an absence that was to be forgotten. */
interface ClearAbsenceResult {
    /** False when there was none. */
    cleared: boolean;
}
/** Somebody is away, and somebody else answers for them. */
interface AbsenceView {
    /** Id of the absence. */
    absenceId: string;
    /** Who is away. */
    userId: string;
    /** When it begins, in ms since the epoch. */
    from: number;
    /** When it is over, in ms since the epoch. */
    until: number;
    /** Who answers for them. */
    substituteId: string;
}
/** Why a decision of several was refused; the fields of any error. */
interface DecideManyError {
    /** What is wrong, and how to mend it. */
    message: string;
    /** What kind of error it is. */
    status: string;
    /** What else is known. */
    details: JsonObject;
}
/** What became of one decision of several. */
interface DecideManyItem {
    /** Whether it was accepted. */
    ok: boolean;
    /** What it did, where it was accepted. */
    result?: ReviewResult | undefined;
    /** Why not, where it was refused. */
    error?: DecideManyError | undefined;
}
/** What became of several decisions, in their order. */
interface DecideManyResult {
    /** One for each decision. */
    items: DecideManyItem[];
}

/** Requests that wait (docs/reference/contract.md, section 18). */

/** Which execution to wait for, and until what. */
interface WaitExecutionRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** What to wait for: the end of the run, a step that waits, or the end of one step. */
    until: 'ended' | 'waiting' | {
        stepId: string;
    };
    /** How long to wait at most, in ms. Over HTTP 0 to 25,000, which is the default; in process for ever by default. */
    waitMs?: number | undefined;
}

/** `executions/*` (contract sections 9 to 11). */

/** Operations on the executions of one workspace. Each of them rejects with an `ApprovalError`. */
declare class ExecutionOperations {
    private readonly context;
    private readonly workspaceId;
    private readonly caller;
    constructor(context: EngineContext, workspaceId: string, caller?: Caller);
    /**
     * Starts a run of the most specific definition. With an `idempotencyKey` a repeat returns the first
     * execution, `deduplicated: true`, also when the calls race.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the key was used for another definition; INVALID_ARGUMENT.
     * @example
     * ```ts
     * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
     *
     * const engine = createApprovalEngine({ store: createMemoryStore() });
     * await engine.definitions.create({
     *   definitionId: 'check',
     *   name: 'Check',
     *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
     *   edges: [],
     * });
     * const request = {
     *   definitionId: 'check',
     *   idempotencyKey: 'invoice:4711',
     *   triggerContext: { url: 'https://example.com/invoices/4711' },
     * };
     * const first = await engine.executions.dispatch(request);
     * const again = await engine.executions.dispatch(request);
     * console.log(again.executionId === first.executionId, again.deduplicated); // → true true
     * await engine.stop();
     * ```
     */
    dispatch(request: DispatchRequest): Promise<DispatchResult>;
    /**
     * An execution with its steps, in the order of their creation.
     * @throws NOT_FOUND
     */
    get(request: GetExecutionRequest): Promise<ExecutionView>;
    /** Newest first, without steps; a page ends at 4 MiB. With `party` only the runs that this user is a party of. */
    list(request?: ListExecutionsRequest): Promise<PageView<ExecutionSummaryView>>;
    /**
     * Events with a seq above `sinceSeq`, in order; internal events are left out, so numbers may be skipped, unless
     * `includeInternal` asks for all as they are stored. A page ends at 4 MiB.
     * @throws NOT_FOUND
     */
    getEvents(request: GetEventsRequest & {
        includeInternal: true;
    }): Promise<EventsPage<EngineEvent>>;
    getEvents(request: GetEventsRequest): Promise<EventsPage>;
    /** Events as a listing, whose cursor is a seq. */
    private events;
    /**
     * Waits until the run has ended, a step of it waits, or one step has ended: at once where it is so, or when the run has
     * ended otherwise; or `waitMs` have passed, or the engine stops. `reached` says whether it is so. At most 1,000 callers of
     * a process wait; one more is answered at once.
     * @throws NOT_FOUND; the reason of `signal`, which gives the waiting up.
     * @example
     * ```ts
     * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
     *
     * const engine = createApprovalEngine({ store: createMemoryStore() });
     * await engine.definitions.create({
     *   definitionId: 'check',
     *   name: 'Check',
     *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
     *   edges: [],
     * });
     * const { executionId } = await engine.executions.dispatch({
     *   definitionId: 'check',
     *   triggerContext: { url: 'https://example.com' },
     * });
     * const { reached, execution } = await engine.executions.wait({ executionId, until: 'ended' });
     * console.log(reached, execution.status); // → true completed
     * await engine.stop();
     * ```
     */
    wait(request: Timed<WaitExecutionRequest> & {
        signal?: AbortSignal | undefined;
    }): Promise<WaitExecutionResult>;
    /**
     * Ends a run; cancelling it again changes nothing.
     * @throws NOT_FOUND; FAILED_PRECONDITION when it has completed or failed.
     */
    cancel(request: CancelExecutionRequest): Promise<CancelExecutionResult>;
    /**
     * Ends a run for whoever started it, as `cancel` does.
     * @throws NOT_FOUND; PERMISSION_DENIED for anybody else; FAILED_PRECONDITION when it has completed or failed.
     */
    withdraw(request: WithdrawExecutionRequest): Promise<CancelExecutionResult>;
    /**
     * Makes something else what is to be approved: the answers of waiting steps are void, unless their nodes keep them, and
     * whoever made the change is a contributor. The current subject again is `revised: false`, and so is a repeat with the
     * same `idempotencyKey`, also when something else is the subject since.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the run has ended, `subject-changed` (`details.currentDigest`) when
     * `ifDigest` is not the current one, `subject-approved` (`details.stepIds`) when somebody approved it already, `key-reused`
     * (`details.digest`) when the key made another revision, and `reserved-key` for the run of a question (`engine.ask`).
     */
    reviseSubject(request: ReviseSubjectRequest): Promise<ReviseSubjectResult>;
    /**
     * Why a run waits: for whom, what is missing, and what each answer that may be given now would do. Nothing is written.
     * @throws NOT_FOUND
     */
    explain(request: ExplainExecutionRequest): Promise<ExplanationView>;
    /** Running agent steps that no job calls any more: their agents will call back. Nothing for a store that lists no jobs. */
    private deferredSteps;
    private load;
}

/** Requests on the feed (docs/reference/contract.md, section 18). */

/** A page of the events of all runs, in the order of the feed. */
interface ListEventsRequest {
    /** Only events behind this position, such as `nextPosition` of the page before. */
    after?: string | undefined;
    /** Where to begin without `after`: at the first event that is kept (the default), or behind the newest. */
    from?: 'start' | 'now' | undefined;
    /** Only events of these types, 1 to 20. */
    types?: ExternalEventType[] | undefined;
    /** Only events of runs of this definition. */
    definitionId?: string | undefined;
    /** Only events of this run. */
    executionId?: string | undefined;
    /** How many, 1 to 500; 100 by default. */
    pageSize?: number | undefined;
}
/** Which events to follow. */
interface FollowEventsRequest extends Omit<ListEventsRequest, 'pageSize'> {
    /** Where to begin without `after`: at the first event that is kept, or behind the newest (the default). */
    from?: 'start' | 'now' | undefined;
}
/** How a subscription is made. */
interface SubscribeOptions {
    /** Only events of these types, 1 to 20; the others are passed over. */
    types?: ExternalEventType[] | undefined;
    /** Where a name that is new begins. */
    from: 'start' | 'now';
    /** Most events that the handler gets at once, 1 to 500; 100 by default. */
    batchSize?: number | undefined;
}

/** Takes events of a subscription; what it throws is tried again with the same first event. */
type FeedHandler = (events: readonly FeedEvent[], context: {
    /** Aborted when the lease is lost: another process may have begun with the same events. */
    readonly signal: AbortSignal;
    /** How often these were begun with, from 1. */
    readonly attempt: number;
}) => unknown;
/** How a subscription is doing. */
interface SubscriptionStatus {
    /**
     * `running` in this process; `elsewhere`: another one holds it; `backing-off` after a throw; `gone`: retention took events
     * that it had not seen, so it has stopped (`feed.forget`); `closed`.
     */
    readonly state: 'running' | 'elsewhere' | 'backing-off' | 'gone' | 'closed';
    /** Its handler has returned for everything up to here; null: it has not begun. */
    readonly position: string | null;
    /** How many events of the workspace are behind that, up to 10,000. */
    readonly lag: number;
    /** How often in a row the handler has thrown. */
    readonly attempts: number;
    /** What it threw last; null after it returned. */
    readonly lastError: string | null;
}
/** A subscription in this process. */
interface Subscription {
    /**
     * Waits for the handler, and gives the lease back so that another process goes on at once. Not awaited within the handler,
     * which would wait for itself.
     */
    close(): Promise<void>;
    /** How it is doing, read from the store. */
    status(): Promise<SubscriptionStatus>;
}

/** Pages of the feed. */

/** A page of the events of all runs. */
interface FeedPage {
    /** Events in the order of the feed; perhaps few or none of many. */
    items: readonly FeedEvent[];
    /** Give it as `after` to go on, now or later. */
    nextPosition: string;
    /** Whether there is more to look at now. */
    hasMore: boolean;
}

/** What has come in a feed that is followed. */
interface FollowedEvents {
    /** Perhaps none: then the others that came were not asked for. */
    readonly events: readonly FeedEvent[];
    /** Everything up to here was looked at: give it as `after` to go on. */
    readonly position: string;
}
/** The feed of one workspace. */
declare class FeedOperations {
    private readonly context;
    private readonly workspaceId;
    private readonly caller;
    constructor(context: EngineContext, workspaceId: string, caller?: Caller);
    /**
     * A page of the external events of all runs, in one order that never changes: what was committed before the call is on
     * this page or on one that follows, and nothing ever comes to stand before `nextPosition`.
     * @throws FAILED_PRECONDITION `position-gone` (`details.oldest`: go on there), `position-ahead`; NOT_FOUND for an unknown
     * `executionId`; INVALID_ARGUMENT.
     * @example
     * ```ts
     * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
     *
     * const engine = createApprovalEngine({ store: createMemoryStore() });
     * const { nextPosition } = await engine.feed.list({ from: 'now' });
     * await engine.definitions.create({
     *   definitionId: 'check',
     *   name: 'Check',
     *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
     *   edges: [],
     * });
     * await engine.executions.dispatch({ definitionId: 'check', triggerContext: { url: 'https://example.com' } });
     * const { items, hasMore } = await engine.feed.list({ after: nextPosition, pageSize: 1 });
     * console.log(items[0]?.type, hasMore); // → execution.dispatched false
     * await engine.stop();
     * ```
     */
    list(request?: ListEventsRequest): Promise<FeedPage>;
    /**
     * Follows the feed: first what is there behind `after` (or from the start, or nothing: the default), then what comes,
     * committed by whatever process, within a second. Ends when `signal` is aborted or the engine stops; with `executionId`
     * after the last event of that run.
     * @throws as `list`, from the iteration.
     */
    follow(request?: FollowEventsRequest, { signal }?: {
        readonly signal?: AbortSignal;
    }): AsyncGenerator<FollowedEvents>;
    /** Whether the run that is asked for is none of the definition that is. */
    private isOfAnotherDefinition;
    /**
     * Whether events of this run can still follow behind `after`; false: it has ended, and they are all before.
     * @throws NOT_FOUND
     */
    isOver(executionId: string, after: string): Promise<boolean>;
    /**
     * Calls `handler` with the events of the workspace, in order and at least once, in one process at a time of all that
     * subscribe under this name: whoever is ended is taken over from where its handler last returned. What it throws is
     * tried again after 1 s, doubling to 5 min, for ever; nothing else waits for it.
     * @throws INVALID_ARGUMENT for a handler or options that make no sense.
     * @example
     * ```ts
     * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
     *
     * const engine = createApprovalEngine({ store: createMemoryStore() });
     * const subscription = engine.feed.subscribe(
     *   'search-index',
     *   async (events, { signal }) => {
     *     if (!signal.aborted) console.log(events.length);
     *   },
     *   { from: 'start' },
     * );
     * await subscription.close();
     * console.log((await subscription.status()).state); // → closed
     * await engine.stop();
     * ```
     */
    subscribe(name: string, handler: FeedHandler, options: SubscribeOptions): Subscription;
    /**
     * Forgets where a subscription was: one that is made under its name begins anew. false: there was none.
     * @throws INVALID_ARGUMENT
     */
    forget(name: string): Promise<boolean>;
    private reading;
    /** Where to begin, once it is known that one can. */
    private start;
}

/** Requests on links (docs/reference/contract.md, section 18). */

/** Whose answer a link is to give, on which step. */
interface CreateLinkRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Id of the step in its execution, as views and events show it. */
    stepId: string;
    /** Whose answer it gives: who has a place on the step. */
    reviewerId: string;
    /** The only answer that it takes; any by default. */
    decision?: ReviewVote | undefined;
    /** When it ends, in ms since the epoch: by default and at most in 14 days, or when the step is due. */
    expiresAt?: number | undefined;
}
/** Which link is to answer nothing any more. */
interface RevokeLinkRequest {
    /** Id of the link, as `create` gave it. */
    linkId: string;
}

/** Links as those see them who make them. */

/** A link, as mails and messages are made from it. */
interface CreateLinkResult {
    /** Id of the link, for `revoke`. */
    linkId: string;
    /** Its address: whoever has it can answer. It is told once. */
    url: string;
    /** When it ends, in ms since the epoch. */
    expiresAt: number;
    /** Name of the definition. */
    name: string;
    /** What the people are asked; null without a text. */
    commentBody: string | null;
    /** Whose answer it gives. */
    reviewerId: string;
    /** When the step is breached, in ms since the epoch; null: never. */
    dueAt: number | null;
    /** The only answer that it takes; null: any. */
    decision: ReviewVote | null;
}
/** Whether the link answers nothing any more. */
interface RevokeLinkResult {
    /** False: an answer came through it before. */
    revoked: boolean;
    /** Id of the link. */
    linkId: string;
}

/** Operations on the links of one workspace. Each of them rejects with an `ApprovalError`. */
declare class LinkOperations {
    private readonly context;
    private readonly workspaceId;
    private readonly caller;
    constructor(context: EngineContext, workspaceId: string, caller?: Caller);
    /**
     * A link that answers for a reviewer, once. Its address is a secret: give it to nobody but them. In process `baseUrl` says
     * where the decision page is served, if the host has not.
     * @throws as a decision of this reviewer is refused; FAILED_PRECONDITION `answered-already`, `links-not-configured`,
     * `limit-reached` over 20 live ones; INVALID_ARGUMENT.
     */
    create(request: CreateLinkRequest & {
        baseUrl?: string | undefined;
    }): Promise<CreateLinkResult>;
    /**
     * Takes a link away: no answer comes through it any more, unless one did (`revoked: false`).
     * @throws NOT_FOUND
     */
    revoke(request: RevokeLinkRequest): Promise<RevokeLinkResult>;
    /** Which run a link is of; null: there is no such link. */
    executionOf(linkId: string): Promise<string | null>;
    /** As the decision itself would be, its reason, values and digest apart. */
    private refuse;
    /**
     * Looked at afterwards: of processes that race none stays over the limit, whatever their clocks say; all of them may have to
     * try again.
     */
    private refuseTooMany;
}

/** Requests on absences (contract section 17). */

/** Who is away, from when until when, and who answers for them. */
interface SetAbsenceRequest {
    /** Who is away. */
    userId: string;
    /** When it begins, in ms since the epoch. */
    from: number;
    /** When it is over, in ms since the epoch: at most a year later. */
    until: number;
    /** Who answers for them. */
    substituteId: string;
}
/** Which absence to forget. */
interface ClearAbsenceRequest {
    /** Id of the absence, as it was returned. */
    absenceId: string;
}
/** A page of absences, those that begin first first. */
interface ListAbsencesRequest {
    /** Only absences of this person. */
    userId?: string | undefined;
    /** How many, 1 to 500; 50 by default. */
    pageSize?: number | undefined;
    /** `nextCursor` of the page before; the first page without it. */
    cursor?: string | undefined;
}

/** Operations on the absences of one workspace. Each of them rejects with an `ApprovalError`. */
declare class PeopleOperations {
    private readonly context;
    private readonly workspaceId;
    constructor(context: EngineContext, workspaceId: string);
    /**
     * Keeps an absence; the same one again is `created: false`. Nothing happens when it begins or ends: whoever decides, or
     * looks into an inbox, is looked up at that moment.
     * @throws FAILED_PRECONDITION when it overlaps another one of the same person (`details.absenceId`), when there are too
     * many (`limit-reached`), or the store keeps none; INVALID_ARGUMENT.
     */
    setAbsence(request: SetAbsenceRequest): Promise<SetAbsenceResult>;
    /**
     * Forgets an absence; an unknown one is `cleared: false`. With `onlyOf` it has to be this person's.
     * @throws PERMISSION_DENIED when it is another's.
     */
    clearAbsence(request: ClearAbsenceRequest, { onlyOf }?: {
        readonly onlyOf?: string;
    }): Promise<ClearAbsenceResult>;
    /** Absences, those that begin first first; with `userId` those of one person. */
    listAbsences(request?: ListAbsencesRequest): Promise<PageView<AbsenceView>>;
}

/** What a reviewer decided on a waiting human step. */
interface RecordReviewerDecisionRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Id of the step in its execution, as views and events show it. */
    stepId: string;
    /** Who decided: the userId of one of the reviewers of the node. */
    reviewerId: string;
    /** What they decided; to abstain, the node has to allow it. */
    decision: 'approve' | 'reject' | 'abstain';
    /** Why, up to 2,000 characters. */
    reason?: string | undefined;
    /** Why, as one of the reason codes of the node. */
    reasonCode?: string | undefined;
    /** What an approval fills into the form of the node. */
    values?: JsonPayload | undefined;
    /** Digest of what the decision is on; it has to be the current one. */
    subjectDigest?: string | undefined;
    /** Round of the place; required from the second on, and then the current one. */
    round?: number | undefined;
    /** For whom, where a substitute decides: who holds the place, and is away. */
    onBehalfOf?: string | undefined;
}
/** How a finding of a blocking agent was resolved. */
interface RecordAgentResolutionRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Id of the step in its execution, as views and events show it. */
    stepId: string;
    /**
     * The findingId that is resolved; a step without findings takes any id of 1 to 200 characters of A-Z a-z
     * 0-9 : _ . -
     */
    resolutionId: string;
    /** Whether what was found has been dealt with. */
    status: 'success' | 'failure';
    /** What came of it: a JSON object up to 256 KiB. */
    output?: JsonPayload | undefined;
    /** What went wrong; required on a failure. */
    errorMessage?: string | undefined;
}
/** Which open step to cancel, and on whose behalf. */
interface CancelStepRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Id of the step in its execution, as views and events show it. */
    stepId: string;
    /** Who asks for it; it is in the events. */
    actorId: string;
    /** Why, up to 500 characters; it is in the events. */
    reason?: string | undefined;
}
/** How an administrator resolves a waiting step. */
interface ResolveStepRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Id of the step in its execution, as views and events show it. */
    stepId: string;
    /** `force-…` ends the waiting step at once; `reviewer-…` records the decision of the reviewer `actorId`. */
    action: ResolveAction;
    /** Who asks for it; it is in the events. */
    actorId: string;
    /** Added to the output of the step, up to 256 KiB, if this ends it; `decision` and `approved` come from the action. */
    output?: JsonPayload | undefined;
    /** Why, up to 2,000 characters. */
    reason?: string | undefined;
    /** Why, as one of the reason codes of the node. */
    reasonCode?: string | undefined;
    /** What an approval fills into the form of the node. */
    values?: JsonPayload | undefined;
    /** Digest of what the decision is on; it has to be the current one. */
    subjectDigest?: string | undefined;
    /** Round of the place; required from the second on, and then the current one. */
    round?: number | undefined;
}
/** How a deferred agent call ended, on which step. */
interface CompleteDeferredRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Id of the step in its execution, as views and events show it. */
    stepId: string;
    /** `completed`: the agent passed. `failed`: the step fails, without a retry. */
    status: 'completed' | 'failed';
    /** Output of the agent: a JSON object up to 256 KiB. */
    output?: JsonPayload | undefined;
    /** What went wrong, for `failed`. */
    error?: string | undefined;
}
/** A page of waiting steps. */
interface ListWaitingRequest {
    /** Only steps that this reviewer has still to decide on, or may as a substitute. */
    reviewerId?: string | undefined;
    /** Only steps of runs of this definition. */
    definitionId?: string | undefined;
    /** Those that wait longest first (`waiting`, the default), or those that are due first (`due`). */
    sort?: 'waiting' | 'due' | undefined;
    /** Only steps that are due before, in ms since the epoch. */
    dueBefore?: number | undefined;
    /** How many, 1 to 500; 50 by default. */
    pageSize?: number | undefined;
    /** `nextCursor` of the page before; the first page without it. */
    cursor?: string | undefined;
    /** Only steps of runs of this organization. */
    organizationId?: string | undefined;
    /** Only steps of runs of this document; needs its organizationId. */
    documentId?: string | undefined;
}

/** Waiting steps as an inbox shows them (contract section 10). */

/** A place of a waiting step that a reviewer may answer. */
interface WaitingAs {
    /** Who was found for the place. */
    userId: string;
    /**
     * `person` where an entry names them, `chain` where one does, `pool` where they are one of several candidates, `added`
     * where somebody added them, `substitute` where they stand in.
     */
    kind: 'person' | 'pool' | 'chain' | 'added' | 'substitute';
    /** Who has reserved the answer, where others have to wait; null: nobody has. */
    claimedBy: string[] | null;
}
/** A waiting step, as an inbox shows it. */
interface WaitingItem {
    /** The execution that the step belongs to. */
    executionId: string;
    /** The definition that it runs. */
    definitionId: string;
    /** Id of the step in its execution. */
    stepId: string;
    /** The node that it is a step of. */
    nodeId: string;
    /** Kind of that node. */
    nodeType: NodeType;
    /** What the reviewers are asked; null without a text. */
    commentBody: string | null;
    /** Ids of the reviewers who have not decided yet. */
    waitingForReviewers: string[];
    /** When it is breached, in ms since the epoch; null without an `slaMs`. */
    dueAt: number | null;
    /** When it began to wait, in ms since the epoch. */
    waitingSince: number;
    /** As whom the reviewer that was asked for may answer; empty where nobody was asked for. */
    as: WaitingAs[];
}

/** Whose place on a waiting step goes to whom. */
interface DelegateStepRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Id of the step in its execution, as views and events show it. */
    stepId: string;
    /** Who holds the place. */
    reviewerId: string;
    /** Who gets it. */
    toUserId: string;
    /** Who asks for it: whoever holds the place by default, otherwise an administrator. */
    actorId?: string | undefined;
    /** Why, up to 2,000 characters. */
    reason?: string | undefined;
}
/** Which answer of a pool to reserve. */
interface ClaimStepRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Id of the step in its execution, as views and events show it. */
    stepId: string;
    /** Who will answer. */
    reviewerId: string;
    /** Index of the pool in `reviewers` of the node. */
    entry: number;
}
/** Which claim to give back. */
interface ReleaseStepRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Id of the step in its execution, as views and events show it. */
    stepId: string;
    /** Who made the claim. */
    reviewerId: string;
    /** Index of the pool in `reviewers` of the node. */
    entry: number;
    /** Who asks for it: whoever made the claim by default, otherwise an administrator. */
    actorId?: string | undefined;
}
/** Who has to approve a waiting step as well. */
interface AddReviewersRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Id of the step in its execution, as views and events show it. */
    stepId: string;
    /** Who adds them. */
    reviewerId: string;
    /** Who is added, 1 to 10. */
    userIds: string[];
    /** Why, up to 2,000 characters. */
    reason?: string | undefined;
}
/** Which answer to take back. */
interface RetractDecisionRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Id of the step in its execution, as views and events show it. */
    stepId: string;
    /** Who gave it. */
    reviewerId: string;
    /** For whom, where they stood in. */
    onBehalfOf?: string | undefined;
    /** Round of the place in which it was given. */
    round: number;
    /** Why, up to 2,000 characters. */
    reason?: string | undefined;
}
/** What a reviewer asks of somebody before deciding. */
interface RequestInformationRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Id of the step in its execution, as views and events show it. */
    stepId: string;
    /** Who asks. */
    reviewerId: string;
    /** What they ask, up to 2,000 characters. */
    question: string;
    /** Whom they ask; whoever started the run by default. */
    ofUserId?: string | undefined;
    /** Makes a repeat by the same person return the first question, answered or not; up to 200 characters. */
    idempotencyKey?: string | undefined;
}
/** What somebody answers to a question of a reviewer. */
interface ProvideInformationRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Id of the step in its execution, as views and events show it. */
    stepId: string;
    /** Who answers: who was asked. */
    actorId: string;
    /** Id of the question, as it was returned. */
    questionId: string;
    /** What they answer, up to 2,000 characters. */
    answer: string;
}
/** Who is reminded of a waiting step. */
interface RemindStepRequest {
    /** Id of the execution, as `dispatch` returned it. */
    executionId: string;
    /** Id of the step in its execution, as views and events show it. */
    stepId: string;
    /** Who reminds. */
    actorId: string;
    /** Who is reminded; everybody who owes an answer by default. */
    userId?: string | undefined;
}
/** Several decisions, each by itself. */
interface DecideManyRequest {
    /** What was decided, 1 to 100. */
    decisions: RecordReviewerDecisionRequest[];
}

/** What people do on the steps of one workspace. Each operation rejects with an `ApprovalError`. */
declare abstract class ReviewOperations {
    /** What all operations of the engine share. */
    protected readonly context: EngineContext;
    /** Whose rows the operations are on. */
    protected readonly workspaceId: string;
    /** Who calls, as far as it matters. */
    protected readonly caller: Caller;
    constructor(context: EngineContext, workspaceId: string, caller?: Caller);
    /**
     * Hands a place over for good; it keeps its entries, weight, veto and order. An `actorId` other than `reviewerId` is an
     * administrator's, whom no node has to allow it. The last delegation again is `delegated: false`.
     * @throws NOT_FOUND; PERMISSION_DENIED for somebody without a place, and `separation-of-duties`; FAILED_PRECONDITION with
     * `details.code` `not-allowed`, `not-personal`, `answered-already`, `already-asked` or `limit-reached`.
     */
    delegate(request: DelegateStepRequest): Promise<DelegateStepResult>;
    /**
     * Reserves one of a pool's answers for a time; a live claim again is `claimed: false` with the same `until`.
     * @throws as `delegate`, and FAILED_PRECONDITION `claimed` (`details.claimedBy`) or `not-asked-yet`.
     */
    claim(request: ClaimStepRequest): Promise<ClaimStepResult>;
    /**
     * Gives a claim back; where there is none, `released: false`.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the step does not wait.
     */
    release(request: ReleaseStepRequest): Promise<ReleaseStepResult>;
    /**
     * Adds people who have to approve too; those that this reviewer added before are not added again.
     * @throws as `delegate`.
     */
    addReviewers(request: AddReviewersRequest): Promise<AddReviewersResult>;
    /**
     * Takes an answer back while the step waits; the next one on that place names the `round` that is returned.
     * @throws as `delegate`, and FAILED_PRECONDITION `stale-round` (`details.round`).
     */
    retractDecision(request: RetractDecisionRequest): Promise<RetractDecisionResult>;
    /**
     * Asks somebody, the initiator by default, for information; the step goes on waiting. The same question while it is
     * open is `asked: false`, and so is a repeat with the same `idempotencyKey`, answered or not.
     * @throws as `delegate`; FAILED_PRECONDITION `key-reused` (`details.questionId`) for another question under the key;
     * INVALID_ARGUMENT when there is nobody to ask.
     */
    requestInformation(request: RequestInformationRequest): Promise<RequestInformationResult>;
    /**
     * Answers a question; the same answer again is `provided: false`. `asAdministrator` lets the actor answer what others
     * were asked.
     * @throws NOT_FOUND; PERMISSION_DENIED for somebody who was not asked; FAILED_PRECONDITION when it is answered otherwise.
     */
    provideInformation(request: ProvideInformationRequest, { asAdministrator }?: {
        readonly asAdministrator?: boolean;
    }): Promise<ProvideInformationResult>;
    /**
     * Reminds people of a waiting step by hand, as a reminder of its node does; tallies and deadlines stay. Who was reminded by hand
     * less than a minute ago is left out; where the same person reminded all of them, it is `reminded: false`.
     * `asAdministrator` lets somebody remind who neither started the run nor contributed to it.
     * @throws NOT_FOUND; PERMISSION_DENIED for anybody else; FAILED_PRECONDITION when the step does not wait, when `userId` owes no
     * answer, and with `details.code` `reminded-already` (`details.notBefore`) or `limit-reached`.
     */
    remind(request: RemindStepRequest, { asAdministrator }?: {
        readonly asAdministrator?: boolean;
    }): Promise<RemindStepResult>;
    /**
     * Records several decisions, each as `recordReviewerDecision` does, and returns what became of each, in order.
     * @throws INVALID_ARGUMENT when the request itself is wrong; nothing is recorded then.
     */
    decideMany(request: DecideManyRequest): Promise<DecideManyResult>;
    /** The absences that say whether somebody may stand in; none where they do not. */
    protected absencesFor({ onBehalfOf }: RecordReviewerDecisionRequest): Promise<never[] | readonly Absence[]>;
    protected decideWith(request: RecordReviewerDecisionRequest, absences: NonNullable<CommandOf<'record-decision'>['absences']>): Promise<ReviewResult>;
    protected submit<K extends CommandKind>(executionId: string, command: CommandOf<K>): Promise<CommandResults[K]>;
}

/** Operations on the steps of one workspace. Each of them rejects with an `ApprovalError`. */
declare class StepOperations extends ReviewOperations {
    /**
     * Records what a reviewer decided. Without a decision rule the step resolves when every mandatory reviewer approved, or
     * when anybody rejected. The same decision again is `recorded: false`.
     * @throws NOT_FOUND; PERMISSION_DENIED for somebody who is not a reviewer of the step; FAILED_PRECONDITION when
     * the step is not waiting, for the other decision of the same reviewer (`details.recordedDecision`), and with
     * `details.code` `not-asked-yet`, `abstain-not-allowed`, `answered-already`, `already-asked`, `claimed`, `stale-round` or
     * `subject-changed`; INVALID_ARGUMENT for a reason, reason code, values or digest that the node asks for otherwise.
     * @example
     * ```ts
     * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
     *
     * const engine = createApprovalEngine({ store: createMemoryStore() });
     * await engine.definitions.create({
     *   definitionId: 'sign-off',
     *   name: 'Sign-off',
     *   nodes: [
     *     {
     *       nodeId: 'legal',
     *       type: 'human',
     *       config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
     *     },
     *     { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
     *   ],
     *   edges: [],
     * });
     * const { executionId } = await engine.executions.dispatch({ definitionId: 'sign-off' });
     * const { recorded, aggregatorStatus } = await engine.steps.recordReviewerDecision({
     *   executionId,
     *   stepId: 'step_legal',
     *   reviewerId: 'ann',
     *   decision: 'approve',
     * });
     * console.log(recorded, aggregatorStatus); // → true resolved
     * await engine.stop();
     * ```
     */
    recordReviewerDecision(request: RecordReviewerDecisionRequest): Promise<ReviewResult>;
    /**
     * Resolves one finding of a blocking agent.
     * @throws NOT_FOUND; FAILED_PRECONDITION (as above, `details.recordedStatus`); INVALID_ARGUMENT for an id that
     * is none of the findings.
     */
    recordAgentResolution(request: RecordAgentResolutionRequest): Promise<ReviewResult>;
    /**
     * Cancels an open step; what is open around it goes on.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the step has ended.
     */
    cancel(request: CancelStepRequest): Promise<CancelStepResult>;
    /**
     * Ends a waiting step by force, or decides as one of its reviewers; for administrators.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the step is not waiting, or the action is not for its type;
     * PERMISSION_DENIED when the actor of `reviewer-*` is not a reviewer of it.
     */
    resolve(request: ResolveStepRequest): Promise<ResolveStepResult>;
    /**
     * The result of an agent that returned `{deferred: true}`. The same result again returns the same.
     * @throws NOT_FOUND; FAILED_PRECONDITION when the step is not running, or was called back with another result.
     */
    completeDeferred(request: CompleteDeferredRequest): Promise<CompleteDeferredResult>;
    /**
     * Steps that wait, the longest first, or as `sort` says; with `reviewerId` those that lack this reviewer's decision, or
     * that of somebody for whom they may answer now. Where many of those are not for them to answer a page may be short, also
     * empty, with `hasMore: true`.
     * @example
     * ```ts
     * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
     *
     * const engine = createApprovalEngine({ store: createMemoryStore() });
     * const inbox = await engine.steps.listWaiting({ reviewerId: 'ann', pageSize: 20 });
     * console.log(inbox.items.length, inbox.hasMore); // → 0 false
     * await engine.stop();
     * ```
     */
    listWaiting(request?: ListWaitingRequest): Promise<PageView<WaitingItem>>;
    /** Whoever decided them must not stand in here. A run is read for it only where its definition says so. */
    private separatedSteps;
}

/** Requests on webhook deliveries (contract section 10). */

/** A page of webhook deliveries, newest first. */
interface ListDeliveriesRequest {
    /** Only deliveries of this execution. */
    executionId?: string | undefined;
    /** Only deliveries in this status. */
    status?: 'pending' | 'delivered' | 'dead' | undefined;
    /** How many, 1 to 500; 50 by default. */
    pageSize?: number | undefined;
    /** `nextCursor` of the page before; the first page without it. */
    cursor?: string | undefined;
}
/** What to send again: exactly one of `deliveryId` and `executionId`. */
interface RedeliverRequest {
    /** One delivery that has ended, as `listDeliveries` shows it. */
    deliveryId?: string | undefined;
    /** An execution, all of whose dead deliveries are meant. */
    executionId?: string | undefined;
    /** Says what is done with an executionId anyway. */
    status?: 'dead' | undefined;
}

/** Deliveries as callers see them (contract section 10). */

/** The execution that a deliveryId is of; null: it is none of ours. */
declare const executionOfDelivery: (deliveryId: string) => string | null;
/** An event on its way to a receiver. */
interface DeliveryView {
    /** Id of the delivery, for `redeliver`. */
    deliveryId: string;
    /** The execution whose event it is. */
    executionId: string;
    /** Id of the event; the same in every attempt. */
    eventId: string;
    /** Number of the event in its execution. */
    seq: number;
    /** Type of the event. */
    type: ExternalEventType;
    /** `pending` until the receiver took it, or until the last attempt failed: then it is `dead`. */
    status: 'pending' | 'delivered' | 'dead';
    /** Attempts made since it was first due, or was last asked for again. */
    attempts: number;
    /** When the next attempt is due, in ms since the epoch; null unless it is pending. */
    nextAttemptAt: number | null;
    /** HTTP status of the last response; null when there was none. */
    lastStatus: number | null;
    /** Why the last attempt failed; null when it did not. */
    lastError: string | null;
    /** When the event happened, in ms since the epoch. */
    createdAt: number;
    /** When the delivery last changed, in ms since the epoch. */
    updatedAt: number;
}
/** What is sent again. */
interface RedeliverResult {
    /** How many deliveries go out again; one that is pending anyway is not counted. */
    scheduled: number;
}

/** `webhooks/*` (contract sections 10 and 12). */

/** Operations on the webhook deliveries of one workspace. Each of them rejects with an `ApprovalError`. */
declare class WebhookOperations {
    private readonly context;
    private readonly workspaceId;
    private readonly caller;
    constructor(context: EngineContext, workspaceId: string, caller?: Caller);
    /** Deliveries of every run that the caller sees, newest first. */
    listDeliveries(request?: ListDeliveriesRequest): Promise<PageView<DeliveryView>>;
    /**
     * Sends a delivery again that has ended, or all dead ones of an execution: at once, with the whole schedule and the
     * same eventId. `scheduled` is how many; one that is still pending is not counted.
     * @throws NOT_FOUND
     */
    redeliver(request: RedeliverRequest): Promise<RedeliverResult>;
    private schedule;
}

/** What an engine does in one workspace, as its host calls it. */

/** The operations of one workspace. */
interface WorkspaceOperations {
    /** What can run. */
    readonly definitions: DefinitionOperations;
    /** What runs, and what ran. */
    readonly executions: ExecutionOperations;
    /** What people and agents do in a run. */
    readonly steps: StepOperations;
    /** Who is away, and who answers for them. */
    readonly people: PeopleOperations;
    /** What is sent to receivers. */
    readonly webhooks: WebhookOperations;
    /** Addresses that answer for people. */
    readonly links: LinkOperations;
    /** All events in one order. */
    readonly feed: FeedOperations;
    /**
     * Asks people, and waits for their answer: one question per key, however often and in however many processes it is
     * asked, also after a crash. `signal` ends the waiting, not the question.
     * @throws FAILED_PRECONDITION `key-reused` for another question under the key, `run-gone`; INVALID_ARGUMENT.
     * @example
     * ```ts
     * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
     *
     * const engine = createApprovalEngine({ store: createMemoryStore() });
     * const question = { key: 'deploy-42', reviewers: ['ann'], title: 'Deploy 42?' };
     * const { state, executionId } = await engine.ask({ ...question, waitMs: 0 });
     * console.log(state); // → pending
     * const stepId = 'step_ask';
     * await engine.steps.recordReviewerDecision({ executionId, stepId, reviewerId: 'ann', decision: 'approve' });
     * console.log((await engine.ask(question)).state); // → approved
     * await engine.stop();
     * ```
     */
    readonly ask: (request: AskRequest) => Promise<AskResult>;
    /**
     * How the store is, and what is queued of the workspace; the store is looked at once a second at most. Never rejects.
     * @example
     * ```ts
     * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
     *
     * const engine = createApprovalEngine({ store: createMemoryStore() });
     * const { ok, jobs } = await engine.health();
     * console.log(ok, jobs); // → true { due: 0, oldestDueMs: null, running: 0 }
     * await engine.stop();
     * ```
     */
    readonly health: () => Promise<Health>;
}

/** What a doctor is asked to look at. */

/** Which runs a doctor looks at, and what it may do. */
interface DoctorRequest {
    /** Whose runs; `default` by default. */
    workspaceId?: string | undefined;
    /** Only runs that were dispatched then or later, in ms since the epoch; all by default. */
    since?: number | undefined;
    /** This run alone. */
    executionId?: string | undefined;
    /** Whether what can be mended safely is mended; it is only told by default. */
    mend?: boolean | undefined;
    /** How many runs to look at, 1 to 10,000; 1,000 by default. */
    limit?: number | undefined;
    /** `nextCursor` of the call before, with the same workspace and `since`; begins at the newest run without it. */
    cursor?: string | undefined;
}

/** What an engine offers. */

/**
 * An engine: its operations on the workspace `default`, its events, and its life in this process. `Tx` is what a
 * transaction of the host is named by, as its store says; `never` where it cannot join one.
 */
interface ApprovalEngine<Tx = never> extends WorkspaceOperations {
    /** Triggers and callbacks, for whoever mounts them; `@org/approval-http` does. */
    readonly inbound: InboundOperations;
    /**
     * The same operations on another workspace; the engine's own are on the workspace `default`. With a `caller` they read
     * what it may read, and the events of what is decided say how it proved itself; what else it may do is the host's to
     * know (`@org/approval-http` does).
     * @throws ApprovalError INVALID_ARGUMENT for an id that is not 1 to 128 characters without control characters; TypeError
     * for a caller with a field that there is not, or that is not of its kind: what narrows nothing would show all.
     */
    forWorkspace(workspaceId: string, caller?: Caller): WorkspaceOperations;
    /**
     * Calls `listener` for every external event that this process commits, or for those of one type, after the commit, in seq
     * order per execution. Returns a function that takes it off.
     * @example
     * ```ts
     * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
     *
     * const engine = createApprovalEngine({ store: createMemoryStore() });
     * engine.on('step.completed', ({ stepId, data }) => console.log(stepId, data.nodeType));
     * const off = engine.on('event', ({ type }, { workspaceId }) => console.log(workspaceId, type));
     * await engine.definitions.create({
     *   definitionId: 'check',
     *   name: 'Check',
     *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
     *   edges: [],
     * });
     * await engine.executions.dispatch({ definitionId: 'check', triggerContext: { url: 'https://example.com' } });
     * await engine.idle();
     * off();
     * await engine.stop();
     * // → default execution.dispatched
     * // → step_spelling agent
     * // → default step.completed
     * // → default execution.completed
     * ```
     */
    on(type: 'event', listener: EventListener): () => void;
    on<T extends ExternalEventType>(type: T, listener: EventListener<T>): () => void;
    /**
     * Resolves when nothing is under way in this process and no job is due; for tests and scripts. With
     * `exceptAgents` it does not wait for agents that have been called and have not responded.
     */
    idle(options?: {
        readonly exceptAgents?: boolean;
    }): Promise<void>;
    /**
     * Whether the store answers within 2 s and is migrated: what a probe of no workspace asks. The store is looked at once a
     * second at most. Never rejects.
     */
    isHealthy(): Promise<boolean>;
    /**
     * Looks at runs of one workspace (`default` without a `workspaceId`) as they are stored, newest first, and tells what can never be: jobs that were lost, a state that is not the
     * fold of its events, a decision by somebody who was not asked. It takes no locks, and works while everything goes on; what
     * changes under its eyes is looked at again. `mend` makes lost jobs again, by a commit like any other, and nothing else.
     * @throws ApprovalError INVALID_ARGUMENT, UNAVAILABLE.
     * @example
     * ```ts
     * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
     *
     * const engine = createApprovalEngine({ store: createMemoryStore() });
     * await engine.definitions.create({
     *   definitionId: 'check',
     *   name: 'Check',
     *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
     *   edges: [],
     * });
     * await engine.executions.dispatch({ definitionId: 'check', triggerContext: { url: 'https://example.com' } });
     * await engine.idle();
     * let cursor: string | null = null;
     * do {
     *   const report = await engine.doctor({ mend: true, ...(cursor !== null && { cursor }) });
     *   console.log(report.checked, report.findings); // → 1 []
     *   cursor = report.nextCursor;
     * } while (cursor !== null);
     * await engine.stop();
     * ```
     */
    doctor(request?: DoctorRequest): Promise<DoctorReport>;
    /** What this process has under way, for metrics and health checks. */
    stats(): EngineStats;
    /**
     * The operations inside a transaction that the host has begun on its own connection: they come true with what the
     * host writes there, or not at all. Call them one after the other, and `committed()` once the host has committed:
     * events are then emitted in process, and due jobs begin at once (without it they begin when next looked for).
     * @throws ApprovalError FAILED_PRECONDITION for a store that cannot join a transaction, and for what is not an open
     *   transaction; where only the database can tell, the operations throw it.
     * @example
     * ```ts
     * import { createApprovalEngine } from '@org/approval-core';
     * import { createSqliteStore, migrateSqlite } from '@org/approval-store-sql';
     * import Database from 'libsql';
     * import { mkdtempSync } from 'node:fs';
     * import { tmpdir } from 'node:os';
     * import { join } from 'node:path';
     *
     * const file = join(mkdtempSync(join(tmpdir(), 'approvals-')), 'approvals.db');
     * const database = new Database(file); // the store's own
     * await migrateSqlite({ database });
     * const engine = createApprovalEngine({ store: await createSqliteStore({ database }), jobs: { run: false } });
     * await engine.definitions.create({
     *   definitionId: 'check',
     *   name: 'Check',
     *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
     *   edges: [],
     * });
     * const own = new Database(file); // the host's
     * own.exec('create table invoices (id integer, execution text)');
     *
     * own.exec('begin immediate');
     * const hosted = engine.withTransaction(own);
     * const { executionId } = await hosted.executions.dispatch({
     *   definitionId: 'check',
     *   triggerContext: { url: 'https://example.com/invoices/1' },
     * });
     * own.prepare('insert into invoices values (1, ?)').run(executionId);
     * own.exec('commit'); // both, or neither
     * hosted.committed();
     *
     * console.log((await engine.executions.list()).items.length); // → 1
     * await engine.stop();
     * ```
     */
    readonly withTransaction: (transaction: Tx) => TransactionOperations;
    /**
     * Seals with the newest of `secretKeys` what was sealed with another, or not at all; returns how many.
     * @throws UNAVAILABLE when some could not be opened (`details.owners`: whose they are), after all others were sealed.
     */
    resealSecrets(): Promise<number>;
    /**
     * Claims no more jobs, waits up to `graceMs` (10 s by default, or as `'30s'`) for those under way, aborts the others and gives
     * them back. Operations still work. The store stays open: it is the host's.
     */
    stop(options?: {
        readonly graceMs?: Duration;
    }): Promise<void>;
}
/** What one process has under way at a moment. */
interface EngineStats {
    /** Calls of agents. */
    readonly agentCalls: {
        /** Calls that hold a place of `jobs.agentConcurrency`. */
        readonly running: number;
        /**
         * Calls whose time is up (the step has ended, or the lease was lost) and whose functions ignore their signal and run
         * on. They hold no place; a number that grows means that an agent hangs.
         */
        readonly abandoned: number;
    };
    /** Deadlines and time limits that are being applied. */
    readonly timers: {
        readonly running: number;
    };
    /** Attempts to deliver webhooks. */
    readonly deliveries: {
        readonly running: number;
    };
}
/**
 * The operations of one workspace that make sense before anything is committed: none that waits, which would hold the
 * transaction open, no feed, no links and no health.
 */
interface ChangeOperations extends Omit<WorkspaceOperations, 'executions' | 'feed' | 'ask' | 'links' | 'health'> {
    /** What runs, and what ran; to wait for it, commit first. */
    readonly executions: Omit<WorkspaceOperations['executions'], 'wait'>;
}
/** Operations whose changes come true with a transaction of the host's. */
interface TransactionOperations extends ChangeOperations {
    /** The same operations on another workspace, in the same transaction. */
    forWorkspace(workspaceId: string): ChangeOperations;
    /** To be called after the host's commit, and not after a rollback. */
    committed(): void;
}

/** The workspace of a host that has only one. */
declare const DEFAULT_WORKSPACE = "default";
/**
 * Makes an engine on a store. Any number of engines, in any number of processes, may share one store in a database; on one in
 * memory an engine is not told of the jobs that others have written. It starts its job runner at once, and takes calls at once.
 * @throws TypeError when an option makes no sense, at once and not at the first call.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 *
 * const engine = createApprovalEngine({
 *   store: createMemoryStore(),
 *   agents: { spellcheck: () => ({ passed: true, summary: 'no mistakes' }) },
 * });
 * await engine.definitions.create({
 *   definitionId: 'check',
 *   name: 'Check',
 *   nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: 'spellcheck', urlPath: 'url' } }],
 *   edges: [],
 * });
 * const { executionId } = await engine.executions.dispatch({
 *   definitionId: 'check',
 *   triggerContext: { url: 'https://example.com/letter' },
 * });
 * await engine.idle();
 * console.log((await engine.executions.get({ executionId })).status); // → completed
 * await engine.stop();
 * ```
 */
declare function createApprovalEngine<Tx = never>(options: EngineOptions<Tx>): ApprovalEngine<Tx>;

/** From what the interpreter decided to what the store writes. */

interface Decided$1 {
    readonly events: readonly EngineEvent[];
    readonly jobs: readonly Job[];
    readonly claims: readonly ClaimUse[];
    readonly receiver: Receiver | null;
    /** What the definition of a run that is created was chosen by, if that was not read just now. */
    readonly knownHeads?: readonly KnownHead[] | undefined;
    /** The secret of a run's own receiver, when it is created. */
    readonly sealedSecret?: string | null;
}
/** The change that leads from one state to another; steps are never removed or moved, and replaced when changed. */
declare function changeBetween(before: ExecutionState, after: ExecutionState, decided: Decided$1): Change;

/** What messages are made from: a result of `links.create`. */
type MessageLink = Pick<CreateLinkResult, 'url' | 'name' | 'commentBody' | 'decision' | 'dueAt' | 'expiresAt'>;
/** A mail, for whatever sends it. */
interface DecisionMail {
    /** One line of up to 200 characters. */
    readonly subject: string;
    /** As plain text. */
    readonly text: string;
    /** The same as HTML, all data escaped. */
    readonly html: string;
}
/**
 * A mail that asks for a decision.
 * @example
 * ```ts
 * import { decisionMail } from '@org/approval-core';
 *
 * const { subject } = decisionMail({
 *   url: 'https://example.com/v2/decide/token',
 *   name: 'Contract',
 *   commentBody: 'Sign?',
 *   decision: null,
 *   dueAt: null,
 *   expiresAt: 1_800_000_000_000,
 * });
 * console.log(subject); // → Your decision: Contract
 * ```
 */
declare function decisionMail(link: MessageLink): DecisionMail;
/** An Adaptive Card 1.5, for Teams. */
declare function adaptiveCard(link: MessageLink): JsonObject;

/** Messages of Slack's Block Kit: pure, all data escaped, and no address in them but that of a link. */

/** What a button stands for: it is the `value` of a button whose `action_id` begins with `approval-decide`. */
interface SlackDecision {
    readonly executionId: string;
    readonly stepId: string;
    /** The answer that it gives. */
    readonly decision: ReviewVote;
    /** Digest of what the message shows; the answer is refused if it is another by then. Left out: the run has none. */
    readonly subjectDigest?: string | undefined;
    /** Round of the place that it answers; needed from round 2 on. */
    readonly round?: number | undefined;
}
/** A message of Slack's Block Kit: `blocks`, and a `text` for notifications. Its button opens the link. */
declare function slackBlocks(link: MessageLink): JsonObject;
/** What a message with buttons that decide is made from. */
interface SlackQuestion {
    /** The run as it is now: what is shown of it is what the answer is on. */
    readonly execution: Pick<ExecutionView, 'executionId' | 'subject' | 'steps'>;
    /** The step that waits. */
    readonly stepId: string;
    /** What is asked about, for people. */
    readonly name: string;
    /**
     * For one person alone: whom it is sent to. Left out, everybody who is asked may press; after one of them has taken an answer
     * back their rounds differ, and each needs a message of their own.
     */
    readonly reviewerId?: string | undefined;
    /**
     * The buttons.
     * @defaultValue ['approve', 'reject']
     */
    readonly decisions?: readonly ReviewVote[] | undefined;
    /** The `url` of a decision link, for one more button that opens its page: answers with a reason or with values. */
    readonly url?: string | undefined;
}
/**
 * A message of Slack's Block Kit whose buttons decide, for `createSlackReceiver` of `@org/approval-http`. They carry the digest
 * of what is to be approved now, so that an answer counts for nothing else.
 * @throws TypeError when the run has no such step.
 */
declare function slackDecisionBlocks(question: SlackQuestion): JsonObject;

/** An operation as data: its words, its shapes, and how to do it. */
interface Operation<Request extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> {
    /** What it does, in a sentence. */
    readonly summary: string;
    /** Schema of the request. */
    readonly request: Request;
    /** Schema of the result. */
    readonly result: Result;
    /** Checks the request itself, whatever it is given. */
    readonly invoke: (on: WorkspaceOperations, request: z.input<Request>) => Promise<unknown>;
}
/** Every operation by its path. Routes, OpenAPI and the client are made from this table. */
declare const OPERATIONS: {
    readonly 'definitions/create': Operation<z.ZodObject<{
        name: z.ZodString;
        description: z.ZodOptional<z.ZodString>;
        nodes: z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
            type: z.ZodLiteral<"human">;
            config: z.ZodOptional<z.ZodObject<{
                allow: z.ZodOptional<z.ZodArray<z.ZodEnum<{
                    delegate: "delegate";
                    substitute: "substitute";
                    claim: "claim";
                    add: "add";
                    retract: "retract";
                    ask: "ask";
                }>>>;
                claimMs: z.ZodOptional<z.ZodInt>;
                pauseMs: z.ZodOptional<z.ZodInt>;
                separation: z.ZodOptional<z.ZodObject<{
                    excludeInitiator: z.ZodOptional<z.ZodBoolean>;
                    excludeContributors: z.ZodOptional<z.ZodBoolean>;
                    excludeDecidersOf: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strict>>;
                reminders: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    afterMs: z.ZodOptional<z.ZodInt>;
                    beforeDueMs: z.ZodOptional<z.ZodInt>;
                }, z.core.$strict>>>;
                requireSubjectDigest: z.ZodOptional<z.ZodBoolean>;
                onSubjectChange: z.ZodOptional<z.ZodEnum<{
                    reset: "reset";
                    keep: "keep";
                }>>;
                decisionRule: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    kind: z.ZodLiteral<"count">;
                    approvals: z.ZodInt;
                    rejections: z.ZodOptional<z.ZodInt>;
                }, z.core.$strict>, z.ZodObject<{
                    kind: z.ZodLiteral<"percent">;
                    approvals: z.ZodInt;
                    of: z.ZodEnum<{
                        eligible: "eligible";
                        cast: "cast";
                    }>;
                }, z.core.$strict>, z.ZodObject<{
                    kind: z.ZodLiteral<"weight">;
                    approvals: z.ZodInt;
                }, z.core.$strict>], "kind">>;
                allowAbstain: z.ZodOptional<z.ZodBoolean>;
                minDistinctApprovers: z.ZodOptional<z.ZodInt>;
                reasonRequired: z.ZodOptional<z.ZodEnum<{
                    never: "never";
                    reject: "reject";
                    always: "always";
                }>>;
                reasonCodes: z.ZodOptional<z.ZodArray<z.ZodString>>;
                form: z.ZodOptional<z.ZodObject<{
                    fields: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        type: z.ZodEnum<{
                            string: "string";
                            number: "number";
                            boolean: "boolean";
                            choice: "choice";
                        }>;
                        choices: z.ZodOptional<z.ZodArray<z.ZodString>>;
                        required: z.ZodOptional<z.ZodBoolean>;
                    }, z.core.$strict>>;
                }, z.core.$strict>>;
                reviewers: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    userId: z.ZodOptional<z.ZodString>;
                    pool: z.ZodOptional<z.ZodObject<{
                        users: z.ZodOptional<z.ZodArray<z.ZodString>>;
                        group: z.ZodOptional<z.ZodString>;
                        role: z.ZodOptional<z.ZodString>;
                        var: z.ZodOptional<z.ZodString>;
                    }, z.core.$strict>>;
                    chain: z.ZodOptional<z.ZodObject<{
                        startAt: z.ZodObject<{
                            var: z.ZodString;
                        }, z.core.$strict>;
                        maxLevels: z.ZodInt;
                        untilLimit: z.ZodOptional<z.ZodObject<{
                            attribute: z.ZodString;
                            atLeast: z.ZodUnion<readonly [z.ZodNumber, z.ZodObject<{
                                var: z.ZodString;
                            }, z.core.$strict>]>;
                        }, z.core.$strict>>;
                    }, z.core.$strict>>;
                    count: z.ZodOptional<z.ZodInt>;
                    mandatory: z.ZodOptional<z.ZodBoolean>;
                    weight: z.ZodOptional<z.ZodInt>;
                    veto: z.ZodOptional<z.ZodBoolean>;
                    order: z.ZodOptional<z.ZodInt>;
                }, z.core.$strict>>>;
                commentBody: z.ZodOptional<z.ZodString>;
                reviewerEmails: z.ZodOptional<z.ZodArray<z.ZodString>>;
                onReject: z.ZodOptional<z.ZodObject<{
                    routeToNodeId: z.ZodOptional<z.ZodString>;
                    loopBack: z.ZodOptional<z.ZodObject<{
                        toNodeId: z.ZodString;
                        maxIterations: z.ZodOptional<z.ZodInt>;
                        when: z.ZodOptional<z.ZodString>;
                        onExhausted: z.ZodOptional<z.ZodObject<{
                            routeToNodeId: z.ZodString;
                        }, z.core.$strict>>;
                    }, z.core.$strict>>;
                }, z.core.$strict>>;
            }, z.core.$strict>>;
            nodeId: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
            description: z.ZodOptional<z.ZodString>;
            slaMs: z.ZodOptional<z.ZodInt>;
            sla: z.ZodOptional<z.ZodObject<{
                workingMs: z.ZodInt;
                calendar: z.ZodString;
            }, z.core.$strict>>;
            retry: z.ZodOptional<z.ZodObject<{
                maximumAttempts: z.ZodOptional<z.ZodInt>;
                initialIntervalMs: z.ZodOptional<z.ZodInt>;
                backoffCoefficient: z.ZodOptional<z.ZodNumber>;
                maximumIntervalMs: z.ZodOptional<z.ZodInt>;
            }, z.core.$strict>>;
        }, z.core.$strict>, z.ZodObject<{
            type: z.ZodLiteral<"agent">;
            config: z.ZodOptional<z.ZodObject<{
                agentId: z.ZodOptional<z.ZodString>;
                urlPath: z.ZodOptional<z.ZodString>;
                blocking: z.ZodOptional<z.ZodBoolean>;
                resolutionPolicy: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    kind: z.ZodLiteral<"allResolved">;
                }, z.core.$strict>, z.ZodObject<{
                    kind: z.ZodLiteral<"minResolved">;
                    minCount: z.ZodInt;
                }, z.core.$strict>], "kind">>;
                agentMaxRuntimeMs: z.ZodOptional<z.ZodInt>;
                promptOverride: z.ZodOptional<z.ZodString>;
                inputMapping: z.ZodOptional<z.ZodType<{
                    [x: string]: string;
                }, {
                    [x: string]: string;
                }, z.core.$ZodTypeInternals<{
                    [x: string]: string;
                }, {
                    [x: string]: string;
                }>>>;
                requireNonEmptyOutput: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$strict>>;
            nodeId: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
            description: z.ZodOptional<z.ZodString>;
            slaMs: z.ZodOptional<z.ZodInt>;
            sla: z.ZodOptional<z.ZodObject<{
                workingMs: z.ZodInt;
                calendar: z.ZodString;
            }, z.core.$strict>>;
            retry: z.ZodOptional<z.ZodObject<{
                maximumAttempts: z.ZodOptional<z.ZodInt>;
                initialIntervalMs: z.ZodOptional<z.ZodInt>;
                backoffCoefficient: z.ZodOptional<z.ZodNumber>;
                maximumIntervalMs: z.ZodOptional<z.ZodInt>;
            }, z.core.$strict>>;
        }, z.core.$strict>, z.ZodObject<{
            type: z.ZodLiteral<"webhook">;
            config: z.ZodOptional<z.ZodType<WebhookNodeConfig, WebhookNodeConfig, z.core.$ZodTypeInternals<WebhookNodeConfig, WebhookNodeConfig>>>;
            nodeId: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
            description: z.ZodOptional<z.ZodString>;
            slaMs: z.ZodOptional<z.ZodInt>;
            sla: z.ZodOptional<z.ZodObject<{
                workingMs: z.ZodInt;
                calendar: z.ZodString;
            }, z.core.$strict>>;
            retry: z.ZodOptional<z.ZodObject<{
                maximumAttempts: z.ZodOptional<z.ZodInt>;
                initialIntervalMs: z.ZodOptional<z.ZodInt>;
                backoffCoefficient: z.ZodOptional<z.ZodNumber>;
                maximumIntervalMs: z.ZodOptional<z.ZodInt>;
            }, z.core.$strict>>;
        }, z.core.$strict>], "type">>;
        edges: z.ZodArray<z.ZodObject<{
            from: z.ZodString;
            to: z.ZodString;
            when: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        groups: z.ZodOptional<z.ZodArray<z.ZodObject<{
            groupId: z.ZodString;
            memberNodeIds: z.ZodArray<z.ZodString>;
            expectedSteps: z.ZodInt;
            quorum: z.ZodInt;
            onQuorumMet: z.ZodOptional<z.ZodEnum<{
                waitAll: "waitAll";
                cancelOnQuorum: "cancelOnQuorum";
                joinOnQuorum: "joinOnQuorum";
            }>>;
            requiredNodeIds: z.ZodOptional<z.ZodArray<z.ZodString>>;
        }, z.core.$strict>>>;
        loops: z.ZodOptional<z.ZodArray<z.ZodObject<{
            loopId: z.ZodString;
            entryNodeId: z.ZodString;
            bodyNodeIds: z.ZodArray<z.ZodString>;
            maxIterations: z.ZodOptional<z.ZodInt>;
            onIterationReject: z.ZodOptional<z.ZodObject<{
                when: z.ZodString;
            }, z.core.$strict>>;
            onExhausted: z.ZodOptional<z.ZodObject<{
                routeToNodeId: z.ZodString;
            }, z.core.$strict>>;
        }, z.core.$strict>>>;
        tags: z.ZodOptional<z.ZodArray<z.ZodString>>;
        custom: z.ZodOptional<z.ZodType<JsonObject, JsonPayload, z.core.$ZodTypeInternals<JsonObject, JsonPayload>>>;
        triggers: z.ZodOptional<z.ZodArray<z.ZodObject<{
            triggerId: z.ZodString;
            inboundWebhook: z.ZodObject<{
                authMode: z.ZodEnum<{
                    hmac: "hmac";
                    bearer: "bearer";
                }>;
                secret: z.ZodOptional<z.ZodString>;
                provider: z.ZodOptional<z.ZodEnum<{
                    custom: "custom";
                    svc: "svc";
                    github: "github";
                }>>;
                signatureHeader: z.ZodOptional<z.ZodString>;
                signatureAlgorithm: z.ZodOptional<z.ZodEnum<{
                    sha256: "sha256";
                    sha512: "sha512";
                }>>;
                signaturePrefix: z.ZodOptional<z.ZodString>;
                allowedEvents: z.ZodOptional<z.ZodArray<z.ZodString>>;
                eventNameHeader: z.ZodOptional<z.ZodString>;
                idempotencyHeader: z.ZodOptional<z.ZodString>;
                idempotencyBodyPath: z.ZodOptional<z.ZodString>;
                payloadMapping: z.ZodOptional<z.ZodEnum<{
                    "pass-through": "pass-through";
                    wrap: "wrap";
                }>>;
            }, z.core.$strict>;
        }, z.core.$strict>>>;
        webhookConfig: z.ZodOptional<z.ZodObject<{
            url: z.ZodString;
            secret: z.ZodOptional<z.ZodString>;
            eventTypes: z.ZodOptional<z.ZodArray<z.ZodString>>;
        }, z.core.$strict>>;
        definitionId: z.ZodString;
        scope: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
            level: z.ZodLiteral<"apiKey">;
        }, z.core.$strict>, z.ZodObject<{
            level: z.ZodLiteral<"organization">;
            organizationId: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            level: z.ZodLiteral<"document">;
            organizationId: z.ZodString;
            documentId: z.ZodString;
        }, z.core.$strict>], "level">>;
    }, z.core.$strict>, z.ZodObject<{
        definitionId: z.ZodString;
        name: z.ZodString;
        description: z.ZodNullable<z.ZodString>;
        version: z.ZodInt;
        scope: z.ZodObject<{
            level: z.ZodEnum<{
                apiKey: "apiKey";
                organization: "organization";
                document: "document";
            }>;
            organizationId: z.ZodNullable<z.ZodString>;
            documentId: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
        nodes: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
        edges: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
        groups: z.ZodNullable<z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>>;
        loops: z.ZodNullable<z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>>;
        triggers: z.ZodNullable<z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>>;
        webhookConfig: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
        tags: z.ZodNullable<z.ZodArray<z.ZodString>>;
        custom: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
        createdAt: z.ZodInt;
        updatedAt: z.ZodInt;
        status: z.ZodEnum<{
            active: "active";
            tombstoned: "tombstoned";
        }>;
        compiled: z.ZodObject<{
            roots: z.ZodArray<z.ZodString>;
            edges: z.ZodArray<z.ZodObject<{
                from: z.ZodString;
                to: z.ZodString;
                when: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
                role: z.ZodEnum<{
                    success: "success";
                    custom: "custom";
                    reject: "reject";
                    breach: "breach";
                }>;
            }, z.core.$strip>>;
            groups: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
            loops: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
        }, z.core.$strip>;
        warnings: z.ZodArray<z.ZodObject<{
            code: z.ZodString;
            message: z.ZodString;
            path: z.ZodString;
            nodeId: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    readonly 'definitions/update': Operation<z.ZodObject<{
        name: z.ZodOptional<z.ZodString>;
        nodes: z.ZodOptional<z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
            type: z.ZodLiteral<"human">;
            config: z.ZodOptional<z.ZodObject<{
                allow: z.ZodOptional<z.ZodArray<z.ZodEnum<{
                    delegate: "delegate";
                    substitute: "substitute";
                    claim: "claim";
                    add: "add";
                    retract: "retract";
                    ask: "ask";
                }>>>;
                claimMs: z.ZodOptional<z.ZodInt>;
                pauseMs: z.ZodOptional<z.ZodInt>;
                separation: z.ZodOptional<z.ZodObject<{
                    excludeInitiator: z.ZodOptional<z.ZodBoolean>;
                    excludeContributors: z.ZodOptional<z.ZodBoolean>;
                    excludeDecidersOf: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strict>>;
                reminders: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    afterMs: z.ZodOptional<z.ZodInt>;
                    beforeDueMs: z.ZodOptional<z.ZodInt>;
                }, z.core.$strict>>>;
                requireSubjectDigest: z.ZodOptional<z.ZodBoolean>;
                onSubjectChange: z.ZodOptional<z.ZodEnum<{
                    reset: "reset";
                    keep: "keep";
                }>>;
                decisionRule: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    kind: z.ZodLiteral<"count">;
                    approvals: z.ZodInt;
                    rejections: z.ZodOptional<z.ZodInt>;
                }, z.core.$strict>, z.ZodObject<{
                    kind: z.ZodLiteral<"percent">;
                    approvals: z.ZodInt;
                    of: z.ZodEnum<{
                        eligible: "eligible";
                        cast: "cast";
                    }>;
                }, z.core.$strict>, z.ZodObject<{
                    kind: z.ZodLiteral<"weight">;
                    approvals: z.ZodInt;
                }, z.core.$strict>], "kind">>;
                allowAbstain: z.ZodOptional<z.ZodBoolean>;
                minDistinctApprovers: z.ZodOptional<z.ZodInt>;
                reasonRequired: z.ZodOptional<z.ZodEnum<{
                    never: "never";
                    reject: "reject";
                    always: "always";
                }>>;
                reasonCodes: z.ZodOptional<z.ZodArray<z.ZodString>>;
                form: z.ZodOptional<z.ZodObject<{
                    fields: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        type: z.ZodEnum<{
                            string: "string";
                            number: "number";
                            boolean: "boolean";
                            choice: "choice";
                        }>;
                        choices: z.ZodOptional<z.ZodArray<z.ZodString>>;
                        required: z.ZodOptional<z.ZodBoolean>;
                    }, z.core.$strict>>;
                }, z.core.$strict>>;
                reviewers: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    userId: z.ZodOptional<z.ZodString>;
                    pool: z.ZodOptional<z.ZodObject<{
                        users: z.ZodOptional<z.ZodArray<z.ZodString>>;
                        group: z.ZodOptional<z.ZodString>;
                        role: z.ZodOptional<z.ZodString>;
                        var: z.ZodOptional<z.ZodString>;
                    }, z.core.$strict>>;
                    chain: z.ZodOptional<z.ZodObject<{
                        startAt: z.ZodObject<{
                            var: z.ZodString;
                        }, z.core.$strict>;
                        maxLevels: z.ZodInt;
                        untilLimit: z.ZodOptional<z.ZodObject<{
                            attribute: z.ZodString;
                            atLeast: z.ZodUnion<readonly [z.ZodNumber, z.ZodObject<{
                                var: z.ZodString;
                            }, z.core.$strict>]>;
                        }, z.core.$strict>>;
                    }, z.core.$strict>>;
                    count: z.ZodOptional<z.ZodInt>;
                    mandatory: z.ZodOptional<z.ZodBoolean>;
                    weight: z.ZodOptional<z.ZodInt>;
                    veto: z.ZodOptional<z.ZodBoolean>;
                    order: z.ZodOptional<z.ZodInt>;
                }, z.core.$strict>>>;
                commentBody: z.ZodOptional<z.ZodString>;
                reviewerEmails: z.ZodOptional<z.ZodArray<z.ZodString>>;
                onReject: z.ZodOptional<z.ZodObject<{
                    routeToNodeId: z.ZodOptional<z.ZodString>;
                    loopBack: z.ZodOptional<z.ZodObject<{
                        toNodeId: z.ZodString;
                        maxIterations: z.ZodOptional<z.ZodInt>;
                        when: z.ZodOptional<z.ZodString>;
                        onExhausted: z.ZodOptional<z.ZodObject<{
                            routeToNodeId: z.ZodString;
                        }, z.core.$strict>>;
                    }, z.core.$strict>>;
                }, z.core.$strict>>;
            }, z.core.$strict>>;
            nodeId: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
            description: z.ZodOptional<z.ZodString>;
            slaMs: z.ZodOptional<z.ZodInt>;
            sla: z.ZodOptional<z.ZodObject<{
                workingMs: z.ZodInt;
                calendar: z.ZodString;
            }, z.core.$strict>>;
            retry: z.ZodOptional<z.ZodObject<{
                maximumAttempts: z.ZodOptional<z.ZodInt>;
                initialIntervalMs: z.ZodOptional<z.ZodInt>;
                backoffCoefficient: z.ZodOptional<z.ZodNumber>;
                maximumIntervalMs: z.ZodOptional<z.ZodInt>;
            }, z.core.$strict>>;
        }, z.core.$strict>, z.ZodObject<{
            type: z.ZodLiteral<"agent">;
            config: z.ZodOptional<z.ZodObject<{
                agentId: z.ZodOptional<z.ZodString>;
                urlPath: z.ZodOptional<z.ZodString>;
                blocking: z.ZodOptional<z.ZodBoolean>;
                resolutionPolicy: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    kind: z.ZodLiteral<"allResolved">;
                }, z.core.$strict>, z.ZodObject<{
                    kind: z.ZodLiteral<"minResolved">;
                    minCount: z.ZodInt;
                }, z.core.$strict>], "kind">>;
                agentMaxRuntimeMs: z.ZodOptional<z.ZodInt>;
                promptOverride: z.ZodOptional<z.ZodString>;
                inputMapping: z.ZodOptional<z.ZodType<{
                    [x: string]: string;
                }, {
                    [x: string]: string;
                }, z.core.$ZodTypeInternals<{
                    [x: string]: string;
                }, {
                    [x: string]: string;
                }>>>;
                requireNonEmptyOutput: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$strict>>;
            nodeId: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
            description: z.ZodOptional<z.ZodString>;
            slaMs: z.ZodOptional<z.ZodInt>;
            sla: z.ZodOptional<z.ZodObject<{
                workingMs: z.ZodInt;
                calendar: z.ZodString;
            }, z.core.$strict>>;
            retry: z.ZodOptional<z.ZodObject<{
                maximumAttempts: z.ZodOptional<z.ZodInt>;
                initialIntervalMs: z.ZodOptional<z.ZodInt>;
                backoffCoefficient: z.ZodOptional<z.ZodNumber>;
                maximumIntervalMs: z.ZodOptional<z.ZodInt>;
            }, z.core.$strict>>;
        }, z.core.$strict>, z.ZodObject<{
            type: z.ZodLiteral<"webhook">;
            config: z.ZodOptional<z.ZodType<WebhookNodeConfig, WebhookNodeConfig, z.core.$ZodTypeInternals<WebhookNodeConfig, WebhookNodeConfig>>>;
            nodeId: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
            description: z.ZodOptional<z.ZodString>;
            slaMs: z.ZodOptional<z.ZodInt>;
            sla: z.ZodOptional<z.ZodObject<{
                workingMs: z.ZodInt;
                calendar: z.ZodString;
            }, z.core.$strict>>;
            retry: z.ZodOptional<z.ZodObject<{
                maximumAttempts: z.ZodOptional<z.ZodInt>;
                initialIntervalMs: z.ZodOptional<z.ZodInt>;
                backoffCoefficient: z.ZodOptional<z.ZodNumber>;
                maximumIntervalMs: z.ZodOptional<z.ZodInt>;
            }, z.core.$strict>>;
        }, z.core.$strict>], "type">>>;
        edges: z.ZodOptional<z.ZodArray<z.ZodObject<{
            from: z.ZodString;
            to: z.ZodString;
            when: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>>;
        description: z.ZodNullable<z.ZodOptional<z.ZodString>>;
        groups: z.ZodNullable<z.ZodOptional<z.ZodArray<z.ZodObject<{
            groupId: z.ZodString;
            memberNodeIds: z.ZodArray<z.ZodString>;
            expectedSteps: z.ZodInt;
            quorum: z.ZodInt;
            onQuorumMet: z.ZodOptional<z.ZodEnum<{
                waitAll: "waitAll";
                cancelOnQuorum: "cancelOnQuorum";
                joinOnQuorum: "joinOnQuorum";
            }>>;
            requiredNodeIds: z.ZodOptional<z.ZodArray<z.ZodString>>;
        }, z.core.$strict>>>>;
        loops: z.ZodNullable<z.ZodOptional<z.ZodArray<z.ZodObject<{
            loopId: z.ZodString;
            entryNodeId: z.ZodString;
            bodyNodeIds: z.ZodArray<z.ZodString>;
            maxIterations: z.ZodOptional<z.ZodInt>;
            onIterationReject: z.ZodOptional<z.ZodObject<{
                when: z.ZodString;
            }, z.core.$strict>>;
            onExhausted: z.ZodOptional<z.ZodObject<{
                routeToNodeId: z.ZodString;
            }, z.core.$strict>>;
        }, z.core.$strict>>>>;
        tags: z.ZodNullable<z.ZodOptional<z.ZodArray<z.ZodString>>>;
        custom: z.ZodNullable<z.ZodOptional<z.ZodType<JsonObject, JsonPayload, z.core.$ZodTypeInternals<JsonObject, JsonPayload>>>>;
        triggers: z.ZodNullable<z.ZodOptional<z.ZodArray<z.ZodObject<{
            triggerId: z.ZodString;
            inboundWebhook: z.ZodObject<{
                authMode: z.ZodEnum<{
                    hmac: "hmac";
                    bearer: "bearer";
                }>;
                secret: z.ZodOptional<z.ZodString>;
                provider: z.ZodOptional<z.ZodEnum<{
                    custom: "custom";
                    svc: "svc";
                    github: "github";
                }>>;
                signatureHeader: z.ZodOptional<z.ZodString>;
                signatureAlgorithm: z.ZodOptional<z.ZodEnum<{
                    sha256: "sha256";
                    sha512: "sha512";
                }>>;
                signaturePrefix: z.ZodOptional<z.ZodString>;
                allowedEvents: z.ZodOptional<z.ZodArray<z.ZodString>>;
                eventNameHeader: z.ZodOptional<z.ZodString>;
                idempotencyHeader: z.ZodOptional<z.ZodString>;
                idempotencyBodyPath: z.ZodOptional<z.ZodString>;
                payloadMapping: z.ZodOptional<z.ZodEnum<{
                    "pass-through": "pass-through";
                    wrap: "wrap";
                }>>;
            }, z.core.$strict>;
        }, z.core.$strict>>>>;
        webhookConfig: z.ZodNullable<z.ZodOptional<z.ZodObject<{
            url: z.ZodString;
            secret: z.ZodOptional<z.ZodString>;
            eventTypes: z.ZodOptional<z.ZodArray<z.ZodString>>;
        }, z.core.$strict>>>;
        organizationId: z.ZodOptional<z.ZodString>;
        documentId: z.ZodOptional<z.ZodString>;
        definitionId: z.ZodString;
        ifVersion: z.ZodInt;
    }, z.core.$strict>, z.ZodObject<{
        definitionId: z.ZodString;
        name: z.ZodString;
        description: z.ZodNullable<z.ZodString>;
        version: z.ZodInt;
        scope: z.ZodObject<{
            level: z.ZodEnum<{
                apiKey: "apiKey";
                organization: "organization";
                document: "document";
            }>;
            organizationId: z.ZodNullable<z.ZodString>;
            documentId: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
        nodes: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
        edges: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
        groups: z.ZodNullable<z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>>;
        loops: z.ZodNullable<z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>>;
        triggers: z.ZodNullable<z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>>;
        webhookConfig: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
        tags: z.ZodNullable<z.ZodArray<z.ZodString>>;
        custom: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
        createdAt: z.ZodInt;
        updatedAt: z.ZodInt;
        status: z.ZodEnum<{
            active: "active";
            tombstoned: "tombstoned";
        }>;
        compiled: z.ZodObject<{
            roots: z.ZodArray<z.ZodString>;
            edges: z.ZodArray<z.ZodObject<{
                from: z.ZodString;
                to: z.ZodString;
                when: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
                role: z.ZodEnum<{
                    success: "success";
                    custom: "custom";
                    reject: "reject";
                    breach: "breach";
                }>;
            }, z.core.$strip>>;
            groups: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
            loops: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
        }, z.core.$strip>;
        warnings: z.ZodArray<z.ZodObject<{
            code: z.ZodString;
            message: z.ZodString;
            path: z.ZodString;
            nodeId: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    readonly 'definitions/get': Operation<z.ZodObject<{
        organizationId: z.ZodOptional<z.ZodString>;
        documentId: z.ZodOptional<z.ZodString>;
        definitionId: z.ZodString;
        version: z.ZodOptional<z.ZodInt>;
    }, z.core.$strict>, z.ZodObject<{
        definitionId: z.ZodString;
        name: z.ZodString;
        description: z.ZodNullable<z.ZodString>;
        version: z.ZodInt;
        scope: z.ZodObject<{
            level: z.ZodEnum<{
                apiKey: "apiKey";
                organization: "organization";
                document: "document";
            }>;
            organizationId: z.ZodNullable<z.ZodString>;
            documentId: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>;
        nodes: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
        edges: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
        groups: z.ZodNullable<z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>>;
        loops: z.ZodNullable<z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>>;
        triggers: z.ZodNullable<z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>>;
        webhookConfig: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
        tags: z.ZodNullable<z.ZodArray<z.ZodString>>;
        custom: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
        createdAt: z.ZodInt;
        updatedAt: z.ZodInt;
        status: z.ZodEnum<{
            active: "active";
            tombstoned: "tombstoned";
        }>;
        compiled: z.ZodObject<{
            roots: z.ZodArray<z.ZodString>;
            edges: z.ZodArray<z.ZodObject<{
                from: z.ZodString;
                to: z.ZodString;
                when: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
                role: z.ZodEnum<{
                    success: "success";
                    custom: "custom";
                    reject: "reject";
                    breach: "breach";
                }>;
            }, z.core.$strip>>;
            groups: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
            loops: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
        }, z.core.$strip>;
        warnings: z.ZodArray<z.ZodObject<{
            code: z.ZodString;
            message: z.ZodString;
            path: z.ZodString;
            nodeId: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    readonly 'definitions/list': Operation<z.ZodObject<{
        organizationId: z.ZodOptional<z.ZodString>;
        documentId: z.ZodOptional<z.ZodString>;
        pageSize: z.ZodOptional<z.ZodInt>;
        cursor: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>, z.ZodObject<{
        items: z.ZodArray<z.ZodObject<{
            definitionId: z.ZodString;
            name: z.ZodString;
            description: z.ZodNullable<z.ZodString>;
            version: z.ZodInt;
            scope: z.ZodObject<{
                level: z.ZodEnum<{
                    apiKey: "apiKey";
                    organization: "organization";
                    document: "document";
                }>;
                organizationId: z.ZodNullable<z.ZodString>;
                documentId: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
            nodes: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
            edges: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
            groups: z.ZodNullable<z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>>;
            loops: z.ZodNullable<z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>>;
            triggers: z.ZodNullable<z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>>;
            webhookConfig: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
            tags: z.ZodNullable<z.ZodArray<z.ZodString>>;
            custom: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
            createdAt: z.ZodInt;
            updatedAt: z.ZodInt;
            status: z.ZodEnum<{
                active: "active";
                tombstoned: "tombstoned";
            }>;
            compiled: z.ZodObject<{
                roots: z.ZodArray<z.ZodString>;
                edges: z.ZodArray<z.ZodObject<{
                    from: z.ZodString;
                    to: z.ZodString;
                    when: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
                    role: z.ZodEnum<{
                        success: "success";
                        custom: "custom";
                        reject: "reject";
                        breach: "breach";
                    }>;
                }, z.core.$strip>>;
                groups: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
                loops: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
            }, z.core.$strip>;
            warnings: z.ZodArray<z.ZodObject<{
                code: z.ZodString;
                message: z.ZodString;
                path: z.ZodString;
                nodeId: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
        nextCursor: z.ZodNullable<z.ZodString>;
        hasMore: z.ZodBoolean;
    }, z.core.$strip>>;
    readonly 'definitions/delete': Operation<z.ZodObject<{
        organizationId: z.ZodOptional<z.ZodString>;
        documentId: z.ZodOptional<z.ZodString>;
        definitionId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        deleted: z.ZodLiteral<true>;
        definitionId: z.ZodString;
    }, z.core.$strip>>;
    readonly 'definitions/ensure': Operation<z.ZodObject<{
        name: z.ZodString;
        description: z.ZodOptional<z.ZodString>;
        nodes: z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
            type: z.ZodLiteral<"human">;
            config: z.ZodOptional<z.ZodObject<{
                allow: z.ZodOptional<z.ZodArray<z.ZodEnum<{
                    delegate: "delegate";
                    substitute: "substitute";
                    claim: "claim";
                    add: "add";
                    retract: "retract";
                    ask: "ask";
                }>>>;
                claimMs: z.ZodOptional<z.ZodInt>;
                pauseMs: z.ZodOptional<z.ZodInt>;
                separation: z.ZodOptional<z.ZodObject<{
                    excludeInitiator: z.ZodOptional<z.ZodBoolean>;
                    excludeContributors: z.ZodOptional<z.ZodBoolean>;
                    excludeDecidersOf: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strict>>;
                reminders: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    afterMs: z.ZodOptional<z.ZodInt>;
                    beforeDueMs: z.ZodOptional<z.ZodInt>;
                }, z.core.$strict>>>;
                requireSubjectDigest: z.ZodOptional<z.ZodBoolean>;
                onSubjectChange: z.ZodOptional<z.ZodEnum<{
                    reset: "reset";
                    keep: "keep";
                }>>;
                decisionRule: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    kind: z.ZodLiteral<"count">;
                    approvals: z.ZodInt;
                    rejections: z.ZodOptional<z.ZodInt>;
                }, z.core.$strict>, z.ZodObject<{
                    kind: z.ZodLiteral<"percent">;
                    approvals: z.ZodInt;
                    of: z.ZodEnum<{
                        eligible: "eligible";
                        cast: "cast";
                    }>;
                }, z.core.$strict>, z.ZodObject<{
                    kind: z.ZodLiteral<"weight">;
                    approvals: z.ZodInt;
                }, z.core.$strict>], "kind">>;
                allowAbstain: z.ZodOptional<z.ZodBoolean>;
                minDistinctApprovers: z.ZodOptional<z.ZodInt>;
                reasonRequired: z.ZodOptional<z.ZodEnum<{
                    never: "never";
                    reject: "reject";
                    always: "always";
                }>>;
                reasonCodes: z.ZodOptional<z.ZodArray<z.ZodString>>;
                form: z.ZodOptional<z.ZodObject<{
                    fields: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        type: z.ZodEnum<{
                            string: "string";
                            number: "number";
                            boolean: "boolean";
                            choice: "choice";
                        }>;
                        choices: z.ZodOptional<z.ZodArray<z.ZodString>>;
                        required: z.ZodOptional<z.ZodBoolean>;
                    }, z.core.$strict>>;
                }, z.core.$strict>>;
                reviewers: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    userId: z.ZodOptional<z.ZodString>;
                    pool: z.ZodOptional<z.ZodObject<{
                        users: z.ZodOptional<z.ZodArray<z.ZodString>>;
                        group: z.ZodOptional<z.ZodString>;
                        role: z.ZodOptional<z.ZodString>;
                        var: z.ZodOptional<z.ZodString>;
                    }, z.core.$strict>>;
                    chain: z.ZodOptional<z.ZodObject<{
                        startAt: z.ZodObject<{
                            var: z.ZodString;
                        }, z.core.$strict>;
                        maxLevels: z.ZodInt;
                        untilLimit: z.ZodOptional<z.ZodObject<{
                            attribute: z.ZodString;
                            atLeast: z.ZodUnion<readonly [z.ZodNumber, z.ZodObject<{
                                var: z.ZodString;
                            }, z.core.$strict>]>;
                        }, z.core.$strict>>;
                    }, z.core.$strict>>;
                    count: z.ZodOptional<z.ZodInt>;
                    mandatory: z.ZodOptional<z.ZodBoolean>;
                    weight: z.ZodOptional<z.ZodInt>;
                    veto: z.ZodOptional<z.ZodBoolean>;
                    order: z.ZodOptional<z.ZodInt>;
                }, z.core.$strict>>>;
                commentBody: z.ZodOptional<z.ZodString>;
                reviewerEmails: z.ZodOptional<z.ZodArray<z.ZodString>>;
                onReject: z.ZodOptional<z.ZodObject<{
                    routeToNodeId: z.ZodOptional<z.ZodString>;
                    loopBack: z.ZodOptional<z.ZodObject<{
                        toNodeId: z.ZodString;
                        maxIterations: z.ZodOptional<z.ZodInt>;
                        when: z.ZodOptional<z.ZodString>;
                        onExhausted: z.ZodOptional<z.ZodObject<{
                            routeToNodeId: z.ZodString;
                        }, z.core.$strict>>;
                    }, z.core.$strict>>;
                }, z.core.$strict>>;
            }, z.core.$strict>>;
            nodeId: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
            description: z.ZodOptional<z.ZodString>;
            slaMs: z.ZodOptional<z.ZodInt>;
            sla: z.ZodOptional<z.ZodObject<{
                workingMs: z.ZodInt;
                calendar: z.ZodString;
            }, z.core.$strict>>;
            retry: z.ZodOptional<z.ZodObject<{
                maximumAttempts: z.ZodOptional<z.ZodInt>;
                initialIntervalMs: z.ZodOptional<z.ZodInt>;
                backoffCoefficient: z.ZodOptional<z.ZodNumber>;
                maximumIntervalMs: z.ZodOptional<z.ZodInt>;
            }, z.core.$strict>>;
        }, z.core.$strict>, z.ZodObject<{
            type: z.ZodLiteral<"agent">;
            config: z.ZodOptional<z.ZodObject<{
                agentId: z.ZodOptional<z.ZodString>;
                urlPath: z.ZodOptional<z.ZodString>;
                blocking: z.ZodOptional<z.ZodBoolean>;
                resolutionPolicy: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    kind: z.ZodLiteral<"allResolved">;
                }, z.core.$strict>, z.ZodObject<{
                    kind: z.ZodLiteral<"minResolved">;
                    minCount: z.ZodInt;
                }, z.core.$strict>], "kind">>;
                agentMaxRuntimeMs: z.ZodOptional<z.ZodInt>;
                promptOverride: z.ZodOptional<z.ZodString>;
                inputMapping: z.ZodOptional<z.ZodType<{
                    [x: string]: string;
                }, {
                    [x: string]: string;
                }, z.core.$ZodTypeInternals<{
                    [x: string]: string;
                }, {
                    [x: string]: string;
                }>>>;
                requireNonEmptyOutput: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$strict>>;
            nodeId: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
            description: z.ZodOptional<z.ZodString>;
            slaMs: z.ZodOptional<z.ZodInt>;
            sla: z.ZodOptional<z.ZodObject<{
                workingMs: z.ZodInt;
                calendar: z.ZodString;
            }, z.core.$strict>>;
            retry: z.ZodOptional<z.ZodObject<{
                maximumAttempts: z.ZodOptional<z.ZodInt>;
                initialIntervalMs: z.ZodOptional<z.ZodInt>;
                backoffCoefficient: z.ZodOptional<z.ZodNumber>;
                maximumIntervalMs: z.ZodOptional<z.ZodInt>;
            }, z.core.$strict>>;
        }, z.core.$strict>, z.ZodObject<{
            type: z.ZodLiteral<"webhook">;
            config: z.ZodOptional<z.ZodType<WebhookNodeConfig, WebhookNodeConfig, z.core.$ZodTypeInternals<WebhookNodeConfig, WebhookNodeConfig>>>;
            nodeId: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
            description: z.ZodOptional<z.ZodString>;
            slaMs: z.ZodOptional<z.ZodInt>;
            sla: z.ZodOptional<z.ZodObject<{
                workingMs: z.ZodInt;
                calendar: z.ZodString;
            }, z.core.$strict>>;
            retry: z.ZodOptional<z.ZodObject<{
                maximumAttempts: z.ZodOptional<z.ZodInt>;
                initialIntervalMs: z.ZodOptional<z.ZodInt>;
                backoffCoefficient: z.ZodOptional<z.ZodNumber>;
                maximumIntervalMs: z.ZodOptional<z.ZodInt>;
            }, z.core.$strict>>;
        }, z.core.$strict>], "type">>;
        edges: z.ZodArray<z.ZodObject<{
            from: z.ZodString;
            to: z.ZodString;
            when: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        groups: z.ZodOptional<z.ZodArray<z.ZodObject<{
            groupId: z.ZodString;
            memberNodeIds: z.ZodArray<z.ZodString>;
            expectedSteps: z.ZodInt;
            quorum: z.ZodInt;
            onQuorumMet: z.ZodOptional<z.ZodEnum<{
                waitAll: "waitAll";
                cancelOnQuorum: "cancelOnQuorum";
                joinOnQuorum: "joinOnQuorum";
            }>>;
            requiredNodeIds: z.ZodOptional<z.ZodArray<z.ZodString>>;
        }, z.core.$strict>>>;
        loops: z.ZodOptional<z.ZodArray<z.ZodObject<{
            loopId: z.ZodString;
            entryNodeId: z.ZodString;
            bodyNodeIds: z.ZodArray<z.ZodString>;
            maxIterations: z.ZodOptional<z.ZodInt>;
            onIterationReject: z.ZodOptional<z.ZodObject<{
                when: z.ZodString;
            }, z.core.$strict>>;
            onExhausted: z.ZodOptional<z.ZodObject<{
                routeToNodeId: z.ZodString;
            }, z.core.$strict>>;
        }, z.core.$strict>>>;
        tags: z.ZodOptional<z.ZodArray<z.ZodString>>;
        custom: z.ZodOptional<z.ZodType<JsonObject, JsonPayload, z.core.$ZodTypeInternals<JsonObject, JsonPayload>>>;
        triggers: z.ZodOptional<z.ZodArray<z.ZodObject<{
            triggerId: z.ZodString;
            inboundWebhook: z.ZodObject<{
                authMode: z.ZodEnum<{
                    hmac: "hmac";
                    bearer: "bearer";
                }>;
                secret: z.ZodOptional<z.ZodString>;
                provider: z.ZodOptional<z.ZodEnum<{
                    custom: "custom";
                    svc: "svc";
                    github: "github";
                }>>;
                signatureHeader: z.ZodOptional<z.ZodString>;
                signatureAlgorithm: z.ZodOptional<z.ZodEnum<{
                    sha256: "sha256";
                    sha512: "sha512";
                }>>;
                signaturePrefix: z.ZodOptional<z.ZodString>;
                allowedEvents: z.ZodOptional<z.ZodArray<z.ZodString>>;
                eventNameHeader: z.ZodOptional<z.ZodString>;
                idempotencyHeader: z.ZodOptional<z.ZodString>;
                idempotencyBodyPath: z.ZodOptional<z.ZodString>;
                payloadMapping: z.ZodOptional<z.ZodEnum<{
                    "pass-through": "pass-through";
                    wrap: "wrap";
                }>>;
            }, z.core.$strict>;
        }, z.core.$strict>>>;
        webhookConfig: z.ZodOptional<z.ZodObject<{
            url: z.ZodString;
            secret: z.ZodOptional<z.ZodString>;
            eventTypes: z.ZodOptional<z.ZodArray<z.ZodString>>;
        }, z.core.$strict>>;
        definitionId: z.ZodString;
        scope: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
            level: z.ZodLiteral<"apiKey">;
        }, z.core.$strict>, z.ZodObject<{
            level: z.ZodLiteral<"organization">;
            organizationId: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            level: z.ZodLiteral<"document">;
            organizationId: z.ZodString;
            documentId: z.ZodString;
        }, z.core.$strict>], "level">>;
    }, z.core.$strict>, z.ZodObject<{
        created: z.ZodBoolean;
        updated: z.ZodBoolean;
        version: z.ZodInt;
        definition: z.ZodObject<{
            definitionId: z.ZodString;
            name: z.ZodString;
            description: z.ZodNullable<z.ZodString>;
            version: z.ZodInt;
            scope: z.ZodObject<{
                level: z.ZodEnum<{
                    apiKey: "apiKey";
                    organization: "organization";
                    document: "document";
                }>;
                organizationId: z.ZodNullable<z.ZodString>;
                documentId: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>;
            nodes: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
            edges: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
            groups: z.ZodNullable<z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>>;
            loops: z.ZodNullable<z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>>;
            triggers: z.ZodNullable<z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>>;
            webhookConfig: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
            tags: z.ZodNullable<z.ZodArray<z.ZodString>>;
            custom: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
            createdAt: z.ZodInt;
            updatedAt: z.ZodInt;
            status: z.ZodEnum<{
                active: "active";
                tombstoned: "tombstoned";
            }>;
            compiled: z.ZodObject<{
                roots: z.ZodArray<z.ZodString>;
                edges: z.ZodArray<z.ZodObject<{
                    from: z.ZodString;
                    to: z.ZodString;
                    when: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
                    role: z.ZodEnum<{
                        success: "success";
                        custom: "custom";
                        reject: "reject";
                        breach: "breach";
                    }>;
                }, z.core.$strip>>;
                groups: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
                loops: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
            }, z.core.$strip>;
            warnings: z.ZodArray<z.ZodObject<{
                code: z.ZodString;
                message: z.ZodString;
                path: z.ZodString;
                nodeId: z.ZodOptional<z.ZodString>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    }, z.core.$strip>>;
    readonly 'definitions/validate': Operation<z.ZodObject<{
        name: z.ZodString;
        description: z.ZodOptional<z.ZodString>;
        nodes: z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
            type: z.ZodLiteral<"human">;
            config: z.ZodOptional<z.ZodObject<{
                allow: z.ZodOptional<z.ZodArray<z.ZodEnum<{
                    delegate: "delegate";
                    substitute: "substitute";
                    claim: "claim";
                    add: "add";
                    retract: "retract";
                    ask: "ask";
                }>>>;
                claimMs: z.ZodOptional<z.ZodInt>;
                pauseMs: z.ZodOptional<z.ZodInt>;
                separation: z.ZodOptional<z.ZodObject<{
                    excludeInitiator: z.ZodOptional<z.ZodBoolean>;
                    excludeContributors: z.ZodOptional<z.ZodBoolean>;
                    excludeDecidersOf: z.ZodOptional<z.ZodArray<z.ZodString>>;
                }, z.core.$strict>>;
                reminders: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    afterMs: z.ZodOptional<z.ZodInt>;
                    beforeDueMs: z.ZodOptional<z.ZodInt>;
                }, z.core.$strict>>>;
                requireSubjectDigest: z.ZodOptional<z.ZodBoolean>;
                onSubjectChange: z.ZodOptional<z.ZodEnum<{
                    reset: "reset";
                    keep: "keep";
                }>>;
                decisionRule: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    kind: z.ZodLiteral<"count">;
                    approvals: z.ZodInt;
                    rejections: z.ZodOptional<z.ZodInt>;
                }, z.core.$strict>, z.ZodObject<{
                    kind: z.ZodLiteral<"percent">;
                    approvals: z.ZodInt;
                    of: z.ZodEnum<{
                        eligible: "eligible";
                        cast: "cast";
                    }>;
                }, z.core.$strict>, z.ZodObject<{
                    kind: z.ZodLiteral<"weight">;
                    approvals: z.ZodInt;
                }, z.core.$strict>], "kind">>;
                allowAbstain: z.ZodOptional<z.ZodBoolean>;
                minDistinctApprovers: z.ZodOptional<z.ZodInt>;
                reasonRequired: z.ZodOptional<z.ZodEnum<{
                    never: "never";
                    reject: "reject";
                    always: "always";
                }>>;
                reasonCodes: z.ZodOptional<z.ZodArray<z.ZodString>>;
                form: z.ZodOptional<z.ZodObject<{
                    fields: z.ZodArray<z.ZodObject<{
                        name: z.ZodString;
                        type: z.ZodEnum<{
                            string: "string";
                            number: "number";
                            boolean: "boolean";
                            choice: "choice";
                        }>;
                        choices: z.ZodOptional<z.ZodArray<z.ZodString>>;
                        required: z.ZodOptional<z.ZodBoolean>;
                    }, z.core.$strict>>;
                }, z.core.$strict>>;
                reviewers: z.ZodOptional<z.ZodArray<z.ZodObject<{
                    userId: z.ZodOptional<z.ZodString>;
                    pool: z.ZodOptional<z.ZodObject<{
                        users: z.ZodOptional<z.ZodArray<z.ZodString>>;
                        group: z.ZodOptional<z.ZodString>;
                        role: z.ZodOptional<z.ZodString>;
                        var: z.ZodOptional<z.ZodString>;
                    }, z.core.$strict>>;
                    chain: z.ZodOptional<z.ZodObject<{
                        startAt: z.ZodObject<{
                            var: z.ZodString;
                        }, z.core.$strict>;
                        maxLevels: z.ZodInt;
                        untilLimit: z.ZodOptional<z.ZodObject<{
                            attribute: z.ZodString;
                            atLeast: z.ZodUnion<readonly [z.ZodNumber, z.ZodObject<{
                                var: z.ZodString;
                            }, z.core.$strict>]>;
                        }, z.core.$strict>>;
                    }, z.core.$strict>>;
                    count: z.ZodOptional<z.ZodInt>;
                    mandatory: z.ZodOptional<z.ZodBoolean>;
                    weight: z.ZodOptional<z.ZodInt>;
                    veto: z.ZodOptional<z.ZodBoolean>;
                    order: z.ZodOptional<z.ZodInt>;
                }, z.core.$strict>>>;
                commentBody: z.ZodOptional<z.ZodString>;
                reviewerEmails: z.ZodOptional<z.ZodArray<z.ZodString>>;
                onReject: z.ZodOptional<z.ZodObject<{
                    routeToNodeId: z.ZodOptional<z.ZodString>;
                    loopBack: z.ZodOptional<z.ZodObject<{
                        toNodeId: z.ZodString;
                        maxIterations: z.ZodOptional<z.ZodInt>;
                        when: z.ZodOptional<z.ZodString>;
                        onExhausted: z.ZodOptional<z.ZodObject<{
                            routeToNodeId: z.ZodString;
                        }, z.core.$strict>>;
                    }, z.core.$strict>>;
                }, z.core.$strict>>;
            }, z.core.$strict>>;
            nodeId: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
            description: z.ZodOptional<z.ZodString>;
            slaMs: z.ZodOptional<z.ZodInt>;
            sla: z.ZodOptional<z.ZodObject<{
                workingMs: z.ZodInt;
                calendar: z.ZodString;
            }, z.core.$strict>>;
            retry: z.ZodOptional<z.ZodObject<{
                maximumAttempts: z.ZodOptional<z.ZodInt>;
                initialIntervalMs: z.ZodOptional<z.ZodInt>;
                backoffCoefficient: z.ZodOptional<z.ZodNumber>;
                maximumIntervalMs: z.ZodOptional<z.ZodInt>;
            }, z.core.$strict>>;
        }, z.core.$strict>, z.ZodObject<{
            type: z.ZodLiteral<"agent">;
            config: z.ZodOptional<z.ZodObject<{
                agentId: z.ZodOptional<z.ZodString>;
                urlPath: z.ZodOptional<z.ZodString>;
                blocking: z.ZodOptional<z.ZodBoolean>;
                resolutionPolicy: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
                    kind: z.ZodLiteral<"allResolved">;
                }, z.core.$strict>, z.ZodObject<{
                    kind: z.ZodLiteral<"minResolved">;
                    minCount: z.ZodInt;
                }, z.core.$strict>], "kind">>;
                agentMaxRuntimeMs: z.ZodOptional<z.ZodInt>;
                promptOverride: z.ZodOptional<z.ZodString>;
                inputMapping: z.ZodOptional<z.ZodType<{
                    [x: string]: string;
                }, {
                    [x: string]: string;
                }, z.core.$ZodTypeInternals<{
                    [x: string]: string;
                }, {
                    [x: string]: string;
                }>>>;
                requireNonEmptyOutput: z.ZodOptional<z.ZodBoolean>;
            }, z.core.$strict>>;
            nodeId: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
            description: z.ZodOptional<z.ZodString>;
            slaMs: z.ZodOptional<z.ZodInt>;
            sla: z.ZodOptional<z.ZodObject<{
                workingMs: z.ZodInt;
                calendar: z.ZodString;
            }, z.core.$strict>>;
            retry: z.ZodOptional<z.ZodObject<{
                maximumAttempts: z.ZodOptional<z.ZodInt>;
                initialIntervalMs: z.ZodOptional<z.ZodInt>;
                backoffCoefficient: z.ZodOptional<z.ZodNumber>;
                maximumIntervalMs: z.ZodOptional<z.ZodInt>;
            }, z.core.$strict>>;
        }, z.core.$strict>, z.ZodObject<{
            type: z.ZodLiteral<"webhook">;
            config: z.ZodOptional<z.ZodType<WebhookNodeConfig, WebhookNodeConfig, z.core.$ZodTypeInternals<WebhookNodeConfig, WebhookNodeConfig>>>;
            nodeId: z.ZodString;
            name: z.ZodOptional<z.ZodString>;
            description: z.ZodOptional<z.ZodString>;
            slaMs: z.ZodOptional<z.ZodInt>;
            sla: z.ZodOptional<z.ZodObject<{
                workingMs: z.ZodInt;
                calendar: z.ZodString;
            }, z.core.$strict>>;
            retry: z.ZodOptional<z.ZodObject<{
                maximumAttempts: z.ZodOptional<z.ZodInt>;
                initialIntervalMs: z.ZodOptional<z.ZodInt>;
                backoffCoefficient: z.ZodOptional<z.ZodNumber>;
                maximumIntervalMs: z.ZodOptional<z.ZodInt>;
            }, z.core.$strict>>;
        }, z.core.$strict>], "type">>;
        edges: z.ZodArray<z.ZodObject<{
            from: z.ZodString;
            to: z.ZodString;
            when: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
        groups: z.ZodOptional<z.ZodArray<z.ZodObject<{
            groupId: z.ZodString;
            memberNodeIds: z.ZodArray<z.ZodString>;
            expectedSteps: z.ZodInt;
            quorum: z.ZodInt;
            onQuorumMet: z.ZodOptional<z.ZodEnum<{
                waitAll: "waitAll";
                cancelOnQuorum: "cancelOnQuorum";
                joinOnQuorum: "joinOnQuorum";
            }>>;
            requiredNodeIds: z.ZodOptional<z.ZodArray<z.ZodString>>;
        }, z.core.$strict>>>;
        loops: z.ZodOptional<z.ZodArray<z.ZodObject<{
            loopId: z.ZodString;
            entryNodeId: z.ZodString;
            bodyNodeIds: z.ZodArray<z.ZodString>;
            maxIterations: z.ZodOptional<z.ZodInt>;
            onIterationReject: z.ZodOptional<z.ZodObject<{
                when: z.ZodString;
            }, z.core.$strict>>;
            onExhausted: z.ZodOptional<z.ZodObject<{
                routeToNodeId: z.ZodString;
            }, z.core.$strict>>;
        }, z.core.$strict>>>;
        tags: z.ZodOptional<z.ZodArray<z.ZodString>>;
        custom: z.ZodOptional<z.ZodType<JsonObject, JsonPayload, z.core.$ZodTypeInternals<JsonObject, JsonPayload>>>;
        triggers: z.ZodOptional<z.ZodArray<z.ZodObject<{
            triggerId: z.ZodString;
            inboundWebhook: z.ZodObject<{
                authMode: z.ZodEnum<{
                    hmac: "hmac";
                    bearer: "bearer";
                }>;
                secret: z.ZodOptional<z.ZodString>;
                provider: z.ZodOptional<z.ZodEnum<{
                    custom: "custom";
                    svc: "svc";
                    github: "github";
                }>>;
                signatureHeader: z.ZodOptional<z.ZodString>;
                signatureAlgorithm: z.ZodOptional<z.ZodEnum<{
                    sha256: "sha256";
                    sha512: "sha512";
                }>>;
                signaturePrefix: z.ZodOptional<z.ZodString>;
                allowedEvents: z.ZodOptional<z.ZodArray<z.ZodString>>;
                eventNameHeader: z.ZodOptional<z.ZodString>;
                idempotencyHeader: z.ZodOptional<z.ZodString>;
                idempotencyBodyPath: z.ZodOptional<z.ZodString>;
                payloadMapping: z.ZodOptional<z.ZodEnum<{
                    "pass-through": "pass-through";
                    wrap: "wrap";
                }>>;
            }, z.core.$strict>;
        }, z.core.$strict>>>;
        webhookConfig: z.ZodOptional<z.ZodObject<{
            url: z.ZodString;
            secret: z.ZodOptional<z.ZodString>;
            eventTypes: z.ZodOptional<z.ZodArray<z.ZodString>>;
        }, z.core.$strict>>;
        definitionId: z.ZodString;
        scope: z.ZodOptional<z.ZodDiscriminatedUnion<[z.ZodObject<{
            level: z.ZodLiteral<"apiKey">;
        }, z.core.$strict>, z.ZodObject<{
            level: z.ZodLiteral<"organization">;
            organizationId: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            level: z.ZodLiteral<"document">;
            organizationId: z.ZodString;
            documentId: z.ZodString;
        }, z.core.$strict>], "level">>;
        organizationId: z.ZodOptional<z.ZodString>;
        documentId: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>, z.ZodObject<{
        valid: z.ZodBoolean;
        issues: z.ZodArray<z.ZodObject<{
            code: z.ZodString;
            message: z.ZodString;
            path: z.ZodString;
            nodeId: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
        warnings: z.ZodArray<z.ZodObject<{
            code: z.ZodString;
            message: z.ZodString;
            path: z.ZodString;
            nodeId: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
        compiled: z.ZodNullable<z.ZodObject<{
            roots: z.ZodArray<z.ZodString>;
            edges: z.ZodArray<z.ZodObject<{
                from: z.ZodString;
                to: z.ZodString;
                when: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
                role: z.ZodEnum<{
                    success: "success";
                    custom: "custom";
                    reject: "reject";
                    breach: "breach";
                }>;
            }, z.core.$strip>>;
            groups: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
            loops: z.ZodArray<z.ZodCustom<JsonObject, JsonObject>>;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    readonly 'executions/dispatch': Operation<z.ZodObject<{
        organizationId: z.ZodOptional<z.ZodString>;
        documentId: z.ZodOptional<z.ZodString>;
        definitionId: z.ZodString;
        idempotencyKey: z.ZodOptional<z.ZodString>;
        correlationId: z.ZodOptional<z.ZodString>;
        triggerContext: z.ZodOptional<z.ZodType<JsonObject, JsonPayload, z.core.$ZodTypeInternals<JsonObject, JsonPayload>>>;
        webhookUrl: z.ZodOptional<z.ZodString>;
        webhookSecret: z.ZodOptional<z.ZodString>;
        initiatorId: z.ZodOptional<z.ZodString>;
        contributorIds: z.ZodOptional<z.ZodArray<z.ZodString>>;
        enforceSeparation: z.ZodOptional<z.ZodBoolean>;
        subject: z.ZodOptional<z.ZodObject<{
            digest: z.ZodString;
            ref: z.ZodOptional<z.ZodString>;
            revision: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>>;
    }, z.core.$strict>, z.ZodObject<{
        executionId: z.ZodString;
        correlationId: z.ZodString;
        deduplicated: z.ZodBoolean;
    }, z.core.$strip>>;
    readonly 'executions/get': Operation<z.ZodType<GetExecutionRequest, GetExecutionRequest, z.core.$ZodTypeInternals<GetExecutionRequest, GetExecutionRequest>>, z.ZodObject<{
        steps: z.ZodArray<z.ZodObject<{
            stepId: z.ZodString;
            nodeId: z.ZodString;
            nodeType: z.ZodEnum<{
                human: "human";
                agent: "agent";
                webhook: "webhook";
            }>;
            status: z.ZodEnum<{
                completed: "completed";
                skipped: "skipped";
                failed: "failed";
                breached: "breached";
                pending: "pending";
                running: "running";
                cancelled: "cancelled";
                waiting: "waiting";
            }>;
            groupId: z.ZodNullable<z.ZodString>;
            iteration: z.ZodInt;
            attempt: z.ZodInt;
            startedAt: z.ZodNullable<z.ZodInt>;
            completedAt: z.ZodNullable<z.ZodInt>;
            dueAt: z.ZodNullable<z.ZodInt>;
            input: z.ZodCustom<JsonObject, JsonObject>;
            output: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
            error: z.ZodNullable<z.ZodObject<{
                code: z.ZodString;
                message: z.ZodString;
            }, z.core.$strip>>;
            overridden: z.ZodBoolean;
            people: z.ZodNullable<z.ZodObject<{
                order: z.ZodInt;
                entries: z.ZodArray<z.ZodObject<{
                    entry: z.ZodInt;
                    kind: z.ZodEnum<{
                        pool: "pool";
                        chain: "chain";
                        person: "person";
                    }>;
                    mandatory: z.ZodBoolean;
                    order: z.ZodInt;
                    satisfied: z.ZodBoolean;
                    claims: z.ZodArray<z.ZodObject<{
                        userId: z.ZodString;
                        until: z.ZodInt;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
                places: z.ZodArray<z.ZodObject<{
                    userId: z.ZodString;
                    holder: z.ZodString;
                    entries: z.ZodArray<z.ZodInt>;
                    added: z.ZodBoolean;
                    weight: z.ZodInt;
                    veto: z.ZodBoolean;
                    order: z.ZodInt;
                    round: z.ZodInt;
                    state: z.ZodEnum<{
                        later: "later";
                        asked: "asked";
                        answered: "answered";
                        lost: "lost";
                    }>;
                    answer: z.ZodNullable<z.ZodObject<{
                        reviewerId: z.ZodString;
                        onBehalfOf: z.ZodNullable<z.ZodString>;
                        decision: z.ZodEnum<{
                            reject: "reject";
                            approve: "approve";
                            abstain: "abstain";
                        }>;
                        reasonCode: z.ZodNullable<z.ZodString>;
                        recordedAt: z.ZodInt;
                    }, z.core.$strip>>;
                    delegations: z.ZodArray<z.ZodObject<{
                        from: z.ZodString;
                        to: z.ZodString;
                        actorId: z.ZodString;
                        at: z.ZodInt;
                        reason: z.ZodNullable<z.ZodString>;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
                tally: z.ZodObject<{
                    eligible: z.ZodInt;
                    approved: z.ZodInt;
                    rejected: z.ZodInt;
                    abstained: z.ZodInt;
                    open: z.ZodInt;
                    weightApproved: z.ZodInt;
                    weightOpen: z.ZodInt;
                }, z.core.$strip>;
                questions: z.ZodArray<z.ZodObject<{
                    questionId: z.ZodString;
                    by: z.ZodString;
                    of: z.ZodString;
                    question: z.ZodString;
                    askedAt: z.ZodInt;
                    answer: z.ZodNullable<z.ZodString>;
                    answeredAt: z.ZodNullable<z.ZodInt>;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
        executionId: z.ZodString;
        definitionId: z.ZodString;
        definitionVersion: z.ZodInt;
        status: z.ZodEnum<{
            completed: "completed";
            failed: "failed";
            pending: "pending";
            running: "running";
            cancelled: "cancelled";
        }>;
        correlationId: z.ZodString;
        idempotencyKey: z.ZodNullable<z.ZodString>;
        triggerContext: z.ZodCustom<JsonObject, JsonObject>;
        organizationId: z.ZodNullable<z.ZodString>;
        documentId: z.ZodNullable<z.ZodString>;
        createdAt: z.ZodInt;
        startedAt: z.ZodNullable<z.ZodInt>;
        completedAt: z.ZodNullable<z.ZodInt>;
        cancelledAt: z.ZodNullable<z.ZodInt>;
        failureReason: z.ZodNullable<z.ZodObject<{
            code: z.ZodString;
            message: z.ZodString;
            stepId: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
        initiatorId: z.ZodNullable<z.ZodString>;
        contributorIds: z.ZodArray<z.ZodString>;
        subject: z.ZodNullable<z.ZodObject<{
            digest: z.ZodString;
            ref: z.ZodNullable<z.ZodString>;
            revision: z.ZodNullable<z.ZodString>;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    readonly 'executions/list': Operation<z.ZodObject<{
        organizationId: z.ZodOptional<z.ZodString>;
        documentId: z.ZodOptional<z.ZodString>;
        pageSize: z.ZodOptional<z.ZodInt>;
        cursor: z.ZodOptional<z.ZodString>;
        definitionId: z.ZodOptional<z.ZodString>;
        status: z.ZodOptional<z.ZodEnum<{
            completed: "completed";
            failed: "failed";
            pending: "pending";
            running: "running";
            cancelled: "cancelled";
        }>>;
        party: z.ZodOptional<z.ZodString>;
        createdFrom: z.ZodOptional<z.ZodInt>;
        createdBefore: z.ZodOptional<z.ZodInt>;
    }, z.core.$strict>, z.ZodObject<{
        items: z.ZodArray<z.ZodObject<{
            executionId: z.ZodString;
            definitionId: z.ZodString;
            definitionVersion: z.ZodInt;
            status: z.ZodEnum<{
                completed: "completed";
                failed: "failed";
                pending: "pending";
                running: "running";
                cancelled: "cancelled";
            }>;
            correlationId: z.ZodString;
            idempotencyKey: z.ZodNullable<z.ZodString>;
            triggerContext: z.ZodCustom<JsonObject, JsonObject>;
            organizationId: z.ZodNullable<z.ZodString>;
            documentId: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodInt;
            startedAt: z.ZodNullable<z.ZodInt>;
            completedAt: z.ZodNullable<z.ZodInt>;
            cancelledAt: z.ZodNullable<z.ZodInt>;
            failureReason: z.ZodNullable<z.ZodObject<{
                code: z.ZodString;
                message: z.ZodString;
                stepId: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
            initiatorId: z.ZodNullable<z.ZodString>;
            contributorIds: z.ZodArray<z.ZodString>;
            subject: z.ZodNullable<z.ZodObject<{
                digest: z.ZodString;
                ref: z.ZodNullable<z.ZodString>;
                revision: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
        nextCursor: z.ZodNullable<z.ZodString>;
        hasMore: z.ZodBoolean;
    }, z.core.$strip>>;
    readonly 'executions/getEvents': Operation<z.ZodType<GetEventsRequest, GetEventsRequest, z.core.$ZodTypeInternals<GetEventsRequest, GetEventsRequest>>, z.ZodObject<{
        executionId: z.ZodString;
        events: z.ZodReadonly<z.ZodArray<z.ZodType<EngineEvent, unknown, z.core.$ZodTypeInternals<EngineEvent, unknown>>>>;
        nextCursor: z.ZodInt;
        hasMore: z.ZodBoolean;
    }, z.core.$strip>>;
    readonly 'executions/wait': Operation<z.ZodObject<{
        executionId: z.ZodString;
        until: z.ZodUnion<readonly [z.ZodEnum<{
            ended: "ended";
            waiting: "waiting";
        }>, z.ZodObject<{
            stepId: z.ZodString;
        }, z.core.$strict>]>;
        waitMs: z.ZodOptional<z.ZodInt>;
    }, z.core.$strict>, z.ZodObject<{
        reached: z.ZodBoolean;
        execution: z.ZodObject<{
            steps: z.ZodArray<z.ZodObject<{
                stepId: z.ZodString;
                nodeId: z.ZodString;
                nodeType: z.ZodEnum<{
                    human: "human";
                    agent: "agent";
                    webhook: "webhook";
                }>;
                status: z.ZodEnum<{
                    completed: "completed";
                    skipped: "skipped";
                    failed: "failed";
                    breached: "breached";
                    pending: "pending";
                    running: "running";
                    cancelled: "cancelled";
                    waiting: "waiting";
                }>;
                groupId: z.ZodNullable<z.ZodString>;
                iteration: z.ZodInt;
                attempt: z.ZodInt;
                startedAt: z.ZodNullable<z.ZodInt>;
                completedAt: z.ZodNullable<z.ZodInt>;
                dueAt: z.ZodNullable<z.ZodInt>;
                input: z.ZodCustom<JsonObject, JsonObject>;
                output: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
                error: z.ZodNullable<z.ZodObject<{
                    code: z.ZodString;
                    message: z.ZodString;
                }, z.core.$strip>>;
                overridden: z.ZodBoolean;
                people: z.ZodNullable<z.ZodObject<{
                    order: z.ZodInt;
                    entries: z.ZodArray<z.ZodObject<{
                        entry: z.ZodInt;
                        kind: z.ZodEnum<{
                            pool: "pool";
                            chain: "chain";
                            person: "person";
                        }>;
                        mandatory: z.ZodBoolean;
                        order: z.ZodInt;
                        satisfied: z.ZodBoolean;
                        claims: z.ZodArray<z.ZodObject<{
                            userId: z.ZodString;
                            until: z.ZodInt;
                        }, z.core.$strip>>;
                    }, z.core.$strip>>;
                    places: z.ZodArray<z.ZodObject<{
                        userId: z.ZodString;
                        holder: z.ZodString;
                        entries: z.ZodArray<z.ZodInt>;
                        added: z.ZodBoolean;
                        weight: z.ZodInt;
                        veto: z.ZodBoolean;
                        order: z.ZodInt;
                        round: z.ZodInt;
                        state: z.ZodEnum<{
                            later: "later";
                            asked: "asked";
                            answered: "answered";
                            lost: "lost";
                        }>;
                        answer: z.ZodNullable<z.ZodObject<{
                            reviewerId: z.ZodString;
                            onBehalfOf: z.ZodNullable<z.ZodString>;
                            decision: z.ZodEnum<{
                                reject: "reject";
                                approve: "approve";
                                abstain: "abstain";
                            }>;
                            reasonCode: z.ZodNullable<z.ZodString>;
                            recordedAt: z.ZodInt;
                        }, z.core.$strip>>;
                        delegations: z.ZodArray<z.ZodObject<{
                            from: z.ZodString;
                            to: z.ZodString;
                            actorId: z.ZodString;
                            at: z.ZodInt;
                            reason: z.ZodNullable<z.ZodString>;
                        }, z.core.$strip>>;
                    }, z.core.$strip>>;
                    tally: z.ZodObject<{
                        eligible: z.ZodInt;
                        approved: z.ZodInt;
                        rejected: z.ZodInt;
                        abstained: z.ZodInt;
                        open: z.ZodInt;
                        weightApproved: z.ZodInt;
                        weightOpen: z.ZodInt;
                    }, z.core.$strip>;
                    questions: z.ZodArray<z.ZodObject<{
                        questionId: z.ZodString;
                        by: z.ZodString;
                        of: z.ZodString;
                        question: z.ZodString;
                        askedAt: z.ZodInt;
                        answer: z.ZodNullable<z.ZodString>;
                        answeredAt: z.ZodNullable<z.ZodInt>;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
            }, z.core.$strip>>;
            executionId: z.ZodString;
            definitionId: z.ZodString;
            definitionVersion: z.ZodInt;
            status: z.ZodEnum<{
                completed: "completed";
                failed: "failed";
                pending: "pending";
                running: "running";
                cancelled: "cancelled";
            }>;
            correlationId: z.ZodString;
            idempotencyKey: z.ZodNullable<z.ZodString>;
            triggerContext: z.ZodCustom<JsonObject, JsonObject>;
            organizationId: z.ZodNullable<z.ZodString>;
            documentId: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodInt;
            startedAt: z.ZodNullable<z.ZodInt>;
            completedAt: z.ZodNullable<z.ZodInt>;
            cancelledAt: z.ZodNullable<z.ZodInt>;
            failureReason: z.ZodNullable<z.ZodObject<{
                code: z.ZodString;
                message: z.ZodString;
                stepId: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
            initiatorId: z.ZodNullable<z.ZodString>;
            contributorIds: z.ZodArray<z.ZodString>;
            subject: z.ZodNullable<z.ZodObject<{
                digest: z.ZodString;
                ref: z.ZodNullable<z.ZodString>;
                revision: z.ZodNullable<z.ZodString>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    }, z.core.$strip>>;
    readonly 'executions/cancel': Operation<z.ZodType<CancelExecutionRequest, CancelExecutionRequest, z.core.$ZodTypeInternals<CancelExecutionRequest, CancelExecutionRequest>>, z.ZodObject<{
        cancelled: z.ZodLiteral<true>;
        executionId: z.ZodString;
    }, z.core.$strip>>;
    readonly 'executions/withdraw': Operation<z.ZodObject<{
        executionId: z.ZodString;
        actorId: z.ZodString;
        reason: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>, z.ZodObject<{
        cancelled: z.ZodLiteral<true>;
        executionId: z.ZodString;
    }, z.core.$strip>>;
    readonly 'executions/reviseSubject': Operation<z.ZodObject<{
        executionId: z.ZodString;
        subject: z.ZodObject<{
            digest: z.ZodString;
            ref: z.ZodOptional<z.ZodString>;
            revision: z.ZodOptional<z.ZodString>;
        }, z.core.$strict>;
        ifDigest: z.ZodNullable<z.ZodString>;
        actorId: z.ZodString;
        contributorId: z.ZodOptional<z.ZodString>;
        idempotencyKey: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>, z.ZodObject<{
        revised: z.ZodBoolean;
        digest: z.ZodString;
        resetStepIds: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
    readonly 'executions/explain': Operation<z.ZodObject<{
        executionId: z.ZodString;
        stepId: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>, z.ZodObject<{
        executionId: z.ZodString;
        status: z.ZodEnum<{
            completed: "completed";
            failed: "failed";
            pending: "pending";
            running: "running";
            cancelled: "cancelled";
        }>;
        seq: z.ZodInt;
        steps: z.ZodArray<z.ZodObject<{
            stepId: z.ZodString;
            nodeId: z.ZodString;
            status: z.ZodEnum<{
                completed: "completed";
                skipped: "skipped";
                failed: "failed";
                breached: "breached";
                pending: "pending";
                running: "running";
                cancelled: "cancelled";
                waiting: "waiting";
            }>;
            waitsFor: z.ZodOptional<z.ZodEnum<{
                retry: "retry";
                agent: "agent";
                callback: "callback";
                resolutions: "resolutions";
                people: "people";
                directory: "directory";
            }>>;
            since: z.ZodOptional<z.ZodInt>;
            dueAt: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
            nextReminderAt: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
            people: z.ZodOptional<z.ZodNullable<z.ZodObject<{
                order: z.ZodInt;
                entries: z.ZodArray<z.ZodObject<{
                    entry: z.ZodInt;
                    kind: z.ZodEnum<{
                        pool: "pool";
                        chain: "chain";
                        person: "person";
                    }>;
                    mandatory: z.ZodBoolean;
                    order: z.ZodInt;
                    satisfied: z.ZodBoolean;
                    claims: z.ZodArray<z.ZodObject<{
                        userId: z.ZodString;
                        until: z.ZodInt;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
                places: z.ZodArray<z.ZodObject<{
                    userId: z.ZodString;
                    holder: z.ZodString;
                    entries: z.ZodArray<z.ZodInt>;
                    added: z.ZodBoolean;
                    weight: z.ZodInt;
                    veto: z.ZodBoolean;
                    order: z.ZodInt;
                    round: z.ZodInt;
                    state: z.ZodEnum<{
                        later: "later";
                        asked: "asked";
                        answered: "answered";
                        lost: "lost";
                    }>;
                    answer: z.ZodNullable<z.ZodObject<{
                        reviewerId: z.ZodString;
                        onBehalfOf: z.ZodNullable<z.ZodString>;
                        decision: z.ZodEnum<{
                            reject: "reject";
                            approve: "approve";
                            abstain: "abstain";
                        }>;
                        reasonCode: z.ZodNullable<z.ZodString>;
                        recordedAt: z.ZodInt;
                    }, z.core.$strip>>;
                    delegations: z.ZodArray<z.ZodObject<{
                        from: z.ZodString;
                        to: z.ZodString;
                        actorId: z.ZodString;
                        at: z.ZodInt;
                        reason: z.ZodNullable<z.ZodString>;
                    }, z.core.$strip>>;
                }, z.core.$strip>>;
                tally: z.ZodObject<{
                    eligible: z.ZodInt;
                    approved: z.ZodInt;
                    rejected: z.ZodInt;
                    abstained: z.ZodInt;
                    open: z.ZodInt;
                    weightApproved: z.ZodInt;
                    weightOpen: z.ZodInt;
                }, z.core.$strip>;
                questions: z.ZodArray<z.ZodObject<{
                    questionId: z.ZodString;
                    by: z.ZodString;
                    of: z.ZodString;
                    question: z.ZodString;
                    askedAt: z.ZodInt;
                    answer: z.ZodNullable<z.ZodString>;
                    answeredAt: z.ZodNullable<z.ZodInt>;
                }, z.core.$strip>>;
            }, z.core.$strip>>>;
            missing: z.ZodOptional<z.ZodArray<z.ZodObject<{
                code: z.ZodEnum<{
                    entry: "entry";
                    added: "added";
                    rule: "rule";
                    "distinct-approvers": "distinct-approvers";
                }>;
                entry: z.ZodOptional<z.ZodInt>;
                have: z.ZodInt;
                need: z.ZodInt;
            }, z.core.$strip>>>;
            next: z.ZodOptional<z.ZodArray<z.ZodObject<{
                userId: z.ZodString;
                onBehalfOf: z.ZodNullable<z.ZodString>;
                decision: z.ZodEnum<{
                    reject: "reject";
                    approve: "approve";
                    abstain: "abstain";
                }>;
                then: z.ZodObject<{
                    stepStatus: z.ZodEnum<{
                        completed: "completed";
                        skipped: "skipped";
                        failed: "failed";
                        breached: "breached";
                        pending: "pending";
                        running: "running";
                        cancelled: "cancelled";
                        waiting: "waiting";
                    }>;
                    decision: z.ZodNullable<z.ZodEnum<{
                        reject: "reject";
                        approve: "approve";
                        abstain: "abstain";
                    }>>;
                    starts: z.ZodArray<z.ZodString>;
                    cancels: z.ZodArray<z.ZodString>;
                    loopId: z.ZodNullable<z.ZodString>;
                    executionStatus: z.ZodEnum<{
                        completed: "completed";
                        failed: "failed";
                        pending: "pending";
                        running: "running";
                        cancelled: "cancelled";
                    }>;
                }, z.core.$strip>;
            }, z.core.$strip>>>;
            endedBy: z.ZodOptional<z.ZodEnum<{
                veto: "veto";
                agent: "agent";
                breach: "breach";
                failure: "failure";
                rule: "rule";
                rejection: "rejection";
                "out-of-reach": "out-of-reach";
                forced: "forced";
                cancel: "cancel";
                skip: "skip";
            }>>;
            seq: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
        }, z.core.$strip>>;
        truncated: z.ZodBoolean;
    }, z.core.$strip>>;
    readonly 'steps/recordReviewerDecision': Operation<z.ZodObject<{
        reasonCode: z.ZodOptional<z.ZodString>;
        values: z.ZodOptional<z.ZodType<JsonObject, JsonPayload, z.core.$ZodTypeInternals<JsonObject, JsonPayload>>>;
        subjectDigest: z.ZodOptional<z.ZodString>;
        round: z.ZodOptional<z.ZodInt>;
        reviewerId: z.ZodString;
        decision: z.ZodEnum<{
            reject: "reject";
            approve: "approve";
            abstain: "abstain";
        }>;
        reason: z.ZodOptional<z.ZodString>;
        onBehalfOf: z.ZodOptional<z.ZodString>;
        executionId: z.ZodString;
        stepId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        recorded: z.ZodBoolean;
        aggregatorStatus: z.ZodEnum<{
            pending: "pending";
            resolved: "resolved";
        }>;
        resumeScheduled: z.ZodBoolean;
        rejectionReason: z.ZodOptional<z.ZodLiteral<"idempotent">>;
    }, z.core.$strip>>;
    readonly 'steps/recordAgentResolution': Operation<z.ZodObject<{
        resolutionId: z.ZodString;
        status: z.ZodEnum<{
            success: "success";
            failure: "failure";
        }>;
        output: z.ZodOptional<z.ZodType<JsonObject, JsonPayload, z.core.$ZodTypeInternals<JsonObject, JsonPayload>>>;
        errorMessage: z.ZodOptional<z.ZodString>;
        executionId: z.ZodString;
        stepId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        recorded: z.ZodBoolean;
        aggregatorStatus: z.ZodEnum<{
            pending: "pending";
            resolved: "resolved";
        }>;
        resumeScheduled: z.ZodBoolean;
        rejectionReason: z.ZodOptional<z.ZodLiteral<"idempotent">>;
    }, z.core.$strip>>;
    readonly 'steps/cancel': Operation<z.ZodObject<{
        actorId: z.ZodString;
        reason: z.ZodOptional<z.ZodString>;
        executionId: z.ZodString;
        stepId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        cancelled: z.ZodLiteral<true>;
        executionId: z.ZodString;
        stepId: z.ZodString;
    }, z.core.$strip>>;
    readonly 'steps/resolve': Operation<z.ZodObject<{
        reasonCode: z.ZodOptional<z.ZodString>;
        values: z.ZodOptional<z.ZodType<JsonObject, JsonPayload, z.core.$ZodTypeInternals<JsonObject, JsonPayload>>>;
        subjectDigest: z.ZodOptional<z.ZodString>;
        round: z.ZodOptional<z.ZodInt>;
        action: z.ZodEnum<{
            "force-approve": "force-approve";
            "force-reject": "force-reject";
            "force-complete": "force-complete";
            "force-fail": "force-fail";
            "reviewer-approve": "reviewer-approve";
            "reviewer-reject": "reviewer-reject";
        }>;
        actorId: z.ZodString;
        output: z.ZodOptional<z.ZodType<JsonObject, JsonPayload, z.core.$ZodTypeInternals<JsonObject, JsonPayload>>>;
        reason: z.ZodOptional<z.ZodString>;
        executionId: z.ZodString;
        stepId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        resolved: z.ZodBoolean;
        executionId: z.ZodString;
        stepId: z.ZodString;
        action: z.ZodEnum<{
            "force-approve": "force-approve";
            "force-reject": "force-reject";
            "force-complete": "force-complete";
            "force-fail": "force-fail";
            "reviewer-approve": "reviewer-approve";
            "reviewer-reject": "reviewer-reject";
        }>;
        status: z.ZodEnum<{
            completed: "completed";
            skipped: "skipped";
            failed: "failed";
            breached: "breached";
            pending: "pending";
            running: "running";
            cancelled: "cancelled";
            waiting: "waiting";
        }>;
    }, z.core.$strip>>;
    readonly 'steps/listWaiting': Operation<z.ZodObject<{
        organizationId: z.ZodOptional<z.ZodString>;
        documentId: z.ZodOptional<z.ZodString>;
        pageSize: z.ZodOptional<z.ZodInt>;
        cursor: z.ZodOptional<z.ZodString>;
        reviewerId: z.ZodOptional<z.ZodString>;
        definitionId: z.ZodOptional<z.ZodString>;
        sort: z.ZodOptional<z.ZodEnum<{
            waiting: "waiting";
            due: "due";
        }>>;
        dueBefore: z.ZodOptional<z.ZodInt>;
    }, z.core.$strict>, z.ZodObject<{
        items: z.ZodArray<z.ZodObject<{
            executionId: z.ZodString;
            definitionId: z.ZodString;
            stepId: z.ZodString;
            nodeId: z.ZodString;
            nodeType: z.ZodEnum<{
                human: "human";
                agent: "agent";
                webhook: "webhook";
            }>;
            commentBody: z.ZodNullable<z.ZodString>;
            waitingForReviewers: z.ZodArray<z.ZodString>;
            dueAt: z.ZodNullable<z.ZodInt>;
            waitingSince: z.ZodInt;
            as: z.ZodArray<z.ZodObject<{
                userId: z.ZodString;
                kind: z.ZodEnum<{
                    substitute: "substitute";
                    pool: "pool";
                    chain: "chain";
                    person: "person";
                    added: "added";
                }>;
                claimedBy: z.ZodNullable<z.ZodArray<z.ZodString>>;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
        nextCursor: z.ZodNullable<z.ZodString>;
        hasMore: z.ZodBoolean;
    }, z.core.$strip>>;
    readonly 'steps/delegate': Operation<z.ZodObject<{
        reviewerId: z.ZodString;
        toUserId: z.ZodString;
        actorId: z.ZodOptional<z.ZodString>;
        reason: z.ZodOptional<z.ZodString>;
        executionId: z.ZodString;
        stepId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        delegated: z.ZodBoolean;
        toUserId: z.ZodString;
    }, z.core.$strip>>;
    readonly 'steps/claim': Operation<z.ZodObject<{
        reviewerId: z.ZodString;
        entry: z.ZodInt;
        executionId: z.ZodString;
        stepId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        claimed: z.ZodBoolean;
        until: z.ZodInt;
    }, z.core.$strip>>;
    readonly 'steps/release': Operation<z.ZodObject<{
        reviewerId: z.ZodString;
        entry: z.ZodInt;
        actorId: z.ZodOptional<z.ZodString>;
        executionId: z.ZodString;
        stepId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        released: z.ZodBoolean;
    }, z.core.$strip>>;
    readonly 'steps/addReviewers': Operation<z.ZodObject<{
        reviewerId: z.ZodString;
        userIds: z.ZodArray<z.ZodString>;
        reason: z.ZodOptional<z.ZodString>;
        executionId: z.ZodString;
        stepId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        added: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
    readonly 'steps/retractDecision': Operation<z.ZodObject<{
        reviewerId: z.ZodString;
        onBehalfOf: z.ZodOptional<z.ZodString>;
        round: z.ZodInt;
        reason: z.ZodOptional<z.ZodString>;
        executionId: z.ZodString;
        stepId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        retracted: z.ZodBoolean;
        round: z.ZodInt;
    }, z.core.$strip>>;
    readonly 'steps/requestInformation': Operation<z.ZodObject<{
        reviewerId: z.ZodString;
        question: z.ZodString;
        ofUserId: z.ZodOptional<z.ZodString>;
        idempotencyKey: z.ZodOptional<z.ZodString>;
        executionId: z.ZodString;
        stepId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        asked: z.ZodBoolean;
        questionId: z.ZodString;
        dueAt: z.ZodNullable<z.ZodInt>;
    }, z.core.$strip>>;
    readonly 'steps/provideInformation': Operation<z.ZodObject<{
        actorId: z.ZodString;
        questionId: z.ZodString;
        answer: z.ZodString;
        executionId: z.ZodString;
        stepId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        provided: z.ZodBoolean;
        dueAt: z.ZodNullable<z.ZodInt>;
    }, z.core.$strip>>;
    readonly 'steps/remind': Operation<z.ZodObject<{
        actorId: z.ZodString;
        userId: z.ZodOptional<z.ZodString>;
        executionId: z.ZodString;
        stepId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        reminded: z.ZodBoolean;
        userIds: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
    readonly 'steps/decideMany': Operation<z.ZodObject<{
        decisions: z.ZodArray<z.ZodObject<{
            reasonCode: z.ZodOptional<z.ZodString>;
            values: z.ZodOptional<z.ZodType<JsonObject, JsonPayload, z.core.$ZodTypeInternals<JsonObject, JsonPayload>>>;
            subjectDigest: z.ZodOptional<z.ZodString>;
            round: z.ZodOptional<z.ZodInt>;
            reviewerId: z.ZodString;
            decision: z.ZodEnum<{
                reject: "reject";
                approve: "approve";
                abstain: "abstain";
            }>;
            reason: z.ZodOptional<z.ZodString>;
            onBehalfOf: z.ZodOptional<z.ZodString>;
            executionId: z.ZodString;
            stepId: z.ZodString;
        }, z.core.$strict>>;
    }, z.core.$strict>, z.ZodObject<{
        items: z.ZodArray<z.ZodObject<{
            ok: z.ZodBoolean;
            result: z.ZodOptional<z.ZodObject<{
                recorded: z.ZodBoolean;
                aggregatorStatus: z.ZodEnum<{
                    pending: "pending";
                    resolved: "resolved";
                }>;
                resumeScheduled: z.ZodBoolean;
                rejectionReason: z.ZodOptional<z.ZodLiteral<"idempotent">>;
            }, z.core.$strip>>;
            error: z.ZodOptional<z.ZodObject<{
                message: z.ZodString;
                status: z.ZodString;
                details: z.ZodCustom<JsonObject, JsonObject>;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
    }, z.core.$strip>>;
    readonly 'people/setAbsence': Operation<z.ZodObject<{
        userId: z.ZodString;
        from: z.ZodInt;
        until: z.ZodInt;
        substituteId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        absenceId: z.ZodString;
        created: z.ZodBoolean;
    }, z.core.$strip>>;
    readonly 'people/clearAbsence': Operation<z.ZodObject<{
        absenceId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        cleared: z.ZodBoolean;
    }, z.core.$strip>>;
    readonly 'people/listAbsences': Operation<z.ZodObject<{
        pageSize: z.ZodOptional<z.ZodInt>;
        cursor: z.ZodOptional<z.ZodString>;
        userId: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>, z.ZodObject<{
        items: z.ZodArray<z.ZodObject<{
            absenceId: z.ZodString;
            userId: z.ZodString;
            from: z.ZodInt;
            until: z.ZodInt;
            substituteId: z.ZodString;
        }, z.core.$strip>>;
        nextCursor: z.ZodNullable<z.ZodString>;
        hasMore: z.ZodBoolean;
    }, z.core.$strip>>;
    readonly 'events/list': Operation<z.ZodObject<{
        pageSize: z.ZodOptional<z.ZodInt>;
        types: z.ZodOptional<z.ZodArray<z.ZodEnum<{
            "execution.dispatched": "execution.dispatched";
            "step.awaiting-approval": "step.awaiting-approval";
            "step.answered": "step.answered";
            "step.assigned": "step.assigned";
            "step.answer-retracted": "step.answer-retracted";
            "step.question-asked": "step.question-asked";
            "step.question-answered": "step.question-answered";
            "step.reminder": "step.reminder";
            "step.completed": "step.completed";
            "step.failed": "step.failed";
            "step.breached": "step.breached";
            "step.cancelled": "step.cancelled";
            "group.quorum-met": "group.quorum-met";
            "loop.iteration-started": "loop.iteration-started";
            "loop.exhausted": "loop.exhausted";
            "execution.subject-revised": "execution.subject-revised";
            "execution.completed": "execution.completed";
            "execution.failed": "execution.failed";
            "execution.cancelled": "execution.cancelled";
        }>>>;
        definitionId: z.ZodOptional<z.ZodString>;
        executionId: z.ZodOptional<z.ZodString>;
        after: z.ZodOptional<z.ZodString>;
        from: z.ZodOptional<z.ZodEnum<{
            now: "now";
            start: "start";
        }>>;
    }, z.core.$strict>, z.ZodObject<{
        items: z.ZodReadonly<z.ZodArray<z.ZodType<FeedEvent, unknown, z.core.$ZodTypeInternals<FeedEvent, unknown>>>>;
        nextPosition: z.ZodString;
        hasMore: z.ZodBoolean;
    }, z.core.$strip>>;
    readonly 'links/create': Operation<z.ZodObject<{
        reviewerId: z.ZodString;
        decision: z.ZodOptional<z.ZodEnum<{
            reject: "reject";
            approve: "approve";
            abstain: "abstain";
        }>>;
        expiresAt: z.ZodOptional<z.ZodInt>;
        executionId: z.ZodString;
        stepId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        linkId: z.ZodString;
        url: z.ZodString;
        expiresAt: z.ZodInt;
        name: z.ZodString;
        commentBody: z.ZodNullable<z.ZodString>;
        reviewerId: z.ZodString;
        dueAt: z.ZodNullable<z.ZodInt>;
        decision: z.ZodNullable<z.ZodEnum<{
            reject: "reject";
            approve: "approve";
            abstain: "abstain";
        }>>;
    }, z.core.$strip>>;
    readonly 'links/revoke': Operation<z.ZodObject<{
        linkId: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        revoked: z.ZodBoolean;
        linkId: z.ZodString;
    }, z.core.$strip>>;
    readonly 'webhooks/listDeliveries': Operation<z.ZodObject<{
        pageSize: z.ZodOptional<z.ZodInt>;
        cursor: z.ZodOptional<z.ZodString>;
        executionId: z.ZodOptional<z.ZodString>;
        status: z.ZodOptional<z.ZodEnum<{
            pending: "pending";
            delivered: "delivered";
            dead: "dead";
        }>>;
    }, z.core.$strict>, z.ZodObject<{
        items: z.ZodArray<z.ZodObject<{
            deliveryId: z.ZodString;
            executionId: z.ZodString;
            eventId: z.ZodString;
            seq: z.ZodInt;
            type: z.ZodEnum<{
                "execution.dispatched": "execution.dispatched";
                "step.awaiting-approval": "step.awaiting-approval";
                "step.answered": "step.answered";
                "step.assigned": "step.assigned";
                "step.answer-retracted": "step.answer-retracted";
                "step.question-asked": "step.question-asked";
                "step.question-answered": "step.question-answered";
                "step.reminder": "step.reminder";
                "step.completed": "step.completed";
                "step.failed": "step.failed";
                "step.breached": "step.breached";
                "step.cancelled": "step.cancelled";
                "group.quorum-met": "group.quorum-met";
                "loop.iteration-started": "loop.iteration-started";
                "loop.exhausted": "loop.exhausted";
                "execution.subject-revised": "execution.subject-revised";
                "execution.completed": "execution.completed";
                "execution.failed": "execution.failed";
                "execution.cancelled": "execution.cancelled";
            }>;
            status: z.ZodEnum<{
                pending: "pending";
                delivered: "delivered";
                dead: "dead";
            }>;
            attempts: z.ZodInt;
            nextAttemptAt: z.ZodNullable<z.ZodInt>;
            lastStatus: z.ZodNullable<z.ZodInt>;
            lastError: z.ZodNullable<z.ZodString>;
            createdAt: z.ZodInt;
            updatedAt: z.ZodInt;
        }, z.core.$strip>>;
        nextCursor: z.ZodNullable<z.ZodString>;
        hasMore: z.ZodBoolean;
    }, z.core.$strip>>;
    readonly 'webhooks/redeliver': Operation<z.ZodObject<{
        deliveryId: z.ZodOptional<z.ZodString>;
        executionId: z.ZodOptional<z.ZodString>;
        status: z.ZodOptional<z.ZodLiteral<"dead">>;
    }, z.core.$strict>, z.ZodObject<{
        scheduled: z.ZodInt;
    }, z.core.$strip>>;
};
/**
 * What the outside world may send (contract section 13): raw JSON, with proofs of its own.
 * @see docs/reference/contract.md#13-inbound-webhooks
 */
declare const INBOUND_OPERATIONS: {
    readonly 'webhook-inbound/trigger': {
        readonly summary: "Starts a run as a definition's trigger says.";
        readonly query: {
            readonly required: readonly ["workspaceId", "definitionId", "triggerId"];
            readonly optional: readonly ["organizationId", "documentId"];
        };
        readonly headers: readonly [];
        readonly request: z.ZodUnknown;
        readonly result: z.ZodDiscriminatedUnion<[z.ZodObject<{
            accepted: z.ZodLiteral<true>;
            code: z.ZodLiteral<"accepted">;
            executionId: z.ZodString;
            deduplicated: z.ZodBoolean;
        }, z.core.$strip>, z.ZodObject<{
            accepted: z.ZodLiteral<false>;
            code: z.ZodLiteral<"event-ignored">;
        }, z.core.$strip>], "accepted">;
    };
    readonly 'webhook-inbound/callback': {
        readonly summary: "Completes the step that the token was issued for; the same result again returns the same.";
        readonly query: {
            readonly required: readonly [];
            readonly optional: readonly [];
        };
        readonly headers: readonly ["x-svc-callback-token"];
        readonly request: z.ZodObject<{
            output: z.ZodOptional<z.ZodType<JsonObject, JsonPayload, z.core.$ZodTypeInternals<JsonObject, JsonPayload>>>;
            error: z.ZodOptional<z.ZodString>;
            status: z.ZodEnum<{
                completed: "completed";
                failed: "failed";
            }>;
        }, z.core.$strict>;
        readonly result: z.ZodObject<{
            completed: z.ZodLiteral<true>;
            executionId: z.ZodString;
            stepId: z.ZodString;
        }, z.core.$strip>;
    };
};
/**
 * Checks the shape of a request as the operation itself will, for whoever has to know before.
 * @throws ApprovalError INVALID_ARGUMENT with everything that is wrong; NOT_FOUND for a path that is none.
 */
declare function checkRequest(path: string, data: unknown): void;

/**
 * What each operation takes and gives, by name and without the schemas: so that the types of a client are these alone, and an editor
 * shows `DispatchRequest`. That they are those of the table of operations is checked there.
 */

/** The request and the result of every operation, by its path. */
interface OperationTypes {
    /** Keeps a new definition as version 1. */
    readonly 'definitions/create': {
        readonly request: Definition;
        readonly result: DefinitionView;
    };
    /** Keeps a new version; runs under way stay on theirs. */
    readonly 'definitions/update': {
        readonly request: UpdateDefinitionRequest;
        readonly result: DefinitionView;
    };
    /** The newest version, or the one asked for, of the most specific definition. */
    readonly 'definitions/get': {
        readonly request: GetDefinitionRequest;
        readonly result: DefinitionView;
    };
    /** The active definitions of exactly one scope level. */
    readonly 'definitions/list': {
        readonly request: ListDefinitionsRequest;
        readonly result: PageView<DefinitionView>;
    };
    /** Tombstones a definition that has no run in flight. */
    readonly 'definitions/delete': {
        readonly request: DeleteDefinitionRequest;
        readonly result: DeleteDefinitionResult;
    };
    /** Creates, adds a version, or does nothing: so that the newest version is this one. */
    readonly 'definitions/ensure': {
        readonly request: Definition;
        readonly result: EnsureResult;
    };
    /** What create would say, without keeping anything. */
    readonly 'definitions/validate': {
        readonly request: ValidateDefinitionRequest;
        readonly result: Validation;
    };
    /** Starts a run; with an idempotencyKey a repeat returns the first one. */
    readonly 'executions/dispatch': {
        readonly request: DispatchRequest;
        readonly result: DispatchResult;
    };
    /** An execution with its steps. */
    readonly 'executions/get': {
        readonly request: GetExecutionRequest;
        readonly result: ExecutionView;
    };
    /** Executions without their steps, newest first. */
    readonly 'executions/list': {
        readonly request: ListExecutionsRequest;
        readonly result: PageView<ExecutionSummaryView>;
    };
    /** Events with a seq above sinceSeq, in order. */
    readonly 'executions/getEvents': {
        readonly request: GetEventsRequest;
        readonly result: EventsPage;
    };
    /** Waits for a run, or a step of it, for up to 25 s. */
    readonly 'executions/wait': {
        readonly request: WaitExecutionRequest;
        readonly result: WaitExecutionResult;
    };
    /** Ends a run; cancelling it again changes nothing. */
    readonly 'executions/cancel': {
        readonly request: CancelExecutionRequest;
        readonly result: CancelExecutionResult;
    };
    /** Ends a run for whoever started it. */
    readonly 'executions/withdraw': {
        readonly request: WithdrawExecutionRequest;
        readonly result: CancelExecutionResult;
    };
    /** Makes something else what is to be approved; answers of waiting steps are void. */
    readonly 'executions/reviseSubject': {
        readonly request: ReviseSubjectRequest;
        readonly result: ReviseSubjectResult;
    };
    /** Why a run waits, and what each answer would do. */
    readonly 'executions/explain': {
        readonly request: ExplainExecutionRequest;
        readonly result: ExplanationView;
    };
    /** Records what a reviewer decided. */
    readonly 'steps/recordReviewerDecision': {
        readonly request: RecordReviewerDecisionRequest;
        readonly result: ReviewResult;
    };
    /** Resolves one finding of a blocking agent. */
    readonly 'steps/recordAgentResolution': {
        readonly request: RecordAgentResolutionRequest;
        readonly result: ReviewResult;
    };
    /** Cancels an open step. */
    readonly 'steps/cancel': {
        readonly request: CancelStepRequest;
        readonly result: CancelStepResult;
    };
    /** Ends a waiting step by force, or decides as one of its reviewers. */
    readonly 'steps/resolve': {
        readonly request: ResolveStepRequest;
        readonly result: ResolveStepResult;
    };
    /** Steps that wait, the longest first. */
    readonly 'steps/listWaiting': {
        readonly request: ListWaitingRequest;
        readonly result: PageView<WaitingItem>;
    };
    /** Hands a place over for good. */
    readonly 'steps/delegate': {
        readonly request: DelegateStepRequest;
        readonly result: DelegateStepResult;
    };
    /** Reserves one of a pool's answers for a time. */
    readonly 'steps/claim': {
        readonly request: ClaimStepRequest;
        readonly result: ClaimStepResult;
    };
    /** Gives a claim back. */
    readonly 'steps/release': {
        readonly request: ReleaseStepRequest;
        readonly result: ReleaseStepResult;
    };
    /** Adds people who have to approve too. */
    readonly 'steps/addReviewers': {
        readonly request: AddReviewersRequest;
        readonly result: AddReviewersResult;
    };
    /** Takes an answer back while the step waits. */
    readonly 'steps/retractDecision': {
        readonly request: RetractDecisionRequest;
        readonly result: RetractDecisionResult;
    };
    /** Asks somebody for information while the step waits. */
    readonly 'steps/requestInformation': {
        readonly request: RequestInformationRequest;
        readonly result: RequestInformationResult;
    };
    /** Answers a question of a reviewer. */
    readonly 'steps/provideInformation': {
        readonly request: ProvideInformationRequest;
        readonly result: ProvideInformationResult;
    };
    /** Reminds people of a waiting step. */
    readonly 'steps/remind': {
        readonly request: RemindStepRequest;
        readonly result: RemindStepResult;
    };
    /** Records several decisions, each by itself. */
    readonly 'steps/decideMany': {
        readonly request: DecideManyRequest;
        readonly result: DecideManyResult;
    };
    /** Keeps who is away, and who answers for them. */
    readonly 'people/setAbsence': {
        readonly request: SetAbsenceRequest;
        readonly result: SetAbsenceResult;
    };
    /** Forgets an absence. */
    readonly 'people/clearAbsence': {
        readonly request: ClearAbsenceRequest;
        readonly result: ClearAbsenceResult;
    };
    /** Absences, those that begin first first. */
    readonly 'people/listAbsences': {
        readonly request: ListAbsencesRequest;
        readonly result: PageView<AbsenceView>;
    };
    /** The external events of all runs, in one order. */
    readonly 'events/list': {
        readonly request: ListEventsRequest;
        readonly result: FeedPage;
    };
    /** An address that answers for a reviewer, once. */
    readonly 'links/create': {
        readonly request: CreateLinkRequest;
        readonly result: CreateLinkResult;
    };
    /** Takes a link away. */
    readonly 'links/revoke': {
        readonly request: RevokeLinkRequest;
        readonly result: RevokeLinkResult;
    };
    /** Deliveries of events to receivers, newest first. */
    readonly 'webhooks/listDeliveries': {
        readonly request: ListDeliveriesRequest;
        readonly result: PageView<DeliveryView>;
    };
    /** Sends a delivery again, or all dead ones of an execution. */
    readonly 'webhooks/redeliver': {
        readonly request: RedeliverRequest;
        readonly result: RedeliverResult;
    };
}
/** Path of an operation, as in `executions/dispatch`. */
type OperationPath = keyof OperationTypes;
/** Request of the operation at a path. */
type OperationRequest<P extends OperationPath> = OperationTypes[P]['request'];
/** Result of the operation at a path. */
type OperationResult<P extends OperationPath> = OperationTypes[P]['result'];

/** A new, empty store. */
declare function createMemoryStore(): ApprovalStore;

/** A directory of static data, for examples and tests. */

/** Who is in which group and role, and who manages whom. */
interface StaticDirectoryData {
    /** Members of each group. */
    readonly groups?: Readonly<Record<string, readonly string[]>>;
    /** Members of each role. */
    readonly roles?: Readonly<Record<string, readonly string[]>>;
    /** The manager of each person who has one. */
    readonly managers?: Readonly<Record<string, string>>;
    /** What is known of each person. */
    readonly attributes?: Readonly<Record<string, JsonObject>>;
}
/**
 * A directory that says what it was given.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore, staticDirectory } from '@org/approval-core';
 *
 * const directory = staticDirectory({ groups: { finance: ['ann', 'bob'] }, managers: { cay: 'ann' } });
 * const engine = createApprovalEngine({ store: createMemoryStore(), directory });
 * await engine.stop();
 * ```
 */
declare function staticDirectory(data: StaticDirectoryData): Directory;

/** Requests to a SCIM endpoint: bounded in time and size, repeated where that can help, page after page. */

/** How an endpoint is asked, whatever for. */
interface ScimClientOptions {
    /** Where `Users` and `Groups` are, as in `https://id.example.com/scim/v2`. */
    readonly baseUrl: string;
    /** Headers of each request, such as `authorization`; called anew for each attempt. */
    readonly headers?: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
    /** For each request, in ms; 5,000 by default. */
    readonly timeoutMs?: Duration;
    /** Further attempts after a connection that failed, 429 and 5xx; 2 by default. */
    readonly retryCount?: number;
    /** Before the first further attempt, doubled before each one after it, in ms; 200 by default. */
    readonly retryDelayMs?: Duration;
    /** Resources of a page; 100 by default. */
    readonly pageSize?: number;
    /** The runtime's own by default. */
    readonly fetch?: typeof fetch;
}

/** How a SCIM endpoint is asked. */
interface ScimDirectoryOptions extends ScimClientOptions {
    /** The attribute that is the userId of the approvals; `userName` by default. */
    readonly userIdAttribute?: string;
    /** The attribute by which groups are named; `displayName` by default. */
    readonly groupNameAttribute?: string;
}
/**
 * A directory on SCIM 2.0. Members of a group are the users whose `groups.value` is its id; those of a role the users whose
 * `roles.value` is its name; a manager is `manager.value` of the enterprise extension; attributes are those of the user, with
 * the fields of its extensions beside them.
 * @throws TypeError when an option makes no sense.
 */
declare function scimDirectory(options: ScimDirectoryOptions): Directory;

/**
 * Every bound of the engine, once: the numbers of the contract (section 1), and those it needs beside them. Lengths are in
 * characters, times in milliseconds, sizes in bytes of JSON text. `docs/reference/limits.md` is made from this table;
 * what each one bounds is said in `scripts/limits-page.ts`.
 * @see docs/reference/contract.md#1-identifiers-and-limits
 * @see docs/reference/contract.md#2-definitions
 */
declare const LIMITS: {
    readonly nameLength: 200;
    readonly descriptionLength: 2000;
    readonly referenceLength: 200;
    readonly nodeIdLength: 64;
    readonly workspaceIdLength: 128;
    readonly actorLength: 256;
    readonly emailLength: 320;
    readonly tagLength: 64;
    readonly urlLength: 2000;
    readonly secretMinLength: 16;
    readonly bearerSecretLength: 32;
    readonly secretMaxLength: 512;
    readonly commentBodyLength: 8000;
    readonly promptLength: 8000;
    readonly decisionReasonLength: 2000;
    readonly cancelReasonLength: 500;
    readonly errorMessageLength: 2000;
    readonly pathLength: 500;
    readonly cursorLength: 2000;
    readonly reviewers: 50;
    readonly poolUsers: 50;
    readonly poolCount: 50;
    readonly people: 500;
    readonly reviewerWeight: 1000;
    readonly ruleWeight: 500000;
    readonly reviewerOrder: 50;
    readonly distinctApprovers: 50;
    readonly reasonCodes: 50;
    readonly formFields: 50;
    readonly formNameLength: 64;
    readonly formTextLength: 2000;
    readonly formChoices: 50;
    readonly choiceLength: 200;
    readonly chainLevels: 10;
    readonly claimMs: 604800000;
    readonly claimMinMs: 60000;
    readonly pauseMs: 2592000000;
    readonly reminders: 10;
    readonly remindAgainMs: 60000;
    readonly remindersByHand: 50;
    readonly separationNodes: 20;
    readonly contributors: 50;
    readonly runContributors: 500;
    readonly delegations: 10;
    readonly retractions: 10;
    readonly claims: 1000;
    readonly addedPeople: 10;
    readonly openQuestions: 5;
    readonly questions: 20;
    readonly questionLength: 2000;
    readonly decisions: 100;
    readonly absenceMs: 31536000000;
    readonly absences: 100;
    readonly inputNames: 50;
    readonly headers: 50;
    readonly nodes: 100;
    readonly edges: 500;
    readonly groups: 100;
    readonly loops: 20;
    readonly triggers: 50;
    readonly tags: 20;
    readonly eventTypes: 50;
    readonly allowedEvents: 100;
    readonly issues: 100;
    readonly slaMs: 31536000000;
    readonly agentMaxRuntimeMs: 86400000;
    readonly retryIntervalMs: 86400000;
    readonly retryAttempts: 10;
    readonly loopIterations: 20;
    readonly whenLength: 4000;
    readonly whenDepth: 32;
    readonly whenSize: 500;
    readonly patternSize: 2500;
    readonly patternsSize: 25000;
    readonly evaluationWork: 4000000;
    readonly commandWork: 8000000;
    readonly canHoldWork: 10000;
    readonly stepInputBytes: 4194304;
    readonly findings: 1000;
    readonly resolutions: 1000;
    readonly resolutionBytes: 4194304;
    readonly executionBytes: 33554432;
    readonly requestBytes: 1048576;
    readonly requestValues: 150000;
    readonly requestNames: 65536;
    readonly callbackBytes: 524288;
    readonly heldBytes: 16777216;
    readonly payloadBytes: 262144;
    readonly payloadDepth: 64;
    readonly pageSize: 500;
    readonly pageBytes: 4194304;
    readonly stepsPerExecution: 10000;
};
/** What an author gets by leaving the value out. */
declare const DEFAULTS: {
    readonly agentMaxRuntimeMs: 1800000;
    readonly loopIterations: 5;
    readonly retry: {
        readonly maximumAttempts: 3;
        readonly initialIntervalMs: 1000;
        readonly backoffCoefficient: 2;
        readonly maximumIntervalMs: 60000;
    };
    /** Items of a page of any listing; of events `eventsPageSize`. */
    readonly pageSize: 50;
    readonly eventsPageSize: 100;
    readonly claimMs: 28800000;
};
/** Bounds of what hosts wait for and follow: of one process, where nothing else is said. */
declare const HOSTING_LIMITS: {
    /** Types that a feed is narrowed to. */
    readonly feedTypes: 20;
    /** How long a call over HTTP waits, in ms. */
    readonly waitMs: 25000;
    /** Callers that wait at once. */
    readonly waits: 1000;
    /** Streams that are open at once. */
    readonly streams: 1000;
    /** Streams of one workspace. */
    readonly workspaceStreams: 100;
    /** Events that a stream holds for a reader that takes none. */
    readonly streamEvents: 1000;
    /** Bytes of them. */
    readonly streamBytes: 1048576;
    /** Answers of a step whose effect `executions/explain` tells, and of a run. */
    readonly explainedOfStep: 20;
    readonly explainedAnswers: 100;
    /** Bytes of an answer that is given by a link. */
    readonly decideBytes: 65536;
    /** Bytes of a callback of Slack. */
    readonly slackBytes: 262144;
    /** How old it may be, in ms: one that is older was recorded by somebody. */
    readonly slackAgeMs: 300000;
    /** How long Slack may take to replace its message, in ms: with the decision within the 3 s that it waits itself. */
    readonly slackReplaceMs: 2000;
};

/** Writing conditions in code: `when(op('eq', variable('output.decision'), 'approve'))`. */

/** An operator with its operands: literals, variables, or operators again. */
declare const op: (name: OperatorName, ...args: readonly Operand[]) => Expression;
/** A dot-path that starts with `output`, `step` or `execution.input`. */
declare const variable: (path: string) => Variable;
/**
 * The JSON text that an edge's or a loop's `when` takes.
 * @example
 * ```ts
 * import { type DefinitionEdge, op, variable, when } from '@org/approval-core';
 *
 * const large = op('gte', variable('execution.input.amount'), 10_000);
 * const edge: DefinitionEdge = { from: 'clerk', to: 'director', when: when(large) };
 * console.log(edge.when); // → {"op":"gte","args":[{"var":"execution.input.amount"},10000]}
 * ```
 */
declare const when: (expression: Expression) => string;

/** Nodes written in code, with durations as people write them; what they give is the plain JSON of a definition. */

interface CommonOptions<Id extends string> extends Omit<NodeBase, 'nodeId' | 'slaMs' | 'sla' | 'retry'> {
    /** Id of the node, unique in its definition. */
    readonly nodeId: Id;
    /** Time until a step of it is breached. With `calendar` in working time. */
    readonly sla?: Duration | undefined;
    /** Name of one of the engine's calendars. */
    readonly calendar?: string | undefined;
    /** Repeats of an agent that throws, and of a directory that fails. */
    readonly retry?: RetryOptions | undefined;
}
interface RetryOptions extends Omit<DefinitionRetry, 'initialIntervalMs' | 'maximumIntervalMs'> {
    /** Wait before the second call. */
    readonly initialInterval?: Duration | undefined;
    /** Longest wait. */
    readonly maximumInterval?: Duration | undefined;
}
/** A field of a form, as a definition has it; what is given may be read-only. */
interface FormField extends Omit<DefinitionFormField, 'choices'> {
    /** What can be chosen, 1 to 50 texts; required for `choice`, and for nothing else. */
    readonly choices?: readonly string[] | undefined;
}
/** What `nodes.human` takes: the node and its config in one. */
interface HumanOptions<Id extends string, Fields extends readonly FormField[]> extends CommonOptions<Id>, Omit<HumanConfig, 'reviewers' | 'onReject' | 'form' | 'claimMs' | 'pauseMs' | 'reminders'> {
    /** Who decides; a text is a person who has to. */
    readonly reviewers: readonly (string | DefinitionReviewer)[];
    /** Where a rejection leads: a node, or as in JSON. Left out where an edge takes it. */
    readonly onReject?: string | HumanConfig['onReject'];
    /** Fields that an approval fills in; they say what `onDecision` gives as `values`. */
    readonly fields?: Fields | undefined;
    /** How long a claim lasts. */
    readonly claim?: Duration | undefined;
    /** How long open questions may hold the deadline up. */
    readonly pause?: Duration | undefined;
    /** When those who are asked are reminded. */
    readonly reminders?: readonly ({
        readonly after: Duration;
    } | {
        readonly beforeDue: Duration;
    })[] | undefined;
}
/** What `nodes.agent` takes: the node and its config in one. */
interface AgentOptions<Id extends string> extends CommonOptions<Id>, Omit<AgentConfig, 'agentMaxRuntimeMs' | 'agentId' | 'urlPath'> {
    /** Which of the registered agents to call. */
    readonly agentId: string;
    /** Dot-path to the URL that it is to look at, from the trigger context. */
    readonly urlPath: string;
    /** Time for all its calls together. */
    readonly maxRuntime?: Duration | undefined;
}
/** A human node that remembers its fields for the compiler alone. */
type TypedHumanNode<Id extends string, Fields extends readonly FormField[]> = HumanNode & {
    /** Id of the node. */
    readonly nodeId: Id;
    /** Who decides, on what. */
    readonly config: {
        readonly form?: {
            readonly fields: readonly DefinitionFormField[];
        };
    };
    /** Of the compiler: there is no such field. */
    readonly '~fields'?: Fields;
};
declare function human<const Id extends string, const Fields extends readonly FormField[] = readonly []>(options: HumanOptions<Id, Fields>): TypedHumanNode<Id, Fields>;
declare function agent<const Id extends string>(options: AgentOptions<Id>): AgentNode & {
    readonly nodeId: Id;
};
/**
 * Nodes written in code: the same as plain JSON, with durations as people write them.
 * @example
 * ```ts
 * import { nodes } from '@org/approval-core';
 *
 * const legal = nodes.human({ nodeId: 'legal', sla: '2d', reviewers: ['ann'], onReject: 'rework' });
 * console.log(legal.slaMs, legal.config.onReject); // → 172800000 { routeToNodeId: 'rework' }
 * ```
 */
declare const nodes: {
    readonly human: typeof human;
    readonly agent: typeof agent;
};

/** Durations as people write them, in the fields of plain definitions that are given in ms. */

type TimedBase<N extends NodeBase> = Omit<N, keyof NodeBase | 'config'> & Timed<Omit<NodeBase, 'sla' | 'retry'>> & {
    sla?: Timed<DefinitionSla> | undefined;
    retry?: Timed<DefinitionRetry> | undefined;
};
type TimedHumanConfig = Timed<Omit<HumanConfig, 'reminders'>> & {
    reminders?: readonly Timed<DefinitionReminder>[] | undefined;
};
/** A node as in plain JSON, but with any duration wherever it has ms. */
type TimedNode = (TimedBase<HumanNode> & {
    config?: TimedHumanConfig | undefined;
}) | (TimedBase<AgentNode> & {
    config?: Timed<AgentConfig> | undefined;
}) | WebhookNode;

/** A schema by version 1 of the standard; `In` is what it takes, `Out` what it makes of it. */
interface StandardSchema<In = unknown, Out = In> {
    /** What the standard says. */
    readonly '~standard': {
        readonly version: 1;
        readonly vendor: string;
        readonly validate: (value: unknown) => SchemaResult<Out> | Promise<SchemaResult<Out>>;
        readonly types?: {
            readonly input: In;
            readonly output: Out;
        } | undefined;
    };
}
type PathPart = PropertyKey | {
    readonly key: PropertyKey;
};
type SchemaResult<Out> = {
    readonly value: Out;
    readonly issues?: undefined;
} | {
    readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly PathPart[] | undefined;
    }[];
};
/** What a schema takes. */
type SchemaInput<S> = S extends {
    readonly '~standard': {
        readonly types?: infer T;
    };
} ? NonNullable<T> extends {
    readonly input: infer In;
} ? In : never : never;
/** What a schema makes of it. */
type SchemaOutput<S> = S extends {
    readonly '~standard': {
        readonly types?: infer T;
    };
} ? NonNullable<T> extends {
    readonly output: infer Out;
} ? Out : never : never;

/** A workflow whose context and answers the compiler knows. */

/** Where a workflow runs: an engine, or `engine.forWorkspace(…)`. */
type On = Pick<WorkspaceOperations, 'definitions' | 'executions' | 'feed'>;
type FieldValue<F> = F extends {
    readonly type: 'choice';
    readonly choices: readonly (infer C)[];
} ? C : F extends {
    readonly type: infer T extends keyof FieldTypes;
} ? FieldTypes[T] : never;
interface FieldTypes {
    string: string;
    number: number;
    boolean: boolean;
    choice: string;
}
type Required$1<F> = F extends {
    readonly required: true;
} ? F : never;
type NameOf<F> = F extends {
    readonly name: infer N extends string;
} ? N : never;
/** What an approval of these fields holds: those that are required, and perhaps the others. */
type ValuesOf<Fields extends readonly FormField[]> = {
    readonly [F in Required$1<Fields[number]> as NameOf<F>]: FieldValue<F>;
} & {
    readonly [F in Exclude<Fields[number], Required$1<Fields[number]>> as NameOf<F>]?: FieldValue<F>;
};
type HumanIds<Nodes> = Nodes extends readonly (infer N)[] ? N extends {
    readonly type: 'human';
    readonly nodeId: infer Id extends string;
} ? Id : never : never;
type FieldsOf<Nodes, Id> = Nodes extends readonly (infer N)[] ? N extends TypedHumanNode<infer Own, infer Fields> ? Own extends Id ? Fields : never : never : never;
/** What came of a human step. */
interface Decided<Context, Values> {
    /** The run. */
    readonly executionId: string;
    /** The step. */
    readonly stepId: string;
    /** What the people decided together; null: it was completed by force. */
    readonly decision: 'approve' | 'reject' | null;
    /** What the approvals filled in; null unless it is an approval. */
    readonly values: Values | null;
    /** What the run was dispatched with, as the schema makes it. */
    readonly context: Context;
}
/** What `defineWorkflow` takes: a definition, and the schema of its context. */
type WorkflowOptions<Schema extends StandardSchema, Nodes extends readonly TimedNode[]> = Omit<Definition, 'nodes'> & {
    /** What a run is dispatched with: a schema of zod, Valibot, ArkType, or any other of the Standard Schema. */
    readonly context: Schema;
    /** As in a definition, but with any duration (`'7d'`) wherever it has ms; `nodes.human` and `nodes.agent` make them. */
    readonly nodes: Nodes;
};
/** A workflow with its types. */
interface Workflow<Schema extends StandardSchema, Nodes extends readonly TimedNode[]> {
    /** The plain JSON. */
    readonly definition: Definition;
    /** Creates it, adds a version, or does nothing, as `definitions.ensure`. */
    ensure(on: On): Promise<EnsureResult>;
    /**
     * Starts a run.
     * @throws ApprovalError INVALID_ARGUMENT for a context that does not fit its schema; and as `executions.dispatch`.
     */
    dispatch(on: On, request: Omit<DispatchRequest, 'definitionId' | 'triggerContext'> & {
        /** What the schema takes; it is kept as it is given. */
        readonly context: SchemaInput<Schema>;
    }): Promise<DispatchResult>;
    /**
     * Calls `handler` for every decision at a node, in order and at least once, in one process at a time: a subscription
     * of the feed with that `name`. A context that does not fit the schema any more is a throw of the handler's.
     */
    onDecision<const Id extends HumanIds<Nodes>>(on: On, subscription: {
        readonly name: string;
        readonly nodeId: Id;
        /** Counts for a new name only; `start` by default. */
        readonly from?: 'start' | 'now';
    }, handler: (decided: Decided<SchemaOutput<Schema>, ValuesOf<FieldsOf<Nodes, Id>>>) => unknown): Subscription;
}
/**
 * A definition whose context the compiler and the engine both check.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore, defineWorkflow, nodes } from '@org/approval-core';
 * import * as z from 'zod';
 *
 * const expense = defineWorkflow({
 *   definitionId: 'expense',
 *   name: 'Expense',
 *   context: z.object({ amount: z.number().positive(), url: z.url() }),
 *   nodes: [
 *     nodes.human({ nodeId: 'manager', reviewers: ['ann'], onReject: 'rework' }),
 *     nodes.agent({ nodeId: 'rework', agentId: '__mock__', urlPath: 'url' }),
 *   ],
 *   edges: [],
 * });
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * await expense.ensure(engine);
 * await expense.dispatch(engine, { context: { amount: 12, url: 'https://example.com/receipt' } });
 * const refused = expense.dispatch(engine, { context: { amount: -1, url: 'https://example.com' } });
 * console.log(await refused.catch(({ status }: { status: string }) => status)); // → INVALID_ARGUMENT
 * await engine.stop();
 * ```
 */
declare function defineWorkflow<Schema extends StandardSchema, const Nodes extends readonly TimedNode[]>(options: WorkflowOptions<Schema, Nodes>): Workflow<Schema, Nodes>;

/** Where in a request or a definition something is: object keys and array indexes, from the outside in. */
type Path = readonly (string | number)[];
/** `['nodes', 3, 'config', 'urlPath']` → `nodes[3].config.urlPath`; the form that issues carry. */
declare function formatPath(path: readonly PropertyKey[]): string;

/**
 * How large a pattern becomes when it is compiled: counted repetitions are written out, so a text of 4,000 characters
 * can become a program of half a million instructions. Counted before compiling, which is what would take the time.
 */
/** What is left for the patterns of one definition. */
interface PatternBudget {
    /** Parts that they may still have. */
    left: number;
}
/** A new one. */
declare const patternBudget: () => PatternBudget;

type WhenCode = Extract<ErrorCode, `when-${string}`>;
/** Something that is wrong with a condition. */
interface WhenFault {
    /** What kind of fault it is. */
    readonly code: WhenCode;
    /** What is wrong, and how to mend it. */
    readonly message: string;
    /** Inside the tree: `['args', 0, 'var']`. */
    readonly path: Path;
}
/** A condition, or everything that is wrong with it. */
type ParsedWhen = {
    /** Whether it is a condition. */
    readonly ok: true;
    /** Its tree. */
    readonly expression: Expression;
} | {
    readonly ok: false;
    /** All of them at once. */
    readonly faults: readonly WhenFault[];
};
/** Why a dot-path is none that this condition may read, or null. */
type VariableFault = (segments: readonly string[]) => string | null;
/**
 * As `parseWhen`, from the tree itself; over what `variableFault` allows.
 */
declare function parseTree(json: unknown, patterns: PatternBudget, variableFault?: VariableFault): ParsedWhen;

/** What a lint rule is. */

/** What a rule may know beyond the definition. */
interface LintContext {
    readonly maxStepsPerExecution: number;
    /** Agents that the host registered; null when unknown. */
    readonly agentIds: ReadonlySet<string> | null;
    /** Whether the host has a directory; left out when unknown. */
    readonly hasDirectory?: boolean;
    /** Calendars that the host has; left out when unknown. */
    readonly calendars?: ReadonlySet<string>;
}

/** From JSON to the form that the interpreter runs, or everything that is wrong with it. */

/** What comes of compiling a definition: its compiled form, or everything that is wrong with it. */
type CompiledOrIssues = {
    /** Whether the definition is valid. */
    readonly ok: true;
    /** The definition, checked. */
    readonly definition: Definition;
    /** The form that runs are interpreted from. */
    readonly compiled: CompiledDefinition;
    /** What the linter advises against, and accepts. */
    readonly warnings: readonly Issue<WarningCode>[];
} | {
    readonly ok: false;
    /** All of them at once; each refuses the definition. */
    readonly issues: readonly Issue<ErrorCode>[];
    readonly warnings: readonly Issue<WarningCode>[];
};
/**
 * Checks a definition as `definitions.create` does (contract section 15) and compiles it, without an engine; for
 * build steps and editors. `json` must be plain JSON.
 * @see docs/reference/contract.md#15-linter-codes
 * @example
 * ```ts
 * import { compileDefinition } from '@org/approval-core';
 *
 * const checked = compileDefinition({
 *   definitionId: 'sign-off',
 *   name: 'Sign-off',
 *   nodes: [{ nodeId: 'legal', type: 'human', config: { reviewers: [] } }],
 *   edges: [],
 * });
 * if (!checked.ok) for (const issue of checked.issues) console.log(issue.code, issue.path);
 * // → human-missing-reject-path nodes[0].config.onReject
 * // → reviewers-missing nodes[0].config.reviewers
 * ```
 */
declare function compileDefinition(json: JsonValue, context?: Partial<LintContext>): CompiledOrIssues;

/**
 * The interpreter: `(compiled, state, command, environment) → events and jobs, or a refusal`. Pure: no clock,
 * no randomness, no I/O; the same inputs give the same outputs.
 */

/** What comes of a command: what it changes, or why it is refused. */
type DecideResult<R> = {
    /** Whether the command was accepted. */
    readonly ok: true;
    /** What the command returns. */
    readonly result: R;
    /** Empty when the command changed nothing, as on a replay. */
    readonly events: readonly EngineEvent[];
    /** Work that the change leaves behind. */
    readonly jobs: readonly Job[];
    /** The fold of `events` onto the state given. */
    readonly state: ExecutionState;
} | {
    readonly ok: false;
    /** Why nothing changes. */
    readonly refusal: Refusal;
};
/** Decides one command on one execution. */
declare function decide<K extends CommandKind>(compiled: CompiledDefinition, state: ExecutionState, command: CommandOf<K>, environment: Environment): DecideResult<CommandResults[K]>;

/** States that an earlier version stored, read as this version writes them. */

/** Stores call it on what they parse; a state of this version comes back as it is. */
declare function upgradeState<S extends Pick<ExecutionState, 'groups'>>(state: S): S;

/** Who is a party of a run (docs/reference/contract.md, section 18): once one, always one. */

/** The parties of a run that was stored by a release that did not keep them, as far as its state shows. */
declare function partiesOfState(state: ExecutionState): string[];

/** A job that a step cannot do without. */
type NeededJob = Job;
/**
 * The jobs that must be there for the open steps as they are. A call of an agent is needed until it has begun: from then
 * on the agent may have deferred its result, which leaves no trace; the ceiling of its run time is needed until it ends.
 */
declare function neededJobs({ compiled, state, events }: ExecutionRecord): NeededJob[];
/** The jobs that must be there and are not, or at another time. */
declare function lostJobs(record: ExecutionRecord): NeededJob[];

/** What ended a step (contract section 17). */

/** What ended a step. */
type EndedBy = 'rule' | 'rejection' | 'veto' | 'out-of-reach' | 'forced' | 'breach' | 'cancel' | 'failure' | 'skip' | 'agent';

/** What a waiting step lacks of its approval (contract section 17). */

/** One thing that is missing. */
interface Missing {
    /** What it is: the decision rule, an entry, people who were added, or different approvers. */
    readonly code: 'rule' | 'entry' | 'added' | 'distinct-approvers';
    /** Index of the entry, of `entry` alone. */
    readonly entry?: number;
    /** How much there is. */
    readonly have: number;
    /** How much there has to be. */
    readonly need: number;
}

/** What a command that was let happen did, as people are told of it. */

/** What an answer would do. */
interface AnswerEffect {
    /** Status of the step. */
    readonly stepStatus: StepStatus;
    /** How the step would be decided; null: it would not be yet. */
    readonly decision: ReviewVote | null;
    /** Nodes that would start; not those whose steps would be cancelled at once. */
    readonly starts: readonly string[];
    /** Open steps that would be cancelled. */
    readonly cancels: readonly string[];
    /** The loop that would begin again, or be exhausted; null: none. */
    readonly loopId: string | null;
    /** Status of the execution. */
    readonly executionStatus: ExecutionStatus;
}
/**
 * What follows from these events; `state` is as they left it.
 * @param stepId the step that the command is about; null: all of them.
 */
declare function effectOf({ events, state }: {
    readonly events: readonly EngineEvent[];
    readonly state: ExecutionState;
}, stepId: string | null): AnswerEffect;

/** What each answer that may be given to a step now would do (contract section 17), by letting the interpreter do it. */

/** An answer that somebody may give now, and what it would do. */
interface NextAnswer {
    readonly userId: string;
    /** For whom, where they stand in; null: for themselves. */
    readonly onBehalfOf: string | null;
    /** What they would answer. */
    readonly decision: ReviewVote;
    /** What would follow in the same commit; agents are not called. */
    readonly then: AnswerEffect;
}

/** What an open step waits for. */
type WaitsFor = 'directory' | 'people' | 'agent' | 'retry' | 'callback' | 'resolutions';
/** A step as it is explained. */
type ExplainedStep = {
    readonly stepId: string;
    readonly nodeId: string;
    /** How far it is. */
    readonly status: StepStatus;
} & ({
    /** What it waits for. */
    readonly waitsFor: WaitsFor;
    /** Since when, in ms since the epoch. */
    readonly since: number;
    readonly dueAt: number | null;
    /** When people are reminded next; null: not again. */
    readonly nextReminderAt: number | null;
    /** Who decides it; null for a step of no people, and until they are found. */
    readonly people: PeopleView | null;
    /** What it lacks of its approval. */
    readonly missing: readonly Missing[];
    /** What each answer that may be given now would do. */
    readonly next: readonly NextAnswer[];
} | {
    /** What ended it. */
    readonly endedBy: EndedBy;
    /** seq of the event that ended it; null where an earlier release ended it. */
    readonly seq: number | null;
});
/** Why a run waits. */
interface Explanation {
    readonly executionId: string;
    /** How far it is. */
    readonly status: ExecutionStatus;
    /** seq of the state that was explained. */
    readonly seq: number;
    /** Its steps, in the order of creation. */
    readonly steps: readonly ExplainedStep[];
    /** Whether there are more answers than are told. */
    readonly truncated: boolean;
}
/** What is known beside the state. Without `calendars` a step in working time is taken for one that has its calendar. */
interface ExplainOptions extends Partial<Pick<Environment, 'calendars' | 'maxStepsPerExecution'>> {
    /** Only this step; all by default. */
    readonly stepId?: string;
    /** Who is away, so that substitutes are told of; nobody by default. */
    readonly absences?: readonly Absence[];
    /** Agent steps whose agents will call back; the state alone does not tell. */
    readonly deferred?: ReadonlySet<string>;
}
/**
 * Why a run waits, for whom, and what each answer that may be given now would do, by running the interpreter on `state`:
 * no agent is called, nothing is changed. Answers are up to 20 a step and 100 in all, fewer
 * where it takes much work to find out what they do (`truncated`).
 * @example
 * ```ts
 * import { compileDefinition, explain, simulate } from '@org/approval-core';
 *
 * const definition = {
 *   definitionId: 'sign-off',
 *   name: 'Sign-off',
 *   nodes: [
 *     {
 *       nodeId: 'legal',
 *       type: 'human' as const,
 *       config: { reviewers: [{ userId: 'ann', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
 *     },
 *     { nodeId: 'rework', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } },
 *   ],
 *   edges: [],
 * };
 * const run = simulate(definition, { input: {}, now: 0 });
 * const checked = compileDefinition(definition);
 * if (checked.ok) {
 *   const [step] = explain(checked.compiled, run.state, 0).steps;
 *   if (step && 'missing' in step) console.log(step.waitsFor, step.missing[0]); // → people { code: 'entry', entry: 0, have: 0, need: 1 }
 * }
 * ```
 */
declare function explain(compiled: CompiledDefinition, state: ExecutionState, now: number, options?: ExplainOptions): Explanation;

/** A run of a definition without an engine: agents pass at once, and people answer what is said (contract section 17). */

/** What somebody answers in a simulated run. */
interface SimulatedAnswer extends Pick<CommandOf<'record-decision'>, 'reviewerId' | 'decision'> {
    /** The node whose waiting step is answered. */
    readonly nodeId: string;
    /** Why. */
    readonly reason?: string;
    /** Why, as one of the reason codes of the node. */
    readonly reasonCode?: string;
    /** What an approval fills in. */
    readonly values?: JsonObject;
}
/** What a simulated run is about. */
interface SimulateOptions {
    /** The trigger context. */
    readonly input: JsonObject;
    /** What people answer, in this order; nothing by default. */
    readonly answers?: readonly SimulatedAnswer[];
    /** Time of the run, in ms since the epoch. */
    readonly now: number;
    /** Who started it, who worked on what, and on what. */
    readonly parties?: Parties;
    /** What the directory would say; by default it knows nobody. */
    readonly directory?: {
        readonly groups?: Readonly<Record<string, readonly string[]>>;
        readonly roles?: Readonly<Record<string, readonly string[]>>;
        readonly managers?: Readonly<Record<string, string>>;
        readonly attributes?: Readonly<Record<string, JsonObject>>;
    };
    /** The calendars of the engine by name, for nodes with working time; none by default. */
    readonly calendars?: Readonly<Record<string, Calendar>>;
}
/** What came of a simulated run. */
interface Simulation {
    /** The run after the last answer. */
    readonly state: ExecutionState;
    /** Everything that happened. */
    readonly events: readonly EngineEvent[];
    /** Why it waits now. */
    readonly explanation: Explanation;
    /** Answers that were refused, by their index. */
    readonly refused: readonly {
        /** Which answer. */
        readonly index: number;
        /** Why. */
        readonly refusal: Refusal;
    }[];
}
/**
 * Runs a definition in one go, without an engine, a clock or a store. Agents pass at once, without an output; deadlines and
 * reminders do not come, but what is due is computed, in working time as well.
 * @throws ApprovalError INVALID_ARGUMENT for a definition that the linter refuses, a calendar that makes no sense (`path` says which),
 * or a run that cannot start.
 */
declare function simulate(definition: Definition, options: SimulateOptions): Simulation;

/** Issues up to the limit of contract section 1, and one that says that there are more. */

/** The first issues of a long list. */
declare function capped(issues: Iterable<Issue<ErrorCode>>): readonly Issue<ErrorCode>[];

/** SHA-256 of the text in UTF-8, as hex. */
declare const sha256Hex: (text: string) => string;

/** The idempotency keys by which a gate starts its runs: nobody else may use them, and who answers there is restricted (permits G7). */
declare const PERMIT_KEY_PREFIX = "permit:";
/** Whether a run that was started with this key is one of a gate's. */
declare const isOfPermit: (idempotencyKey: unknown) => boolean;

/** What a process remembers of many things: the ones used last. */

/**
 * Counted as sizes, and not as the library's `max`, which makes room for all of them at once: an engine, or a transaction of
 * the host, would begin by filling a megabyte that it may never need.
 */
declare const remembered: <V extends object | number>(most: number, { ttl }?: {
    readonly ttl?: number;
}) => LRUCache<string, V>;

/** What a condition over incomplete data can be. */
type Truth = 'true' | 'false' | 'unknown';
/** What several conditions may take together: what goes beyond it is unknown. */
declare class TruthBudget extends WorkBudget {
    constructor(units?: number);
}
/**
 * Whether the condition holds for `scope`, whose own properties variables are read from. Bounded in work: a condition that
 * takes more than `budget`, or than a single one may, is unknown.
 */
declare function truthOf(expression: Expression, scope: object, budget?: TruthBudget): Truth;

/** Where the items of a listing are, and what is shown of each. */
interface Listing<T, V> {
    /** A page of the store. */
    readonly list: (page: PageRequest) => Promise<Page<T>>;
    /** What a caller sees of an item: JSON; null: nothing, and it is passed over. It may be asked for twice. */
    readonly view: (item: T) => V | null | Promise<V | null>;
    /** How many items are read at once: as many as may be in memory beside the page, however large they are. */
    readonly slice: number;
}
/**
 * A page of at most `limit` items and `LIMITS.pageBytes` bytes, but at least one item, unless too many had to be passed over.
 * The store is read in slices, so that what is in memory does not grow with the page size that a caller asks for.
 * @throws ApprovalError INVALID_ARGUMENT for a cursor that is not one of this listing.
 */
declare function listWithin<T, V>({ list, view, slice }: Listing<T, V>, { limit, cursor: start }: PageRequest): Promise<PageView<V>>;

/** Who may answer for the holder of a place (contract section 17), if the absences say that they stand in for them. */

/** Those of the people whom a step waits for in whose place a substitute may answer, as far as its state says so itself. */
declare function stoodInFor({ people, waitingForReviewers, }: Pick<StepState, 'people' | 'waitingForReviewers'>): readonly string[];

/** What is the engine's own: runs by what their idempotencyKey begins with, definitions by their id. */

/** Whether the definition is one that the engine keeps for questions; each question may have one of its own. */
declare const isReservedId: (definitionId: unknown) => boolean;

export { type Absence, type AbsenceKey, type AbsenceQuery, type AbsenceResult, type AbsenceStore, type AbsenceView, type AbsencesInForce, type AddReviewersRequest, type AddReviewersResult, type AgentConfig, type AgentFunction, type AgentNode, type AgentOptions, type AgentRequest, type AgentResponse, type Agents, type AnswerEffect, type AnswerEffectView, type ApprovalEngine, ApprovalError, type ApprovalStore, type AskRequest, type AskResult, type BatchLimits, type Calendar, type CallbackBody, type Caller, type CancelExecutionRequest, type CancelExecutionResult, type CancelStepRequest, type CancelStepResult, type Change, type ChangeOperations, type Claim, type ClaimRequest, type ClaimResult, type ClaimStepRequest, type ClaimStepResult, type ClaimUse, type ClaimView, type ClaimedJob, type ClearAbsenceRequest, type ClearAbsenceResult, type Clock, type Command, type CommandKind, type CommandOf, type CommitHook, type CommitResult, type CompiledDefinition, type CompiledEdgeView, type CompiledOrIssues, type CompiledView, type CompleteDeferredRequest, type CompleteDeferredResult, type ConcurrencyLimits, type CreateLinkRequest, type CreateLinkResult, DEFAULTS, DEFAULT_BATCHES, DEFAULT_JOBS, DEFAULT_LIMITS, DEFAULT_RETENTION, DEFAULT_WEBHOOKS, DEFAULT_WORKSPACE, type DecideManyError, type DecideManyItem, type DecideManyRequest, type DecideManyResult, type DecideResult, type Decided, type DecisionMail, type Definition, type DefinitionChain, type DefinitionChainLimit, type DefinitionDecisionRule, type DefinitionEdge, type DefinitionForm, type DefinitionFormField, type DefinitionGroup, type DefinitionHead, type DefinitionKey, type DefinitionLoop, type DefinitionLoopBack, type DefinitionNode, type DefinitionOnReject, DefinitionOperations, type DefinitionPool, type DefinitionRef, type DefinitionReminder, type DefinitionResolutionPolicy, type DefinitionRetry, type DefinitionReviewer, type DefinitionScope, type DefinitionSeparation, type DefinitionSla, type DefinitionStore, type DefinitionTrigger, type DefinitionValue, type DefinitionVersion, type DefinitionView, type DelegateStepRequest, type DelegateStepResult, type DelegationView, type DeleteDefinitionRequest, type DeleteDefinitionResult, type Delivery, type DeliveryKey, type DeliveryQuery, type DeliveryResult, type DeliveryStatus, type DeliveryStore, type DeliveryView, type DeliveryWork, type Directory, type DirectoryContext, type DispatchRequest, type DispatchResult, type DoctorCode, type DoctorFinding, type DoctorReport, type DoctorRequest, type Duration, ERROR_CODES, EXTERNAL_EVENT_TYPES, type Outcome as EdgeOutcome, type EndedBy, type EngineEvent, type EngineOptions, type EngineStats, type EnsureResult, type Environment, type ErrorCode, type ErrorDetails, type ErrorStatus, type EventContext, type EventData, type EventKey, type EventListener, type EventOf, type EventQuery, type EventType, type EventsPage, type ExecutionHeader, type ExecutionKey, ExecutionOperations, type ExecutionQuery, type ExecutionRecord, type ExecutionState, type ExecutionStatus, type ExecutionStore, type ExecutionSummary, type ExecutionSummaryView, type ExecutionView, type ExhaustedRoute, type ExplainExecutionRequest, type ExplainOptions, type ExplainedStep, type ExplainedStepView, type Explanation, type ExplanationView, type Expression, type ExternalEvent, type ExternalEventType, type FailureReason, type FailureReasonView, type Fault, type FeedEntry, type FeedEvent, type FeedHandler, FeedOperations, type FeedPage, type FeedQuery, type FeedSlice, type FeedStore, type Finding, type Folding, type FollowEventsRequest, type FollowedEvents, type FormField, type GetDefinitionRequest, type GetEventsRequest, type GetExecutionRequest, type GroupName, type Guard, HEALTH_COUNT, HEALTH_FEEDS, HOSTING_LIMITS, type Health, type HealthStore, type HostChange, type HostTransaction, type HumanConfig, type HumanNode, type HumanOptions, INBOUND_OPERATIONS, INVARIANTS, type Ids, type InboundHeaders, InboundOperations, type InboundSignature, type InboundWebhook, type Invariant, type InvariantCode, type Issue, type IssueCode, type IssueView, JOB_KINDS, type Job, type JobKey, type JobKind, type JobOptions, type JobStore, type JsonArray, type JsonCopy, type JsonLimits, type JsonObject, type JsonPayload, type JsonValue, type KeyedRevision, type KnownExecution, type KnownHead, LIMITS, LIVE_CLAIMS, type LinkAnswer, type LinkAnswered, type LinkKey, LinkOperations, LinkPages, type LinkStore, type LinkView, type ListAbsencesRequest, type ListDefinitionsRequest, type ListDeliveriesRequest, type ListEventsRequest, type ListExecutionsRequest, type ListWaitingRequest, type Listing, type LiveClaim, type LiveClaims, type LiveClaimsRequest, type Logger, MOST_IN_FORCE, type MessageLink, type Missing, type MissingView, type NeededJob, type NextAnswer, type NextAnswerView, type NodeBase, type NodeType, OPERATIONS, OPERATOR_NAMES, type OnCommit, type Operand, type Operation, type OperationPath, type OperationRequest, type OperationResult, type OperationTypes, type OperatorName, PERMIT_KEY_PREFIX, type Page, type PageRequest, type PageView, type ParsedWhen, type Parties, type PartyKey, type PatternBudget, type PendingDelivery, type PeopleEntryView, PeopleOperations, type PeopleView, type PlaceAnswerView, type PlaceView, type ProvideInformationRequest, type ProvideInformationResult, type Push, type QuestionView, type QuorumPolicy, RETRY_DELAYS_MS, type Receiver, type RecordAgentResolutionRequest, type RecordReviewerDecisionRequest, type RedeliverRequest, type RedeliverResult, type Redelivery, type Refusal, type ReleaseStepRequest, type ReleaseStepResult, type RemindStepRequest, type RemindStepResult, type RequestInformationRequest, type RequestInformationResult, type RequestLimits, RequestParser, type ResolveStepRequest, type ResolveStepResult, type RetentionOptions, type RetentionRequest, type RetractDecisionRequest, type RetractDecisionResult, ReviewOperations, type ReviewResult, type ReviewVote, type ReviseSubjectRequest, type ReviseSubjectResult, type RevokeLinkRequest, type RevokeLinkResult, type RunScope, type RunSubject, STORE_CONTRACT_VERSION, type SchemaInput, type SchemaOutput, type ScimDirectoryOptions, type ScopeView, type SealedSecret, type SecretKey, type SecretOwner, type SecretStore, type SetAbsenceRequest, type SetAbsenceResult, type SimulateOptions, type SimulatedAnswer, type Simulation, type SlackDecision, type SlackQuestion, type StandardSchema, type StaticDirectoryData, type StepErrorView, StepOperations, type StepState, type StepStatus, type StepView, type StoreHealth, type StoreHealthRequest, type StoreQueues, type StoredAbsence, type StoredJob, type StoredJobKind, type StoredLink, type StoredSubscription, type Subject, type SubjectView, type SubscribeOptions, type Subscription, type SubscriptionKey, type SubscriptionStatus, type SubscriptionStore, type TallyView, type Telemetry, type TelemetryAgentCall, type TelemetryChange, type TelemetryClaimed, type TelemetryCommand, type TelemetryCommit, type TelemetryDelivery, type TelemetryHappening, type TelemetryJob, type TelemetryLeaseLost, type TelemetryOutcomes, type TelemetryRun, type TelemetrySpan, type TelemetryWork, type TransactionOperations, type TriggerResult, type TriggerTarget, type Truth, TruthBudget, type TypedHumanNode, type UpdateDefinitionRequest, VISIBLE_FIELDS, type ValidateDefinitionRequest, type Validation, type ValuesOf, type VariableFault, type Via, type Visible, WARNING_CODES, type WaitExecutionRequest, type WaitExecutionResult, type WaitingAs, type WaitingItem, type WaitingQuery, type WaitingStep, type WaitsFor, type WarningCode, type WebhookAttempt, type WebhookConfig, type WebhookNode, type WebhookNodeConfig, WebhookOperations, type WebhookOptions, type WebhookOutcome, type WebhookTransport, type Weekday, type WhenFault, type WithdrawExecutionRequest, type Workflow, type WorkflowOptions, type WorkingCalendar, type WorkspaceOperations, adaptiveCard, beginFold, canFire, canonicalJson, capped as cappedIssues, changeBetween, checkChange, checkExecution, checkRequest, checkWork, compileDefinition, consoleLogger, copyJson, createApprovalEngine, createMemoryStore, decide, decisionMail, defineWorkflow, describeError, duration, effectOf, evolve, excerpt, executionOfDelivery, explain, fold, formatPath, guardOf, guardedLogger, initialState, isExternal, isOfPermit, isOpen, isPlainObject, isReservedId, isTerminal, isVisible, listWithin, longOver, lostJobs, neededJobs, nodes, op, parseTree as parseCondition, partiesOfState, patternBudget, randomIds, remembered, scimDirectory, sha256Hex, simulate, slackBlocks, slackDecisionBlocks, staticDirectory, stoodInFor, systemClock, textFault, truthOf, upgradeState, variable, visibleFault, when };
