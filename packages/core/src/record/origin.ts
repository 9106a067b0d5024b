/** Names of logs: `<name>/<workspace>/<epoch>`. */
import { readDecimal } from './checkpoint.js';

/** Parts of the name of a log. */
export interface Origin {
  /** Name that the host gave its logs. */
  readonly name: string;
  /** Workspace whose runs the log has. */
  readonly workspaceId: string;
  /** Number of the log, from 1; each reopening begins the next. */
  readonly epoch: number;
}

const UNRESERVED = /[^A-Za-z0-9._~-]/gu;

/** Percent-encodes all but the unreserved characters. */
const encoded = (text: string): string =>
  text.replace(UNRESERVED, (it) =>
    [...new TextEncoder().encode(it)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );

/** Writes the name of a log. */
export const originOf = ({ name, workspaceId, epoch }: Origin): string =>
  `${name}/${encoded(workspaceId)}/${epoch}`;

/** True if `name` can name the logs of a host. */
export const isLogName = (name: string): boolean => /^[a-z0-9./-]{1,100}$/.test(name);

/** Reads the name of a log; null for what is none. */
export function readOrigin(text: string): Origin | null {
  const parts = text.split('/');
  const epoch = readDecimal(parts.pop() ?? '');
  const workspaceId = decoded(parts.pop() ?? '');
  if (epoch === null || epoch < 1 || workspaceId === null) return null;
  const origin = { name: parts.join('/'), workspaceId, epoch };
  return isLogName(origin.name) && originOf(origin) === text ? origin : null;
}

function decoded(text: string): string | null {
  try {
    return text === '' ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}
