/** Decisions of a host about calls of webhook nodes. */

/** A webhook node that is to call. */
export interface CallAsked {
  /** Workspace of the definition. */
  readonly workspaceId: string;
  /** Definition with the node. */
  readonly definitionId: string;
  /** Node that calls. */
  readonly nodeId: string;
  /** Origin of its URL, as in `https://api.example.com`. */
  readonly origin: string;
}

/** Returns true if the node may call its origin. A throw or another value forbids it. */
export type MayCall = (asked: CallAsked) => boolean;

/** Request for the credentials of a call. */
export interface CredentialsAsked extends CallAsked {
  /** Aborted when the call is given up, or after 10 s. */
  readonly signal: AbortSignal;
}

/**
 * Returns headers for the request of a webhook node, up to 10; `authorization` and `cookie` are
 * allowed. They are never stored. A throw counts as no response.
 */
export type CallCredentials = (
  name: string,
  asked: CredentialsAsked,
) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
