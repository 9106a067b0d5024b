/** The boundary: checks and freezes input, or throws INVALID_ARGUMENT with all faults. */
import type * as z from 'zod';
import { type ErrorCode, type Issue, invalidField } from '../../../definition/issue.js';
import { capped } from '../../../definition/issue-list.js';
import { type JsonValue, copyJson } from '../../../definition/json.js';
import { LIMITS } from '../../../definition/limits.js';
import type { NormalizeUserId } from '../../../definition/user-ids.js';
import { withUserIds } from './user-ids.js';
import { parseNaming, schemaIssues } from '../../../definition/schema-issues.js';
import { invalidArgument } from '../../errors.js';

/** A payload may be 64 levels deep and lies a few levels down in its request. */
const REQUEST_DEPTH = LIMITS.payloadDepth + 8;

type Further = (json: JsonValue) => readonly Issue<ErrorCode>[];

/** Parses requests no larger than `maxBytes` of JSON text. */
export class RequestParser {
  private readonly maxBytes: number;
  private readonly normalizeUserId: NormalizeUserId | null;

  /** @param normalizeUserId null: user ids stay as they are. */
  constructor(maxBytes: number, normalizeUserId: NormalizeUserId | null = null) {
    this.maxBytes = maxBytes;
    this.normalizeUserId = normalizeUserId;
  }

  /** JSON that every store can hold, as a frozen copy. */
  json(data: unknown): JsonValue {
    const copy = copyJson(data, {
      maxBytes: this.maxBytes,
      maxDepth: REQUEST_DEPTH,
      maxValues: LIMITS.requestValues,
      maxNames: LIMITS.requestNames,
    });
    // Without TypeScript a caller may omit the request.
    if (!copy.ok && data === undefined)
      throw invalidArgument([invalidField('', 'is missing; give an object')]);
    if (!copy.ok) throw invalidArgument([invalidField(copy.path, copy.message)]);
    return copy.value;
  }

  /** The JSON with normalized user ids, which `schema` says where they are. */
  normalized(schema: z.ZodType, json: JsonValue): JsonValue {
    return this.normalizeUserId === null ? json : withUserIds(schema, json, this.normalizeUserId);
  }

  /**
   * Returns the parsed request, or throws INVALID_ARGUMENT with every fault; `further` finds those
   * that no schema covers, in any input.
   */
  parse<T>(schema: z.ZodType<T>, data: unknown, further: Further = () => []): T {
    const json = this.normalized(schema, this.json(data));
    const parsed = parseNaming(schema, json);
    const found = further(json);
    if (!parsed.success) throw invalidArgument(capped([...schemaIssues(parsed.error, json), ...found]));
    if (found.length > 0) throw invalidArgument(found);
    return parsed.data;
  }
}
