/** The body of an answer: a form, or JSON. */
import { HOSTING_LIMITS } from '@org/approval-core/definition';
import type { LinkView } from '@org/approval-core/views';
import { SEND_UNCOMPRESSED, type HttpRequest, headerOf, isCompressed } from '@org/approval-internal/http';
import { isRounded } from '@org/approval-internal/parse-json';
import { HttpError, badRequest } from '../../answer.js';
import { dataOf } from '../../envelope.js';

const FIELDS = ['formToken', 'decision', 'reason', 'reasonCode', 'values'];

/** Fields that pages behind a sign-in send beside those of a link. */
const SIGNED_IN = [...FIELDS, 'round', 'subjectDigest', 'onBehalfOf'];

/** A field of a form, by which text becomes a value. */
type FormField = Pick<NonNullable<LinkView['form']>['fields'][number], 'name' | 'type'>;

export type AnswerFields = Readonly<Record<string, unknown>>;

const typeOf = (request: HttpRequest): string =>
  headerOf(request, 'content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';

const isFormBody = (request: HttpRequest): boolean => typeOf(request) === 'application/x-www-form-urlencoded';

/** Reads the body. Throws 415, 413 or 400 if it is malformed; the operation checks its contents. */
export function answerOf(request: HttpRequest, view: LinkView): AnswerFields {
  const isForm = isFormBody(request);
  if (!isForm && typeOf(request) !== 'application/json')
    throw invalid('send a form, or JSON', 'content-type', 415);
  refuseUnreadable(request);
  const { fields = [] } = view.form ?? {};
  return checked(isForm ? formFields(request, fields) : dataOf(request, HOSTING_LIMITS.decideBytes));
}

/** Reads the form of a page behind a sign-in. Throws as `answerOf`. */
export function formAnswerOf(request: HttpRequest, form: readonly FormField[]): AnswerFields {
  if (!isFormBody(request)) throw invalid('send a form', 'content-type', 415);
  refuseUnreadable(request);
  return checked(formFields(request, form, SIGNED_IN), SIGNED_IN);
}

/** Reads a form of texts. Throws as `answerOf`; an unknown field is refused. */
export function textsOf(request: HttpRequest, known: readonly string[]): ReadonlyMap<string, string> {
  if (!isFormBody(request)) throw invalid('send a form', 'content-type', 415);
  refuseUnreadable(request);
  const texts = new Map<string, string>();
  for (const [name, sent] of pairsOf(request)) {
    if (!known.includes(name)) throw invalid('the field does not exist', name.slice(0, 100));
    if (texts.has(name)) throw invalid('comes more than once', name.slice(0, 100));
    texts.set(name, asTyped(sent));
  }
  return texts;
}

/** A body beyond the byte budget is larger than any decision may be. */
function refuseUnreadable(request: HttpRequest): void {
  const { body } = request;
  if (isCompressed(request)) throw invalid(SEND_UNCOMPRESSED, 'content-encoding', 415);
  const isCutOff = body.kind === 'too-large' || body.kind === 'no-room';
  if (isCutOff || (body.kind === 'bytes' && body.bytes.length > HOSTING_LIMITS.decideBytes))
    throw invalid(`the body may have ${HOSTING_LIMITS.decideBytes} bytes`, '', 413);
}

/** Empty strings included; the operation checks the values. */
function checked(fields: AnswerFields, known: readonly string[] = FIELDS): AnswerFields {
  const unknown = Object.keys(fields).find((it) => !known.includes(it));
  if (unknown !== undefined) throw invalid('the field does not exist', unknown.slice(0, 100));
  return fields;
}

function formFields(
  request: HttpRequest,
  form: readonly FormField[],
  known: readonly string[] = FIELDS,
): AnswerFields {
  const fields: Record<string, unknown> = {};
  const values: Record<string, unknown> = {};
  for (const [name, sent] of pairsOf(request)) {
    const text = asTyped(sent);
    const [, value] = /^values\.(.*)$/s.exec(name) ?? [];
    const into = value === undefined ? fields : values;
    const key = value ?? name;
    if (Object.hasOwn(into, key) || key === '__proto__')
      throw invalid('comes more than once', name.slice(0, 100));
    // An empty field counts as not filled in, but its name counts as sent.
    into[key] = text === '' ? undefined : value === undefined ? text : typed(form, value, text);
  }
  // The page hides these for the chosen decision, so what was typed before is not part of it.
  if (fields['decision'] === 'approve') delete fields['reasonCode'];
  const isShown = fields['decision'] === undefined || fields['decision'] === 'approve';
  const filled = Object.entries(isShown ? values : {}).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(
      Object.entries(fields).filter(([name, it]) => it !== undefined || !known.includes(name)),
    ),
    ...(filled.length > 0 && { values: Object.fromEntries(filled) }),
  };
}

/** Fields sent by the page's own form, to be shown again; empty for any other body. */
export function sentOf(request: HttpRequest): ReadonlyMap<string, string> {
  // Only raw bytes are shown again: a parser of the host may have changed them.
  const isShown = isFormBody(request) && request.body.kind === 'bytes';
  return new Map(isShown ? pairsOf(request).map(([name, it]) => [name, asTyped(it)]) : []);
}

/** Forms send each line break as two characters, although the page counts one. */
const asTyped = (text: string): string => text.replaceAll('\r\n', '\n');

/** A decimal number; JavaScript would also read hexadecimal. */
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

/**
 * Converts a value to the field's type. A value that does not parse exactly stays a string, and is
 * refused later.
 */
function typed(form: readonly FormField[], name: string, text: string): unknown {
  const field = form.find((it) => it.name === name);
  if (field?.type === 'number') {
    const literal = text.trim();
    const isRead = NUMBER.test(literal) && Number.isFinite(Number(literal)) && !isRounded(literal);
    return isRead ? Number(literal) : text;
  }
  if (field?.type === 'boolean' && /^(true|false|on)$/.test(text)) return text !== 'false';
  return text;
}

function pairsOf({ body }: HttpRequest): [string, string][] {
  if (body.kind === 'bytes') return [...new URLSearchParams(utf8Form(body.bytes))];
  if (body.kind !== 'parsed') throw invalid('the body could not be read', '');
  // A parser of the host came first; it turns repeated fields into lists.
  const { value } = body;
  if (typeof value !== 'object' || value === null) {
    throw new HttpError('INTERNAL', 'the body was read by a parser that left nothing of it');
  }
  return Object.entries(value).flatMap(([name, it]) =>
    (Array.isArray(it) ? (it as unknown[]) : [it]).map((one): [string, string] => [name, String(one)]),
  );
}

/** Invalid UTF-8 is refused, because decoding it would change what was sent. */
function utf8Form(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    for (const [escapes] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(escapes);
    return text;
  } catch {
    throw invalid('the form is not in UTF-8', '');
  }
}

const invalid = (message: string, path: string, code = 400): HttpError =>
  badRequest([{ code: 'invalid-field', message, path }], code);
