/** Finds the rule that decides a call. */
import { type Truth, TruthBudget, canonicalJson, truthOf } from '@org/approval-core/internal';
import type { Ask, Call, Requester, Rule } from '../types.js';
import type { CheckedPolicies, CheckedRule } from './rules.js';

/** Verdict of the policies on a call. */
export type Verdict =
  | { readonly do: 'deny'; readonly code: 'denied-by-policy' | 'no-rule' }
  | { readonly do: 'allow'; readonly rule: number }
  | { readonly do: 'ask'; readonly ask: Ask };

const isPrefix = (tool: string): boolean => tool.endsWith('*');
const prefixOf = (tool: string): string => tool.slice(0, -1);

/** True when `outer` covers every tool of `inner`. */
const covers = (outer: string, inner: string): boolean =>
  isPrefix(outer) ? inner.startsWith(prefixOf(outer)) : outer === inner;

/** Rules indexed by tool, so that rules about other tools cost nothing. */
export class PolicyMatcher {
  private readonly policies: CheckedPolicies;
  private readonly exact = new Map<string, CheckedRule[]>();
  /** Prefix rules by length, so that a name is cut once for each length. */
  private readonly prefixes = new Map<number, Map<string, CheckedRule[]>>();

  constructor(policies: CheckedPolicies) {
    this.policies = policies;
    for (const rule of policies.rules) {
      const { tool } = rule.rule;
      if (!isPrefix(tool)) push(this.exact, tool, rule);
      else {
        const prefix = prefixOf(tool);
        const known = this.prefixes.get(prefix.length) ?? new Map<string, CheckedRule[]>();
        this.prefixes.set(prefix.length, known);
        push(known, prefix, rule);
      }
    }
    // Merges exact and prefix rules ahead of time, so that a named tool is one look-up.
    for (const [tool, rules] of this.exact) this.exact.set(tool, inOrder(rules, this.prefixed(tool)));
  }

  /** Returns the rules about a tool, in the order in which they are written. */
  about(tool: string): readonly CheckedRule[] {
    return this.exact.get(tool) ?? inOrder(this.prefixed(tool));
  }

  /**
   * Returns the first rule that applies. On an unknown condition, deny and ask rules apply, allow
   * rules do not.
   */
  match(call: Call, requester: Requester): Verdict {
    const scope = scopeOf(call, requester);
    const budget = new TruthBudget();
    for (const { rule, when, index } of this.about(call.tool)) {
      const truth = when === null ? 'true' : truthOf(when, scope, budget);
      if (!holds(rule, truth)) continue;
      if (rule.do === 'deny') return { do: 'deny', code: 'denied-by-policy' };
      return rule.do === 'allow' ? { do: 'allow', rule: index } : { do: 'ask', ask: rule };
    }
    const { otherwise } = this.policies;
    return otherwise === null ? { do: 'deny', code: 'no-rule' } : { do: 'ask', ask: otherwise };
  }

  /**
   * Returns the first rule that would ask about such calls, for any arguments; null if none would.
   */
  firstAsk(tool: string, target: string | null, requester: Requester): Ask | null {
    // The arguments are left out, so conditions on them are unknown.
    const scope = { ...scopeOf({ tool, args: {}, target }, requester), call: { target } };
    for (const { rule, when } of this.about(tool)) {
      if (rule.do === 'ask' && (when === null || truthOf(when, scope) !== 'false')) return rule;
    }
    return this.policies.otherwise;
  }

  private prefixed(tool: string): CheckedRule[] {
    const found: CheckedRule[] = [];
    for (const [length, rules] of this.prefixes) {
      if (length <= tool.length) found.push(...(rules.get(tool.slice(0, length)) ?? []));
    }
    return found;
  }
}

function push(into: Map<string, CheckedRule[]>, key: string, rule: CheckedRule): void {
  const known = into.get(key);
  if (known === undefined) into.set(key, [rule]);
  else known.push(rule);
}

const inOrder = (...lists: readonly (readonly CheckedRule[])[]): CheckedRule[] =>
  lists.flat().sort((a, b) => a.index - b.index);

const holds = ({ do: does }: Rule, truth: Truth): boolean =>
  does === 'allow' ? truth === 'true' : truth !== 'false';

/** Scope of conditions: an absent `onBehalfOf` is missing, an absent target is null. */
const scopeOf = ({ args, target }: Call, { principal, onBehalfOf }: Requester) => ({
  call: { args, target },
  requester: onBehalfOf === null ? { principal } : { principal, onBehalfOf },
});

/** Returns rules that an earlier rule always decides: indexes, and `otherwise`. */
export function unreachable({ rules, otherwise }: CheckedPolicies): (number | 'otherwise')[] {
  const dead = rules.filter((later) =>
    rules.slice(0, later.index).some((earlier) => takesAll(earlier, later)),
  );
  const takesAnything = rules.some(({ rule, when }) => rule.tool === '*' && when === null);
  return [
    ...dead.map(({ index }) => index),
    ...(otherwise !== null && takesAnything ? ['otherwise' as const] : []),
  ];
}

function takesAll(earlier: CheckedRule, later: CheckedRule): boolean {
  if (!covers(earlier.rule.tool, later.rule.tool)) return false;
  if (earlier.when === null) return true;
  // A rule that allows does not apply to an unknown condition.
  if (earlier.rule.do === 'allow' && later.rule.do !== 'allow') return false;
  return later.when !== null && canonicalJson(earlier.when as never) === canonicalJson(later.when as never);
}
