/** Checks the input of a drawing by name; strings and lists are bounded where they are read. */
import {
  type Check,
  type Checks,
  checkOptions,
  listOf,
  must,
  object,
  optional,
} from '@org/approval-internal/options';
import { isObject } from '@org/approval-internal/values';
import type { DrawOptions, Drawable } from './graph/drawable.js';

const objects = listOf('objects', isObject);
const nullable =
  (check: Check): Check =>
  (value, name) =>
    value === null ? [] : optional(check)(value, name);

const isText = (value: unknown) => typeof value === 'string';

const run: Check = (value, name) => {
  if (!isObject(value)) return object(value, name);
  const { status, steps } = value;
  return [
    ...must('a status', isText)(status, `${name}.status`),
    ...listOf(
      'steps, each with stepId, nodeId, status and input',
      (it) =>
        isObject(it) &&
        [it['stepId'], it['nodeId'], it['status']].every(isText) &&
        typeof it['input'] === 'object',
    )(steps, `${name}.steps`),
  ];
};

/** Options of every format. */
export const DRAW_CHECKS: Checks<DrawOptions> = { run: optional(run), marks: optional(object) };

/** @throws TypeError for an invalid definition; its contents are left to the linter. */
export function checkDrawable(owner: string, definition: Drawable): void {
  const wrong = object(definition, 'the definition');
  if (wrong.length > 0) throw new TypeError(`${owner}: ${wrong.join('; ')}`);
  const { nodes, edges, groups, loops, compiled } = definition;
  checkOptions<Omit<Drawable, 'name'>>(
    owner,
    { nodes, edges, groups, loops, compiled },
    {
      nodes: objects,
      edges: objects,
      groups: nullable(objects),
      loops: nullable(objects),
      compiled: nullable(object),
    },
  );
}
