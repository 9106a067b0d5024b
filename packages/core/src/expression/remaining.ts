/**
 * Simplifies conditions by the known status and decision of a step, for the linter. Two conditions
 * cover every case if one is the negation of the other.
 */
import { canonicalJson, type JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import { readKnown } from './can-hold.js';
import { THREE_VALUED, UNKNOWN } from './three-valued.js';
import { type Expression, type Literal, type Operand, isExpression, isVariable } from './tree.js';
import { CONDITION_COSTS, TooCostly, WorkBudget } from './work.js';

type Known = ReadonlyMap<string, unknown>;

/** A value, or the operand that decides it. */
type Rest = { readonly value: unknown } | { readonly operand: Operand };

/**
 * Returns true if one of the conditions holds for any values of their unknown variables: one always
 * holds, or two are each other's negation. Returns false beyond the work budget.
 */
export function coverEveryCase(conditions: readonly Expression[], known: Known): boolean {
  const texts = new Set<string>();
  for (const condition of conditions) {
    const rest = restOf(condition, known);
    if (rest === null) continue;
    if ('value' in rest) {
      if (rest.value === true) return true;
      continue;
    }
    if (texts.has(textOf(negated(rest.operand)))) return true;
    texts.add(textOf(rest.operand));
  }
  return false;
}

const textOf = (operand: Operand): string => canonicalJson(operand as unknown as JsonValue);

function restOf(condition: Expression, known: Known): Rest | null {
  try {
    return rest(condition, known, new WorkBudget(LIMITS.canHoldWork));
  } catch (error) {
    if (error instanceof TooCostly) return null;
    throw error;
  }
}

function rest(operand: Operand, known: Known, work: WorkBudget): Rest {
  work.spend(CONDITION_COSTS.operand);
  if (isVariable(operand)) {
    const value = readKnown(known, operand.var);
    return value === UNKNOWN ? { operand } : { value };
  }
  if (!isExpression(operand)) return { value: operand };
  const { op } = operand;
  const parts = operand.args.map((it) => rest(it, known, work));
  const value = THREE_VALUED[op](work, ...parts.map((it) => ('value' in it ? it.value : UNKNOWN)));
  if (value !== UNKNOWN) return { value };
  const isJunction = op === 'and' || op === 'or';
  // A known part of a junction that is still undecided does not count.
  const args = (isJunction ? parts.filter((it) => 'operand' in it) : parts).map((it) =>
    'operand' in it ? it.operand : (it.value as Literal),
  );
  const [first] = args;
  if (isJunction && args.length === 1 && first !== undefined && isCondition(first)) return { operand: first };
  if (op === 'not') return { operand: negated(first as Operand) };
  if (op === 'ne') return { operand: negated({ op: 'eq', args }) };
  return { operand: { op, args } };
}

/** Negation without a double `not`. */
function negated(operand: Operand): Operand {
  const [inner] = isExpression(operand) && operand.op === 'not' ? operand.args : [];
  return inner !== undefined && isCondition(inner) ? inner : { op: 'not', args: [operand] };
}

/** True for operators whose value is always true or false. */
const isCondition = (operand: Operand): boolean => isExpression(operand) && operand.op !== 'length';
