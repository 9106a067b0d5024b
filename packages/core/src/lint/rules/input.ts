/** Rules on the input of an execution: its schema, and the paths that a definition reads in it. */
import type { DefinitionNode } from '../../definition/definition.js';
import { isPlainObject } from '../../definition/json.js';
import { nearest } from '../../definition/nearest.js';
import type { Path } from '../../definition/path.js';
import { type Operand, isExpression, isVariable } from '../../expression/tree.js';
import type { OperatorName } from '../../expression/operators.js';
import { type LintModel, predicatePath } from '../model.js';
import { pathsOf, presentedTexts } from '../presentations.js';
import { type Finding, type Rule, quoted } from '../rule.js';

const schemaInvalid: Rule<'input-schema-invalid'> = {
  codes: ['input-schema-invalid'],
  reads: 'element',
  check: ({ inputFaults }) =>
    inputFaults.map(({ message, path }) => ({
      code: 'input-schema-invalid',
      message,
      path: ['inputSchema', ...path],
    })),
};

/** A dot-path into the input, without `execution.input`, and where it is written. */
interface InputRead {
  readonly segments: readonly string[];
  readonly path: Path;
  readonly nodeId: string | undefined;
}

const pathNotInInput: Rule<'path-not-in-input'> = {
  codes: ['path-not-in-input'],
  reads: 'element',
  *check(model) {
    const { inputPaths } = model;
    if (inputPaths === null) return;
    for (const { segments, path, nodeId } of readsOf(model)) {
      const found = inputPaths.find(segments);
      if (found.known) continue;
      const written = segments.slice(0, found.at + 1).join('.');
      const near = nearest(segments[found.at] ?? '', found.names);
      const name = near === null ? null : [...segments.slice(0, found.at), near].join('.');
      yield {
        code: 'path-not-in-input',
        message: `the inputSchema has no "${written}"; ${name === null ? 'add it to the schema or correct the path' : `did you mean "${name}"?`}`,
        path,
        ...(nodeId !== undefined && { nodeId }),
      };
    }
  },
};

function* readsOf(model: LintModel): Generator<InputRead> {
  for (const { operand, path, nodeId } of conditionsOf(model)) {
    for (const read of variablesIn(operand, path)) yield { ...read, nodeId };
  }
  for (const { node, path } of model.nodes) {
    for (const read of readsOfNode(node, [...path, 'config'])) yield { ...read, nodeId: node.nodeId };
  }
  yield* presentedReads(model);
}

function* presentedReads(model: LintModel): Generator<InputRead> {
  for (const text of presentedTexts(model)) {
    const paths = pathsOf(text);
    // A text with a fault has its own finding.
    if (typeof paths === 'string') continue;
    for (const read of paths)
      for (const { segments, path } of inputRead(read.join('.'), text.path))
        yield { segments, path, nodeId: text.nodeId };
  }
}

interface ModelCondition {
  readonly operand: Operand;
  readonly path: Path;
  readonly nodeId: string | undefined;
}

/** Every condition that parses. */
function conditionsOf({ edges, loops }: LintModel): ModelCondition[] {
  return [
    ...edges.flatMap(({ guard, path, from }) =>
      guard?.when ? [{ operand: guard.when, path: [...path, 'when'], nodeId: from }] : [],
    ),
    ...loops.flatMap((loop) =>
      loop.predicate ? [{ operand: loop.predicate, path: predicatePath(loop), nodeId: undefined }] : [],
    ),
  ];
}

type Read = Pick<InputRead, 'segments' | 'path'>;

function* variablesIn(operand: Operand, path: Path): Generator<Read> {
  if (isVariable(operand)) yield* inputRead(operand.var, [...path, 'var']);
  else if (isExpression(operand)) {
    for (const [index, arg] of operand.args.entries()) {
      if (typeof arg === 'object') yield* variablesIn(arg, [...path, 'args', index]);
    }
  }
}

/** Paths in a node's config: `urlPath`, `inputMapping`, and every value `{"var": …}`. */
function* readsOfNode({ config }: DefinitionNode, path: Path): Generator<Read> {
  const { urlPath, inputMapping, ...others }: Record<string, unknown> = { ...config };
  // The schema of the node accepts any text here. An empty one has its own finding.
  if (typeof urlPath === 'string' && urlPath !== '')
    yield { segments: urlPath.split('.'), path: [...path, 'urlPath'] };
  for (const [name, it] of Object.entries(isPlainObject(inputMapping) ? inputMapping : {}))
    yield* inputRead(it, [...path, 'inputMapping', name]);
  yield* valuesIn(others, path);
}

function* valuesIn(json: unknown, path: Path): Generator<Read> {
  if (Array.isArray(json)) {
    for (const [index, it] of json.entries()) yield* valuesIn(it, [...path, index]);
  } else if (isPlainObject(json)) {
    for (const [name, it] of Object.entries(json)) {
      if (name === 'var') yield* inputRead(it, [...path, name]);
      else yield* valuesIn(it, [...path, name]);
    }
  }
}

const INPUT = 'execution.input.';

function* inputRead(name: unknown, path: Path): Generator<Read> {
  if (typeof name === 'string' && name.startsWith(INPUT))
    yield { segments: name.slice(INPUT.length).split('.'), path };
}

const conditionUnchecked: Rule<'condition-unchecked'> = {
  codes: ['condition-unchecked'],
  reads: 'element',
  check: (model) =>
    conditionsOf(model).flatMap(({ operand, path, nodeId }): Finding<'condition-unchecked'>[] => {
      const unchecked = [...new Set(uncheckedIn(operand, model, false))];
      if (unchecked.length === 0) return [];
      return [
        {
          code: 'condition-unchecked',
          message: `the condition compares or negates ${quoted(unchecked)}, and no inputSchema gives the type, so a missing or misspelt value goes unnoticed; describe the input in inputSchema`,
          path,
          ...(nodeId !== undefined && { nodeId }),
        },
      ];
    }),
};

const ORDERS: ReadonlySet<OperatorName> = new Set(['gt', 'gte', 'lt', 'lte']);
const NEGATIONS: ReadonlySet<OperatorName> = new Set(['not', 'ne']);

/** Paths without a type below an order comparison or a negation. `isEmpty` takes any value. */
function* uncheckedIn(operand: Operand, model: LintModel, isBelow: boolean): Generator<string> {
  if (isVariable(operand)) {
    if (!isBelow || !operand.var.startsWith(INPUT)) return;
    const found = model.inputPaths?.find(operand.var.slice(INPUT.length).split('.'));
    // A path that is not in the schema has its own finding.
    if (found === undefined || (found.known && !found.typed)) yield operand.var;
  } else if (isExpression(operand) && operand.op !== 'isEmpty') {
    const below = isBelow || ORDERS.has(operand.op) || NEGATIONS.has(operand.op);
    for (const arg of operand.args) if (typeof arg === 'object') yield* uncheckedIn(arg, model, below);
  }
}

export const inputRules = [schemaInvalid, pathNotInInput, conditionUnchecked];
