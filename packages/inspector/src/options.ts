/** Options of an inspector. */
import type { ApprovalEngine, ApprovalStore } from '@org/approval-core';
import { hostNames } from '@org/approval-internal/browser';
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

/** A visitor and their permissions. */
export interface Visitor {
  /** Workspace whose runs they see. */
  readonly workspaceId: string;
  /** Id of the visitor, as definitions name reviewers. */
  readonly subject: string;
  /**
   * `read` all pages, with all content; `decide` as themselves; `decide-any` for every reviewer,
   * except on permits; `delegate` places of others; `remind` reviewers; `resolve` and cancel steps
   * by force; `dispatch` runs; `define` versions; `cancel` runs; `redeliver` webhooks.
   */
  readonly permissions: readonly Permission[];
}

/** Options of an inspector. */
export interface InspectorOptions {
  /** The engine whose operations it calls. */
  readonly engine: Pick<ApprovalEngine, 'forWorkspace' | 'stats'> & Partial<Pick<ApprovalEngine, 'doctor'>>;
  /** Its store, for events of a run that HTTP does not expose. */
  readonly store: Pick<
    ApprovalStore,
    'readEvents' | 'loadExecutions' | 'loadDefinitions' | 'countExecutions' | 'listClaims'
  >;
  /** Authenticates every request with the means of the host; null refuses it. */
  readonly authorize: (request: HttpRequest) => Promise<Visitor | null> | Visitor | null;
  /** Path of the mount point, such as `/approvals/inspect`; empty by default. */
  readonly basePath?: string | undefined;
  /**
   * Host names of these pages, such as `approvals.example.com`, or `.example.com` for all names
   * below it. Requests for others are refused, because a foreign domain may resolve to this server.
   * IP addresses and `localhost` are always accepted.
   * @defaultValue []
   */
  readonly hosts?: readonly string[] | undefined;
  /** Pages of the host, by the last part of their address, such as `mails`; listed last. */
  readonly pages?: Readonly<Record<string, OwnPage>> | undefined;
  /**
   * Updates pages by server-sent events. Set it to false where the host or a proxy cannot keep
   * responses open: pages then poll every 2 s.
   * @defaultValue true
   */
  readonly live?: boolean | undefined;
  /** Current time in ms since the epoch; the system clock by default. */
  readonly now?: (() => number) | undefined;
  /** Receives errors that visitors do not see; the console by default. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A page of the host, for visitors with `read`. */
export interface OwnPage {
  /** Title of the page, also in the navigation. */
  readonly label: string;
  /** Renders the page for the parameters of its URL. Templates of `html` escape strings. */
  readonly content: (given: URLSearchParams) => Promise<Html> | Html;
}

/** A name of a built-in page would hide that page. */
const ownPages = must(
  'pages by unused names of a to z and "-", each with a label and content',
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
  hosts: optional(hostNames),
  pages: optional(ownPages),
  live: optional(truth),
  now: optional(callable),
  onError: optional(callable),
};

export const checkInspectorOptions = (options: InspectorOptions): void =>
  checkOptions('createInspector', options, CHECKS);
