import {
  DEFAULTS
} from "./chunk-YILTSYQU.js";

// src/compile/derived.ts
var RESULTS = /* @__PURE__ */ Symbol("results");
var owning = (value) => Object.defineProperty(value, RESULTS, { value: /* @__PURE__ */ new Map() });
var isOwner = (value) => value[RESULTS] !== void 0;
function derived(part2, make) {
  const results = part2[RESULTS];
  if (results === void 0) return make(part2);
  if (results.has(make)) return results.get(make);
  const made = make(part2);
  results.set(make, made);
  return made;
}
function withResults(compiled) {
  if (isOwner(compiled)) return compiled;
  const { nodes, edges, loops } = compiled;
  return Object.freeze(
    owning({
      ...compiled,
      nodes: Object.freeze(
        Object.fromEntries(Object.entries(nodes).map(([nodeId, node]) => [nodeId, part(node)]))
      ),
      edges: Object.freeze(edges.map((it) => it.when === null ? it : part(it))),
      loops: Object.freeze(loops.map((it) => it.when === null ? it : part(it)))
    })
  );
}
var part = (value) => Object.freeze(owning({ ...value }));

// src/compile/people.ts
var MAKES_PEOPLE_NODE = {
  // As the fields of its entries say.
  reviewers: false,
  commentBody: false,
  reviewerEmails: false,
  onReject: false,
  decisionRule: true,
  allowAbstain: true,
  minDistinctApprovers: true,
  reasonRequired: true,
  reasonCodes: true,
  form: true,
  allow: true,
  claimMs: true,
  pauseMs: true,
  separation: true,
  reminders: true,
  requireSubjectDigest: true,
  onSubjectChange: true
};
var RULE_FIELDS = Object.keys(MAKES_PEOPLE_NODE).filter(
  (field) => MAKES_PEOPLE_NODE[field]
);
var CONTRACT_FIELDS = ["userId", "mandatory"];
function compilePeople(config, retry = {}) {
  const reviewers = config.reviewers ?? [];
  const isContracts = reviewers.every(
    (it) => Object.entries(it).every(([field, value]) => value === void 0 || CONTRACT_FIELDS.includes(field))
  );
  if (isContracts && RULE_FIELDS.every((field) => config[field] === void 0)) return null;
  return { ...countingOf(config), ...stepRulesOf(config), retry: compileRetry(retry) };
}
var countingOf = (config) => ({
  entries: (config.reviewers ?? []).map(compileEntry),
  decisionRule: compileRule(config.decisionRule),
  allowAbstain: config.allowAbstain ?? false,
  minDistinctApprovers: config.minDistinctApprovers ?? 1,
  reasonRequired: config.reasonRequired ?? "never",
  reasonCodes: config.reasonCodes ?? null,
  form: config.form?.fields.map(({ name, type, choices, required }) => ({
    name,
    type,
    choices: choices ?? [],
    required: required ?? false
  })) ?? null
});
var stepRulesOf = (config) => ({
  allow: config.allow ?? [],
  claimMs: config.claimMs ?? DEFAULTS.claimMs,
  pauseMs: config.pauseMs ?? null,
  separation: {
    excludeInitiator: config.separation?.excludeInitiator ?? false,
    excludeContributors: config.separation?.excludeContributors ?? false
  },
  reminders: (config.reminders ?? []).map(compileReminder),
  requireSubjectDigest: config.requireSubjectDigest ?? false,
  onSubjectChange: config.onSubjectChange ?? "reset"
});
var compileReminder = ({ afterMs, beforeDueMs }) => afterMs === void 0 ? { beforeDueMs: beforeDueMs ?? 0 } : { afterMs };
function compileRetry(retry) {
  const given = Object.fromEntries(Object.entries(retry).filter(([, value]) => value !== void 0));
  return { ...DEFAULTS.retry, ...given };
}
var peopleOf = (node) => node.people ?? derived(node, contractPeopleOf);
var contractPeopleOf = ({ reviewers }) => ({
  ...CONTRACT_RULES,
  entries: reviewers.map(compileEntry)
});
function compileEntry(entry) {
  const { userId, pool, chain, count, mandatory = false, weight = 1, veto = false, order = 1 } = entry;
  const base = { mandatory, weight, veto, order };
  if (chain !== void 0) return { ...compileChain(chain), ...base, mandatory: true };
  if (pool !== void 0) return { kind: "pool", source: sourceOf(pool), count: count ?? 1, ...base };
  return { kind: "person", userId: userId ?? "", ...base };
}
function compileChain({ startAt, maxLevels, untilLimit }) {
  return { kind: "chain", startAt, maxLevels, untilLimit: untilLimit ?? null };
}
function sourceOf({ users, group, role, var: path }) {
  if (path !== void 0) return { var: path };
  if (group !== void 0) return { directory: { kind: "group", name: group } };
  if (role !== void 0) return { directory: { kind: "role", name: role } };
  return { users: users ?? [] };
}
function compileRule(rule) {
  if (rule === void 0) return null;
  return rule.kind === "count" ? { ...rule, rejections: rule.rejections ?? null } : rule;
}
var CONTRACT_RULES = {
  ...countingOf({}),
  ...stepRulesOf({}),
  retry: DEFAULTS.retry
};

export {
  owning,
  isOwner,
  derived,
  withResults,
  compilePeople,
  compileRetry,
  peopleOf
};
//# sourceMappingURL=chunk-WKSNQK7F.js.map