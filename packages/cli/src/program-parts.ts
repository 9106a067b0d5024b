/** What several commands share in how they are called. */
import type { JsonObject, JsonValue } from '@org/approval-core';
import { duplicateKey, roundedNumber } from '@org/approval-internal/parse-json';
import { type Command, InvalidArgumentError } from 'commander';
import { fromJson, isJsonObject } from '@org/approval-internal/json';

/** Takes the exit code of a command. */
export type Ended = (code: number) => void;

/** Examples, below the options of a command's help. */
export const examples = (command: Command, ...lines: readonly string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${lines.map((it) => `  ${it}`).join('\n')}`);

export const whole =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };

export const collected = (value: string, before: readonly string[]): readonly string[] => [...before, value];

/** A day or a moment, in ms since the epoch; a day begins in UTC. */
export function time(text: string): number {
  const isTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(text);
  const value = isTime ? Date.parse(text) : Number.NaN;
  if (value >= 0) return value;
  throw new InvalidArgumentError('Give a day as 2026-11-01, or a moment in UTC as 2026-11-01T10:00:00Z.');
}

/** Read as strictly as a request: nothing becomes another value than was written. */
export function jsonObject(text: string): JsonObject {
  const value = jsonOf(text);
  if (!isJsonObject(value)) throw new InvalidArgumentError('Give a JSON object, as in {"amount": 500}.');
  if (duplicateKey(text) !== null) throw new InvalidArgumentError('A name stands twice in one object.');
  if (roundedNumber(text) === null) return value;
  throw new InvalidArgumentError('A number would be read as another one, as not all of its digits are kept.');
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return fromJson(text);
  } catch {
    return undefined;
  }
}
