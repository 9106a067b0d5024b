"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } } function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; }

var _chunkKPSFIHDZcjs = require('./chunk-KPSFIHDZ.cjs');

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
  const reviewers = _nullishCoalesce(config.reviewers, () => ( []));
  const isContracts = reviewers.every(
    (it) => Object.entries(it).every(([field, value]) => value === void 0 || CONTRACT_FIELDS.includes(field))
  );
  if (isContracts && RULE_FIELDS.every((field) => config[field] === void 0)) return null;
  return { ...countingOf(config), ...stepRulesOf(config), retry: compileRetry(retry) };
}
var countingOf = (config) => ({
  entries: (_nullishCoalesce(config.reviewers, () => ( []))).map(compileEntry),
  decisionRule: compileRule(config.decisionRule),
  allowAbstain: _nullishCoalesce(config.allowAbstain, () => ( false)),
  minDistinctApprovers: _nullishCoalesce(config.minDistinctApprovers, () => ( 1)),
  reasonRequired: _nullishCoalesce(config.reasonRequired, () => ( "never")),
  reasonCodes: _nullishCoalesce(config.reasonCodes, () => ( null)),
  form: _nullishCoalesce(_optionalChain([config, 'access', _ => _.form, 'optionalAccess', _2 => _2.fields, 'access', _3 => _3.map, 'call', _4 => _4(({ name, type, choices, required }) => ({
    name,
    type,
    choices: _nullishCoalesce(choices, () => ( [])),
    required: _nullishCoalesce(required, () => ( false))
  }))]), () => ( null))
});
var stepRulesOf = (config) => ({
  allow: _nullishCoalesce(config.allow, () => ( [])),
  claimMs: _nullishCoalesce(config.claimMs, () => ( _chunkKPSFIHDZcjs.DEFAULTS.claimMs)),
  pauseMs: _nullishCoalesce(config.pauseMs, () => ( null)),
  separation: {
    excludeInitiator: _nullishCoalesce(_optionalChain([config, 'access', _5 => _5.separation, 'optionalAccess', _6 => _6.excludeInitiator]), () => ( false)),
    excludeContributors: _nullishCoalesce(_optionalChain([config, 'access', _7 => _7.separation, 'optionalAccess', _8 => _8.excludeContributors]), () => ( false))
  },
  reminders: (_nullishCoalesce(config.reminders, () => ( []))).map(compileReminder),
  requireSubjectDigest: _nullishCoalesce(config.requireSubjectDigest, () => ( false)),
  onSubjectChange: _nullishCoalesce(config.onSubjectChange, () => ( "reset"))
});
var compileReminder = ({ afterMs, beforeDueMs }) => afterMs === void 0 ? { beforeDueMs: _nullishCoalesce(beforeDueMs, () => ( 0)) } : { afterMs };
function compileRetry(retry) {
  const given = Object.fromEntries(Object.entries(retry).filter(([, value]) => value !== void 0));
  return { ..._chunkKPSFIHDZcjs.DEFAULTS.retry, ...given };
}
var peopleOf = (node) => _nullishCoalesce(node.people, () => ( derived(node, contractPeopleOf)));
var contractPeopleOf = ({ reviewers }) => ({
  ...CONTRACT_RULES,
  entries: reviewers.map(compileEntry)
});
function compileEntry(entry) {
  const { userId, pool, chain, count, mandatory = false, weight = 1, veto = false, order = 1 } = entry;
  const base = { mandatory, weight, veto, order };
  if (chain !== void 0) return { ...compileChain(chain), ...base, mandatory: true };
  if (pool !== void 0) return { kind: "pool", source: sourceOf(pool), count: _nullishCoalesce(count, () => ( 1)), ...base };
  return { kind: "person", userId: _nullishCoalesce(userId, () => ( "")), ...base };
}
function compileChain({ startAt, maxLevels, untilLimit }) {
  return { kind: "chain", startAt, maxLevels, untilLimit: _nullishCoalesce(untilLimit, () => ( null)) };
}
function sourceOf({ users, group, role, var: path }) {
  if (path !== void 0) return { var: path };
  if (group !== void 0) return { directory: { kind: "group", name: group } };
  if (role !== void 0) return { directory: { kind: "role", name: role } };
  return { users: _nullishCoalesce(users, () => ( [])) };
}
function compileRule(rule) {
  if (rule === void 0) return null;
  return rule.kind === "count" ? { ...rule, rejections: _nullishCoalesce(rule.rejections, () => ( null)) } : rule;
}
var CONTRACT_RULES = {
  ...countingOf({}),
  ...stepRulesOf({}),
  retry: _chunkKPSFIHDZcjs.DEFAULTS.retry
};









exports.owning = owning; exports.isOwner = isOwner; exports.derived = derived; exports.withResults = withResults; exports.compilePeople = compilePeople; exports.compileRetry = compileRetry; exports.peopleOf = peopleOf;
//# sourceMappingURL=chunk-BDDY2ZMK.cjs.map