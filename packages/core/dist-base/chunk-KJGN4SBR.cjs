"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } } function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; } var _class;

var _chunkDOAVFUNXcjs = require('./chunk-DOAVFUNX.cjs');

// src/interpreter/people/change.ts
var holderOf = ({ reviewerId, onBehalfOf }) => _nullishCoalesce(onBehalfOf, () => ( reviewerId));
var decidersOf = ({ reviewerId, onBehalfOf }) => onBehalfOf == null ? [reviewerId] : [reviewerId, onBehalfOf];
function withChange({ people = NOBODY, decisions }, { places = [], voided = [], claims, question, pause }) {
  const void_ = decisions.filter((it) => voided.includes(holderOf(it)));
  const past = [.../* @__PURE__ */ new Set([..._nullishCoalesce(people.past, () => ( [])), ...void_.flatMap(decidersOf)])];
  return {
    people: {
      ...people,
      places: merged(people.places, places),
      ...claims !== void 0 && { claims },
      ...question !== void 0 && { questions: withQuestion(people, question) },
      ...pause !== void 0 && { pause },
      ...past.length > 0 && { past }
    },
    decisions: void_.length === 0 ? decisions : decisions.filter((it) => !void_.includes(it))
  };
}
var NOBODY = { places: [] };
function merged(before, changed) {
  if (changed.length === 0) return before;
  const byUser = new Map(changed.map((it) => [it.userId, it]));
  const known = new Set(before.map((it) => it.userId));
  return [
    ...before.map((it) => _nullishCoalesce(byUser.get(it.userId), () => ( it))),
    ...changed.filter((it) => !known.has(it.userId))
  ];
}
function withQuestion({ questions = [] }, question) {
  const known = questions.some((it) => it.questionId === question.questionId);
  if (!known) return [...questions, question];
  return questions.map((it) => it.questionId === question.questionId ? question : it);
}

// src/interpreter/people/excluded.ts
var NOBODY2 = /* @__PURE__ */ new Set();
function excludedFrom(compiled, state, node) {
  const others = separatedFrom(compiled, node.nodeId);
  if (state.parties === void 0 && others.length === 0) return NOBODY2;
  const { initiator, contributors } = exclusionsOf(state, node);
  const deciders = others.length === 0 ? [] : state.steps.filter((it) => others.includes(it.nodeId));
  return /* @__PURE__ */ new Set([
    ...initiator && _optionalChain([state, 'access', _ => _.parties, 'optionalAccess', _2 => _2.initiatorId]) != null ? [state.parties.initiatorId] : [],
    ...contributors ? _nullishCoalesce(_optionalChain([state, 'access', _3 => _3.parties, 'optionalAccess', _4 => _4.contributorIds]), () => ( [])) : [],
    ...deciders.flatMap(everDecided)
  ]);
}
var separatedFrom = ({ separated = {} }, nodeId) => Object.hasOwn(separated, nodeId) ? _nullishCoalesce(separated[nodeId], () => ( [])) : [];
function exclusionsOf({ parties }, node) {
  const { excludeInitiator, excludeContributors } = _chunkDOAVFUNXcjs.peopleOf.call(void 0, node).separation;
  const enforced = _nullishCoalesce(_optionalChain([parties, 'optionalAccess', _5 => _5.enforceSeparation]), () => ( false));
  return { initiator: enforced || excludeInitiator, contributors: enforced || excludeContributors };
}
var excludesInitiator = (state, node) => exclusionsOf(state, node).initiator;
var everDecided = ({ decisions, people }) => [
  ...decisions.flatMap(decidersOf),
  ..._nullishCoalesce(_optionalChain([people, 'optionalAccess', _6 => _6.past]), () => ( []))
];

