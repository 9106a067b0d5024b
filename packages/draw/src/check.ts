/** What a drawing is given, checked by name; texts and lists are bounded where they are read. */
import {
  type Check,
  type Checks,
  checkOptions,
  listOf,
  must,
  object,
  optional,
} from '@org/approval-internal/options';
import type { DrawOptions, Drawable, DrawableRun } from './graph/drawable.js';

const objects = listOf('objects', (it) => typeof it === 'object' && it !== null);
const nullable =
  (check: Check): Check =>
  (value, name) =>
    value === null ? [] : optional(check)(value, name);

const isText = (value: unknown) => typeof value === 'string';

const run: Check = (value, name) => {
  const wrong = object(value, name);
  if (wrong.length > 0) return wrong;
  const { status, steps } = value as Partial<DrawableRun>;
  return [
    ...must('a status', isText)(status, `${name}.status`),
    ...listOf('steps, each with stepId, nodeId, status and input', (it) => {
      const step = it as Partial<DrawableRun['steps'][number]> | null;
      return (
        isText(step?.stepId) && isText(step.nodeId) && isText(step.status) && typeof step.input === 'object'
      );
    })(steps, `${name}.steps`),
  ];
};

/** Options of every format. */
export const DRAW_CHECKS: Checks<DrawOptions> = { run: optional(run), marks: optional(object) };

/** @throws TypeError for what cannot be a definition; what is wrong inside one is left to the linter. */
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
