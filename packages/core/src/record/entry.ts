/** Entries of a chain: what is hashed of an event, and of a run before its first event. */
import type { JsonObject, JsonValue } from '../definition/json.js';
import type { EngineEvent } from '../interpreter/event.js';
import type { ExecutionHeader } from '../interpreter/header.js';
import { canonicalText } from './canonical.js';
import { HIDDEN_IN_GENESIS, hiddenOf } from './hidden.js';
import { personSalt, personToken, textDigest, textSalt } from './hashes.js';
import { replaceHidden } from './hide.js';

/** A text behind its digest. */
export interface ShownText {
  /** Salt of the text. */
  readonly salt: string;
  /** Canonical text of the value. */
  readonly text: string;
}

/** Receives hidden parts as they are hidden. */
export interface HiddenParts {
  /** Called with each text and the pointer of its place. */
  readonly text?: (pointer: string, shown: ShownText) => void;
  /** Called with each user and their token. */
  readonly person?: (token: string, userId: string, salt: string) => void;
}

/** Hides the people and the texts of one run. */
export class Hiding {
  private readonly key: string;
  private readonly tokens = new Map<string, { readonly token: string; readonly salt: string }>();

  /** @param key key of the run, 16 random bytes in base64url */
  constructor(key: string) {
    this.key = key;
  }

  /** Token of a user, and the salt that it is made with. */
  tokenOf(userId: string): { readonly token: string; readonly salt: string } {
    const known = this.tokens.get(userId);
    if (known !== undefined) return known;
    const salt = personSalt(this.key, userId);
    const made = { token: personToken(salt, userId), salt };
    this.tokens.set(userId, made);
    return made;
  }

  /**
   * Returns the value with people as tokens and texts as digests. `prefix` begins the pointers of
   * `value`, as in `/data`.
   */
  hide(
    value: JsonObject,
    pointers: ReturnType<typeof hiddenOf>,
    { seq, prefix }: { readonly seq: number; readonly prefix: string },
    parts: HiddenParts = {},
  ): JsonObject {
    return replaceHidden(value, pointers, prefix, {
      person: (it, pointer) => {
        if (typeof it !== 'string') throw new TypeError(`${pointer} is not a user id`);
        const userId = it;
        const { token, salt } = this.tokenOf(userId);
        parts.person?.(token, userId, salt);
        return token;
      },
      text: (it, pointer) => {
        const salt = textSalt(this.key, seq, pointer);
        const text = canonicalText(it);
        parts.text?.(pointer, { salt, text });
        return { '#': textDigest(salt, text) };
      },
    });
  }
}

type Chained = Pick<EngineEvent, 'eventId' | 'seq' | 'type' | 'stepId' | 'timestamp'> & {
  readonly data: object;
};

/** Returns the entry of an event. */
export function entryOf(event: Chained, hiding: Hiding, parts?: HiddenParts): string {
  const { eventId, seq, type, stepId, timestamp } = event;
  const where = { seq, prefix: '/data' };
  const data = hiding.hide(event.data as JsonObject, hiddenOf(type), where, parts);
  return canonicalText({ at: timestamp, data, id: eventId, seq, step: stepId, type });
}

/** Returns the genesis of a chain that begins with the event `from`. */
export function genesisOf(
  header: ExecutionHeader,
  { from, digest }: { readonly from: number; readonly digest: string },
  hiding: Hiding,
  parts?: HiddenParts,
): string {
  const { parties } = header;
  const subject = parties?.subject ?? null;
  const plain: Record<string, JsonValue> = {
    context: header.triggerContext,
    contributors: parties?.contributorIds ?? [],
    correlation: header.correlationId,
    createdAt: header.createdAt,
    definition: {
      digest,
      id: header.definitionId,
      uid: header.definitionUid,
      version: header.definitionVersion,
    },
    document: header.documentId,
    enforceSeparation: parties?.enforceSeparation ?? false,
    from,
    initiator: parties?.initiatorId ?? null,
    key: header.idempotencyKey,
    organization: header.organizationId,
    receiver: header.webhookUrl,
    run: header.executionId,
    subject:
      subject === null ? null : { digest: subject.digest, ref: subject.ref, revision: subject.revision },
    v: 1,
    workspace: header.workspaceId,
  };
  return canonicalText(hiding.hide(plain, HIDDEN_IN_GENESIS, { seq: from - 1, prefix: '' }, parts));
}

/** Version of a definition as its digest covers it, without secrets. */
export interface RecordedVersion {
  /** Source of the author. */
  readonly authored: JsonObject;
  /** Id of the definition. */
  readonly definitionId: string;
  /** Document of its scope; null without one. */
  readonly documentId: string | null;
  /** Organization of its scope; null without one. */
  readonly organizationId: string | null;
  /** Number of the version. */
  readonly version: number;
}

/** Canonical text of a version, which its digest covers. */
export const definitionText = ({
  authored,
  definitionId,
  documentId,
  organizationId,
  version,
}: RecordedVersion): string => canonicalText({ authored, definitionId, documentId, organizationId, version });
