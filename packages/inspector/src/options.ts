/** What an inspector is made of. */
import type { ApprovalEngine, ApprovalStore } from '@org/approval-core';
import type { HttpRequest } from '@org/approval-internal/http';
import {
  type Checks,
  basePath,
  callable,
  checkOptions,
  truth,
  must,
  optional,
  withMethods,
} from '@org/approval-internal/options';
import { isObject } from '@org/approval-internal/values';
import type { Html } from './html/html.js';
import { NAMES, type Permission } from './html/site.js';

/** Who looks, and what they may do. */
export interface Visitor {
  /** Whose runs they see. */
  readonly workspaceId: string;
  /** Who they are, as reviewers are named in definitions. */
  readonly subject: string;
  /**
   * `read` every page, with all that runs and answers contain; `decide` as themselves; `decide-any` for any reviewer, but on runs of permits;
   * `delegate` places of others; `remind` people; `resolve` and cancel steps by force; `dispatch` runs; `define` versions; `cancel` runs;
   * `redeliver` webhooks.
   */
  readonly permissions: readonly Permission[];
}

/** How an inspector is set up. */
export interface InspectorOptions {
  /** The engine whose operations it calls. */
  readonly engine: Pick<ApprovalEngine, 'forWorkspace' | 'stats'> & Partial<Pick<ApprovalEngine, 'doctor'>>;
  /** Its store: the past of a run is made from events that never leave over HTTP. */
  readonly store: Pick<
    ApprovalStore,
    'readEvents' | 'loadExecutions' | 'loadDefinitions' | 'countExecutions' | 'listClaims'
  >;
  /** Who asks, by the host's own authentication; null: nobody who may look. Called for every request. */
  readonly authorize: (request: HttpRequest) => Promise<Visitor | null> | Visitor | null;
  /** Path that it is mounted below, as in `/approvals/inspect`; empty by default. */
  readonly basePath?: string | undefined;
  /** Pages of the host's own, by the last part of their address, as in `mails`; they stand behind the others. */
  readonly pages?: Readonly<Record<string, OwnPage>> | undefined;
  /**
   * Pages hear by the feed, as server-sent events, that something has happened; false where the host or a proxy of it cannot keep
   * answers open: then they ask every two seconds.
   * @defaultValue true
   */
  readonly live?: boolean | undefined;
  /** What time it is, in ms since the epoch; the system's clock by default. */
  readonly now?: (() => number) | undefined;
  /** Told of faults that visitors are not told; the console by default. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A page of the host's own, for whoever may `read`. */
export interface OwnPage {
  /** What it is called, in the list of pages too. */
  readonly label: string;
  /** What stands on it, made for each request from the parameters of its URL. Made with `html`, texts are text. */
  readonly content: (given: URLSearchParams) => Promise<Html> | Html;
}

/** A name that is one of ours would hide that page. */
const ownPages = must(
  'pages by names of a to z and "-" that the inspector has not itself, each with a label and content',
  (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, it]) =>
        /^[a-z][a-z-]{0,39}$/.test(name) &&
        !NAMES.has(name) &&
        isObject(it) &&
        typeof it['label'] === 'string' &&
        typeof it['content'] === 'function',
    ),
);

const CHECKS: Checks<InspectorOptions> = {
  engine: withMethods('forWorkspace', 'stats'),
  store: withMethods('readEvents', 'loadExecutions', 'loadDefinitions'),
  authorize: callable,
  basePath: optional(basePath),
  pages: optional(ownPages),
  live: optional(truth),
  now: optional(callable),
  onError: optional(callable),
};

export const checkInspectorOptions = (options: InspectorOptions): void =>
  checkOptions('createInspector', options, CHECKS);