// src/interpreter/people/counting.ts
function outcomeOf(rules, places) {
  if (rejects(rules, places)) return "rejected";
  if (isOutOfReach(rules, places)) return "out-of-reach";
  return approves(rules, places) ? "approved" : "open";
}
var isOutOfReach = (rules, places) => !approves(rules, places, "approve");
var isOpen = ({ vote, lost }) => vote === null && lost !== true;
function tallyOf(places) {
  const votes = { approve: 0, reject: 0, abstain: 0, open: 0, lost: 0 };
  const weights = { approve: 0, reject: 0, abstain: 0, open: 0, lost: 0 };
  let eligible = 0;
  for (const place of places) {
    if (place.added === true) continue;
    const what = _nullishCoalesce(place.vote, () => ( (isOpen(place) ? "open" : "lost")));
    eligible += 1;
    votes[what] += 1;
    weights[what] += place.weight;
  }
  return {
    eligible,
    approved: votes.approve,
    rejected: votes.reject,
    abstained: votes.abstain,
    open: votes.open,
    weightApproved: weights.approve,
    weightOpen: weights.open
  };
}
function approvalsOf(entries, places) {
  const approvals = entries.map(() => 0);
  for (const place of places) {
    if (place.vote === "approve") countFor(place.entries, approvals);
  }
  return approvals;
}
function neededBy(entries, places) {
  return entries.map((entry, index) => neededOf(entry, index, places));
}
function neededOf(entry, index, places) {
  if (entry.kind === "pool") return entry.count;
  if (entry.kind === "person") return 1;
  return Math.max(1, places.filter((it) => it.entries.includes(index)).length);
}
function satisfiedEntries(entries, places) {
  const approvals = approvalsOf(entries, places);
  return neededBy(entries, places).map((needed, index) => (_nullishCoalesce(approvals[index], () => ( 0))) >= needed);
}
function countFor(entries, approvals) {
  for (const entry of entries) approvals[entry] = (_nullishCoalesce(approvals[entry], () => ( 0))) + 1;
}
function approves({ entries, decisionRule, minDistinctApprovers }, places, open = null) {
  const counts = { eligible: 0, approved: 0, abstained: 0, weightApproved: 0 };
  const approvals = new Array(entries.length).fill(0);
  for (const place of places) {
    const vote = _nullishCoalesce(place.vote, () => ( (isOpen(place) ? open : null)));
    if (place.added === true) {
      if (vote !== "approve") return false;
      continue;
    }
    counts.eligible += 1;
    if (vote === "abstain") counts.abstained += 1;
    if (vote !== "approve") continue;
    counts.approved += 1;
    counts.weightApproved += place.weight;
    countFor(place.entries, approvals);
  }
  return counts.approved >= minDistinctApprovers && holds(decisionRule, counts) && entries.every(
    (entry, index) => !entry.mandatory || (_nullishCoalesce(approvals[index], () => ( 0))) >= neededOf(entry, index, places)
  );
}
function holds(rule, counts) {
  const { approved, eligible, abstained, weightApproved } = counts;
  switch (_optionalChain([rule, 'optionalAccess', _7 => _7.kind])) {
    case void 0:
      return true;
    // The entries alone say.
    case "count":
      return approved >= rule.approvals;
    case "percent": {
      const of = rule.of === "eligible" ? eligible : eligible - abstained;
      return 100 * approved >= rule.approvals * of;
    }
    case "weight":
      return weightApproved >= rule.approvals;
  }
}
function rejects(rules, places) {
  return rejectsByRule(rules, places) || places.some((it) => it.vote === "reject" && it.veto);
}
function rejectsByRule({ decisionRule }, places) {
  const enough = rejectionsEnough(decisionRule);
  let rejections = 0;
  for (const { vote, added } of places) {
    if (vote !== "reject") continue;
    rejections += 1;
    if (added === true || rejections >= enough) return true;
  }
  return false;
}
function rejectionsEnough(rule) {
  if (rule === null) return 1;
  return _nullishCoalesce((rule.kind === "count" ? rule.rejections : null), () => ( Infinity));
}

