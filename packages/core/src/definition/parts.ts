/** Parts that several schemas of a definition share. */
import { characterCount } from '@org/approval-internal/character-count';
import * as z from 'zod';
import { localRef } from './identifiers.js';
import { isPlainObject } from './json.js';
import { LIMITS } from './limits.js';

export const name = z.string().min(1).max(LIMITS.nameLength);
export const description = z.string().max(LIMITS.descriptionLength);
/** The text of an expression; its size, like all else about it, has a linter code. */
export const when = z.string('give the expression tree as a JSON string; JSON.stringify makes one');
/** There are no more characters than units of the text: most conditions are not counted. */
export const isTooLongWhen = (text: string): boolean =>
  text.length > LIMITS.whenLength && characterCount(text) > LIMITS.whenLength;

/** Where a value of a run is: in the output of the step before, or in what the run is about. */
export const inputPath = z
  .string()
  .max(LIMITS.pathLength)
  .regex(
    /^(output|execution\.input)(\.[^.]+)*$/,
    'give a dot-path that starts with "output" or "execution.input"',
  );

export const exhaustedRoute = z
  .strictObject({ routeToNodeId: localRef.describe('The node that starts.') })
  .meta({ id: 'ExhaustedRoute', description: 'Where a loop goes whose last iteration was rejected.' });

type Texts = Record<string, string>;

/** Texts by their names, counted before any of them is looked at. */
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
  // Counting takes anything; what goes in is what comes out.
  return counted as unknown as z.ZodType<Texts, Texts>;
}

// Zod counts a list with a `max` before it looks at an item.
export function nodesOf<T extends z.ZodType>(node: T) {
  const message = `a definition may have ${LIMITS.nodes} nodes; split the workflow in two`;
  return z.array(node).max(LIMITS.nodes, message).min(1);
}

export function edgesOf<T extends z.ZodType>(edge: T) {
  const message = `a definition may have ${LIMITS.edges} edges; merge edges between the same two nodes, or split the workflow in two`;
  return z.array(edge).max(LIMITS.edges, message);
}
