/** The envelope of a request: `{"data": {…}}`, in strictly parsed JSON. */
import {
  type HttpRequest,
  type Refusal,
  jsonBodyOf,
  rawBodyOf as bytesOf,
} from '@org/approval-internal/http';
import { type Issue, LIMITS } from '@org/approval-core';
import type { ErrorCode } from '@org/approval-core/definition';
import { cappedIssues, excerpt } from '@org/approval-core/internal';
import type { JsonBounds } from '@org/approval-internal/json-parts';
import { isRecord } from '@org/approval-internal/values';
import { HttpError, badRequest } from './answer.js';

/** Returns the `data` of a request; the engine validates its contents. */
export function dataOf(request: HttpRequest, maxBodyBytes: number): Record<string, unknown> {
  const value = bodyOf(request, maxBodyBytes);
  if (!isRecord(value)) throw invalid('the body must be a JSON object with one key, "data"');
  const [unknown, ...others] = cappedIssues(unknownKeys(value));
  if (unknown !== undefined) throw badRequest([unknown, ...others]);
  const { data } = value;
  if (!isRecord(data)) throw invalid('give a JSON object with the fields of the request', 'data');
  return data;
}

function* unknownKeys(envelope: object): Generator<Issue<ErrorCode>> {
  for (const key of Object.keys(envelope)) {
    if (key === 'data') continue;
    yield { code: 'unknown-field', message: 'the envelope has one key, "data"', path: excerpt(key) };
  }
}

const BOUNDS: JsonBounds = { maxValues: LIMITS.requestValues, maxNames: LIMITS.requestNames };

/** Parses the JSON of a body, without checking its shape. */
export function bodyOf(request: HttpRequest, maxBodyBytes: number): unknown {
  const read = jsonBodyOf(request, maxBodyBytes, BOUNDS);
  if (!read.ok) throw refused(read);
  return read.value;
}

/** Returns the bytes of a JSON body; null if the host's parser came first. */
export function rawBodyOf(request: HttpRequest, maxBodyBytes: number): Uint8Array | null {
  const read = bytesOf(request, maxBodyBytes);
  if (!read.ok) throw refused(read);
  return read.bytes;
}

function refused({ status, message, code }: Refusal): HttpError {
  if (status === 500) return new HttpError('INTERNAL', message);
  if (status === 503) return new HttpError('UNAVAILABLE', message, { headers: { 'retry-after': '1' } });
  return badRequest([{ code: 'invalid-field', message, path: '' }], status, code);
}

const invalid = (message: string, path = '') => badRequest([{ code: 'invalid-field', message, path }]);