// src/interpreter/people/places.ts
function placesOf(entries, found) {
  const places = /* @__PURE__ */ new Map();
  entries.forEach(({ weight, veto, order }, index) => {
    for (const userId of new Set(found[index])) {
      const known = places.get(userId);
      places.set(userId, {
        userId,
        holder: userId,
        entries: [..._nullishCoalesce(_optionalChain([known, 'optionalAccess', _8 => _8.entries]), () => ( [])), index],
        weight: Math.max(weight, _nullishCoalesce(_optionalChain([known, 'optionalAccess', _9 => _9.weight]), () => ( 0))),
        veto: veto || (_nullishCoalesce(_optionalChain([known, 'optionalAccess', _10 => _10.veto]), () => ( false))),
        order: Math.min(order, _nullishCoalesce(_optionalChain([known, 'optionalAccess', _11 => _11.order]), () => ( Infinity))),
        round: 1,
        asked: false
      });
    }
  });
  return [...places.values()];
}
function peopleOfStep(node, step) {
  if (step.people !== void 0) return step.people;
  if (node.people !== void 0) return null;
  return contractPeopleOf(node);
}
var contractPeople = /* @__PURE__ */ new WeakMap();
function contractPeopleOf(node) {
  const known = contractPeople.get(node);
  if (known !== void 0) return known;
  const places = placesOf(
    _chunkDOAVFUNXcjs.peopleOf.call(void 0, node).entries,
    node.reviewers.map(({ userId }) => [userId])
  );
  const made = { places: places.map((it) => ({ ...it, asked: true })) };
  contractPeople.set(node, made);
  countings.set(made.places, new Counting(made.places));
  return made;
}
function countedPlaces(places, decisions) {
  const counting = countings.get(places);
  if (counting !== void 0) return counting.with(decisions);
  if (decisions.length === 0) return places.map((it) => counted(it, null));
  const votes = new Map(decisions.map((it) => [holderOf(it), it.decision]));
  return places.map((it) => counted(it, _nullishCoalesce(votes.get(it.holder), () => ( null))));
}
var counted = ({ entries, weight, veto, lost = false, addedBy }, vote) => ({ entries, weight, veto, lost, added: addedBy !== void 0, vote });
var Counting = (_class = class {
  
  
  
  __init() {this.answered = /* @__PURE__ */ new Map()}
  constructor(places) {;_class.prototype.__init.call(this);
    this.places = places;
    this.indexOf = new Map(places.map(({ holder }, index) => [holder, index]));
    this.open = places.map((it) => counted(it, null));
  }
  with(decisions) {
    if (decisions.length === 0) return this.open;
    const found = this.open.slice();
    for (const it of decisions) {
      const index = this.indexOf.get(holderOf(it));
      if (index !== void 0) found[index] = this.answeredAt(index, it.decision);
    }
    return found;
  }
  answeredAt(index, vote) {
    let ofVote = this.answered.get(vote);
    if (ofVote === void 0) {
      ofVote = this.places.map((it) => counted(it, vote));
      this.answered.set(vote, ofVote);
    }
    return ofVote[index];
  }
}, _class);
var countings = /* @__PURE__ */ new WeakMap();
function withAsked({ entries }, { places, chains = [] }, decisions) {
  const counted2 = countedPlaces(places, decisions);
  const satisfied = satisfiedEntries(entries, counted2);
  const unsatisfied = entries.filter(({ mandatory }, index) => mandatory && !satisfied[index]);
  const current = Math.min(...unsatisfied.map((it) => it.order));
  const hasApproved = (userId) => _optionalChain([counted2, 'access', _12 => _12[places.findIndex((it) => it.userId === userId)], 'optionalAccess', _13 => _13.vote]) === "approve";
  const isAskedBy = (entry, { userId }) => {
    if ((_nullishCoalesce(_optionalChain([entries, 'access', _14 => _14[entry], 'optionalAccess', _15 => _15.order]), () => ( Infinity))) > current) return false;
    const levels = _nullishCoalesce(_optionalChain([chains, 'access', _16 => _16.find, 'call', _17 => _17((it) => it.entry === entry), 'optionalAccess', _18 => _18.levels]), () => ( []));
    const level = levels.indexOf(userId);
    return level <= 0 || hasApproved(levels[level - 1]);
  };
  return places.map(
    (it) => it.asked || it.lost === true || !it.entries.some((entry) => isAskedBy(entry, it)) ? it : { ...it, asked: true }
  );
}
function waitingFor({ entries, decisionRule, minDistinctApprovers }, places, decisions) {
  const counted2 = countedPlaces(places, decisions);
  const satisfied = satisfiedEntries(entries, counted2);
  const lacksPeople = tallyOf(counted2).approved < minDistinctApprovers;
  return places.filter((place, index) => {
    if (!place.asked || place.lost === true || _optionalChain([counted2, 'access', _19 => _19[index], 'optionalAccess', _20 => _20.vote]) !== null) return false;
    if (decisionRule !== null || lacksPeople || place.addedBy !== void 0) return true;
    return place.entries.some((entry) => !satisfied[entry]);
  }).map((it) => it.holder);
}
var isMandatory = ({ entries }, place) => place.addedBy !== void 0 || place.entries.some((index) => {
  const entry = entries[index];
  return entry !== void 0 && entry.kind !== "pool" && entry.mandatory;
});
var isPersonal = ({ entries }, place) => place.entries.every((index) => _optionalChain([entries, 'access', _21 => _21[index], 'optionalAccess', _22 => _22.kind]) !== "pool");
var hasAnswered = ({ decisions }, userId) => decisions.some((it) => decidersOf(it).includes(userId));
var everHeld = (places) => new Set(
  places.flatMap((it) => [
    it.userId,
    it.holder,
    ...(_nullishCoalesce(it.delegations, () => ( []))).flatMap((by) => [by.from, by.to])
  ])
);

























exports.holderOf = holderOf; exports.decidersOf = decidersOf; exports.withChange = withChange; exports.excludedFrom = excludedFrom; exports.separatedFrom = separatedFrom; exports.excludesInitiator = excludesInitiator; exports.outcomeOf = outcomeOf; exports.isOutOfReach = isOutOfReach; exports.tallyOf = tallyOf; exports.approvalsOf = approvalsOf; exports.neededBy = neededBy; exports.satisfiedEntries = satisfiedEntries; exports.holds = holds; exports.rejectsByRule = rejectsByRule; exports.placesOf = placesOf; exports.peopleOfStep = peopleOfStep; exports.countedPlaces = countedPlaces; exports.withAsked = withAsked; exports.waitingFor = waitingFor; exports.isMandatory = isMandatory; exports.isPersonal = isPersonal; exports.hasAnswered = hasAnswered; exports.everHeld = everHeld;
//# sourceMappingURL=chunk-KJGN4SBR.cjs.map