/** Parts that commands share in how they are called. */
import type { JsonObject, JsonValue } from '@org/approval-core';
import { duplicateKey, roundedNumber } from '@org/approval-internal/parse-json';
import { type Command, InvalidArgumentError } from 'commander';
import { fromJson, isJsonObject } from '@org/approval-internal/json';

/** Receives the exit code of a command. */
export type Ended = (code: number) => void;

/** Adds examples below the options of a command's help. */
export const examples = (command: Command, ...lines: readonly string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${lines.map((it) => `  ${it}`).join('\n')}`);

export const whole =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Pass a whole number from ${least} to ${most}.`);
  };

export const collected = (value: string, before: readonly string[]): readonly string[] => [...before, value];

/** Parses a day or a moment to ms since the epoch; a day begins in UTC. */
export function time(text: string): number {
  const isTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(text);
  const value = isTime ? Date.parse(text) : Number.NaN;
  if (value >= 0) return value;
  throw new InvalidArgumentError(
    'Pass a day such as 2026-11-01, or a time in UTC such as 2026-11-01T10:00:00Z.',
  );
}

/** Parses as strictly as a request: no value changes silently. */
export function jsonObject(text: string): JsonObject {
  const value = jsonOf(text);
  if (!isJsonObject(value)) throw new InvalidArgumentError('Give a JSON object, as in {"amount": 500}.');
  if (duplicateKey(text) !== null) throw new InvalidArgumentError('A name is repeated in one object.');
  if (roundedNumber(text) === null) return value;
  throw new InvalidArgumentError('The number loses precision; pass it as a string.');
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return fromJson(text);
  } catch {
    return undefined;
  }
}
