/** Parts that several schemas of a definition share. */
import { characterCount } from '@org/approval-internal/character-count';
import * as z from 'zod';
import { localRef } from './identifiers.js';
import { isPlainObject } from './json.js';
import { LIMITS } from './limits.js';

export const name = z.string().min(1).max(LIMITS.nameLength);
export const description = z.string().max(LIMITS.descriptionLength);
/** JSON text of an expression. The linter reports its size and content with their own codes. */
export const when = z.string('give the expression tree as a JSON string; JSON.stringify makes one');
/** A string has at most as many characters as UTF-16 units, so short ones are not counted. */
export const isTooLongWhen = (text: string): boolean =>
  text.length > LIMITS.whenLength && characterCount(text) > LIMITS.whenLength;

/** Path of a value: the output of the previous step, or the input of the execution. */
export const inputPath = z
  .string()
  .max(LIMITS.pathLength)
  .regex(
    /^(output|execution\.input)(\.[^.]+)*$/,
    'give a dot-path that starts with "output" or "execution.input"',
  );

export const exhaustedRoute = z
  .strictObject({ routeToNodeId: localRef.describe('Id of the node that starts.') })
  .meta({ id: 'ExhaustedRoute', description: 'Route of a loop whose last iteration was rejected.' });

type Texts = Record<string, string>;

/** Strings by name, counted before any is validated. */
export function recordOf(
  text: z.ZodType<string, string>,
  max: number,
  name: z.ZodType<string, string> = z.string(),
): z.ZodType<Texts, Texts> {
  const message = `give at most ${max} names`;
  const counted = z.preprocess(
    (given, context) => {
      if (!isPlainObject(given) || Object.keys(given).length <= max) return given;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    },
    z.record(name, text),
  );
  // `z.preprocess` accepts any input; input and output types are equal here.
  return counted as unknown as z.ZodType<Texts, Texts>;
}

// Zod checks `max` before it validates items.
export function nodesOf<T extends z.ZodType>(node: T) {
  const message = `a definition may have ${LIMITS.nodes} nodes; split the workflow in two`;
  return z.array(node).max(LIMITS.nodes, message).min(1);
}

export function edgesOf<T extends z.ZodType>(edge: T) {
  const message = `a definition may have ${LIMITS.edges} edges; merge edges between the same two nodes, or split the workflow in two`;
  return z.array(edge).max(LIMITS.edges, message);
}
