/** The envelope of a request: `{"data": {…}}`, in JSON that is looked at closely. */
import { badRequest } from './answer.js';
import { parseJson } from './json.js';
import { type HttpRequest, headerOf } from './message.js';

/** The `data` of a request; the engine says what is wrong inside. */
export function dataOf(request: HttpRequest, maxBodyBytes: number): unknown {
  const value = bodyOf(request, maxBodyBytes);
  if (!isObject(value)) throw invalid('the body must be a JSON object with one key, "data"');
  const [unknown, ...others] = Object.keys(value)
    .filter((key) => key !== 'data')
    .map((path) => ({ code: 'unknown-field', message: 'the envelope has one key, "data"', path }) as const);
  if (unknown !== undefined) throw badRequest([unknown, ...others]);
  const { data } = value;
  if (!isObject(data)) throw invalid('give a JSON object with the fields of the request', 'data');
  return data;
}

/** The JSON of a body, whatever it is. */
export function bodyOf(request: HttpRequest, maxBodyBytes: number): unknown {
  const bytes = rawBodyOf(request, maxBodyBytes);
  if (bytes === null) return request.body.kind === 'parsed' ? request.body.value : undefined;
  const parsed = parseJson(bytes);
  if (!parsed.ok) throw invalid(parsed.message);
  return parsed.value;
}

/** The bytes of a body that says it is JSON; null when the host's parser was faster. */
export function rawBodyOf(request: HttpRequest, maxBodyBytes: number): Uint8Array | null {
  const { body } = request;
  if (body.kind === 'too-large' || (body.kind === 'bytes' && body.bytes.length > maxBodyBytes)) {
    throw invalid(`the body is larger than ${maxBodyBytes} bytes`, '', 413);
  }
  const type = headerOf(request, 'content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw invalid('the content-type must be application/json', '', 415);
  }
  return body.kind === 'bytes' ? body.bytes : null;
}

const invalid = (message: string, path = '', httpCode = 400) =>
  badRequest([{ code: 'invalid-field', message, path }], httpCode);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
