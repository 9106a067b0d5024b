/** Presentation of a call for a decision. */
import { type JsonValue, LIMITS } from '@org/approval-core';
import { copyJson, isPresentation } from '@org/approval-core/internal';
import type { PresentationValues } from '@org/approval-core/views';
import { HIDDEN } from '../call/pointer.js';
import type { Ask, Call } from '../types.js';
import type { GateContext } from './context.js';

/** Lengths that values are cut at, until the presentation fits. */
const VALUE_LENGTHS = [2_000, 500, 100, 20];

/**
 * The presentation that the rule gives, or the default one. A rule that fails does not keep people
 * from being asked.
 * @param call with redacted values
 */
export function presentationOf(
  { logger }: Pick<GateContext, 'logger'>,
  { present }: Pick<Ask, 'present'>,
  call: Call,
): PresentationValues {
  if (present === undefined) return defaultPresentation(call);
  try {
    const given = copyJson(present(call), { maxBytes: LIMITS.presentationBytes, maxDepth: 10 });
    if (given.ok && isPresentation(given.value)) return given.value;
    logger.error(`present gave no presentation for "${call.tool}", so every argument is shown`, given);
  } catch (error) {
    logger.error(`present threw for "${call.tool}", so every argument is shown`, error);
  }
  return defaultPresentation(call);
}

/** The tool, its target and every argument by name. Values that are too long are cut. */
export function defaultPresentation(call: Call): PresentationValues {
  const whole = VALUE_LENGTHS.map((length) => withValues(call, length));
  const fitting = whole.find(
    (it) => new TextEncoder().encode(JSON.stringify(it)).length <= LIMITS.presentationBytes,
  );
  return fitting ?? { title: titleOf(call), facts: [TOO_LONG] };
}

const TOO_LONG = { label: '…', value: 'the call is too long to be shown here; read it at its permit' };
const NEVER_WHOLE = { label: '…', value: 'longer values are cut; read the whole call at its permit' };

const titleOf = ({ tool }: Call): string => cut(tool, LIMITS.nameLength);

function withValues(call: Call, length: number): PresentationValues {
  const given = argumentsOf(call);
  const shown = given.map(([label, value]) => ({
    label: cut(label, LIMITS.factLabelLength),
    value: cut(value, length),
  }));
  const isCut = given.some(([, value]) => value.length > length) || given.length > LIMITS.tableRows;
  const note = isCut ? [NEVER_WHOLE] : [];
  if (shown.length + note.length <= LIMITS.facts) return { title: titleOf(call), facts: [...shown, ...note] };
  const rows = shown.slice(0, LIMITS.tableRows).map(({ label, value }) => [label, value]);
  return { title: titleOf(call), facts: note, table: { columns: ['Argument', 'Value'], rows } };
}

function argumentsOf({ target, args }: Call): (readonly [string, string])[] {
  const own = Object.entries(args).map(([name, value]) => [nameOf(name), textOf(value)] as const);
  return target === null ? own : [['target', target], ...own];
}

const nameOf = (name: string): string => (name === '' ? '""' : name);
const textOf = (value: JsonValue): string => {
  if (value === HIDDEN) return HIDDEN;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Cuts between characters. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${Array.from(text.slice(0, length)).slice(0, -1).join('')}…`;
