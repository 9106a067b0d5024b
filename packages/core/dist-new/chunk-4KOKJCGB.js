import {
  remindersOf
} from "./chunk-H6ZFOIS6.js";
import {
  COMMAND_COSTS,
  CONDITION_COSTS,
  EMPTY_OBJECT,
  OPERATORS,
  WorkBudget,
  actorId,
  isExpression,
  isJsonArray,
  isVariable,
  jsonTextBytes,
  readPath
} from "./chunk-M7O3D2SA.js";
import {
  contractPlaces,
  countedPlaces,
  excludedFrom,
  isMandatory,
  isOutOfReach,
  neededBy,
  peopleOfStep,
  placesOf,
  satisfiedEntries,
  tallyOf,
  waitingFor,
  withAsked,
  withChange
} from "./chunk-ACL6SRZO.js";
import {
  initialState,
  isApproved,
  isOpen,
  isRejected,
  stepIndex
} from "./chunk-WNMCWCRL.js";
import {
  derived,
  peopleOf
} from "./chunk-WKSNQK7F.js";
import {
  LIMITS
} from "./chunk-YILTSYQU.js";
import {
  __commonJS,
  __toESM
} from "./chunk-5WRI5ZAA.js";

// ../../node_modules/json-logic-js/logic.js
var require_logic = __commonJS({
  "../../node_modules/json-logic-js/logic.js"(exports, module) {
    "use strict";
    (function(root, factory) {
      if (false) {
        (void 0)(factory);
      } else if (typeof exports === "object") {
        module.exports = factory();
      } else {
        root.jsonLogic = factory();
      }
    })(exports, function() {
      "use strict";
      if (!Array.isArray) {
        Array.isArray = function(arg) {
          return Object.prototype.toString.call(arg) === "[object Array]";
        };
      }
      function arrayUnique(array) {
        var a = [];
        for (var i = 0, l = array.length; i < l; i++) {
          if (a.indexOf(array[i]) === -1) {
            a.push(array[i]);
          }
        }
        return a;
      }
      var jsonLogic2 = {};
      var operations = {
        "==": function(a, b) {
          return a == b;
        },
        "===": function(a, b) {
          return a === b;
        },
        "!=": function(a, b) {
          return a != b;
        },
        "!==": function(a, b) {
          return a !== b;
        },
        ">": function(a, b) {
          return a > b;
        },
        ">=": function(a, b) {
          return a >= b;
        },
        "<": function(a, b, c) {
          return c === void 0 ? a < b : a < b && b < c;
        },
        "<=": function(a, b, c) {
          return c === void 0 ? a <= b : a <= b && b <= c;
        },
        "!!": function(a) {
          return jsonLogic2.truthy(a);
        },
        "!": function(a) {
          return !jsonLogic2.truthy(a);
        },
        "%": function(a, b) {
          return a % b;
        },
        "log": function(a) {
          console.log(a);
          return a;
        },
        "in": function(a, b) {
          if (!b || typeof b.indexOf === "undefined") return false;
          return b.indexOf(a) !== -1;
        },
        "cat": function() {
          return Array.prototype.join.call(arguments, "");
        },
        "substr": function(source, start, end) {
          if (end < 0) {
            var temp = String(source).substr(start);
            return temp.substr(0, temp.length + end);
          }
          return String(source).substr(start, end);
        },
        "+": function() {
          return Array.prototype.reduce.call(arguments, function(a, b) {
            return parseFloat(a, 10) + parseFloat(b, 10);
          }, 0);
        },
        "*": function() {
          return Array.prototype.reduce.call(arguments, function(a, b) {
            return parseFloat(a, 10) * parseFloat(b, 10);
          });
        },
        "-": function(a, b) {
          if (b === void 0) {
            return -a;
          } else {
            return a - b;
          }
        },
        "/": function(a, b) {
          return a / b;
        },
        "min": function() {
          return Math.min.apply(this, arguments);
        },
        "max": function() {
          return Math.max.apply(this, arguments);
        },
        "merge": function() {
          return Array.prototype.reduce.call(arguments, function(a, b) {
            return a.concat(b);
          }, []);
        },
        "var": function(a, b) {
          var not_found = b === void 0 ? null : b;
          var data = this;
          if (typeof a === "undefined" || a === "" || a === null) {
            return data;
          }
          var sub_props = String(a).split(".");
          for (var i = 0; i < sub_props.length; i++) {
            if (data === null || data === void 0) {
              return not_found;
            }
            data = data[sub_props[i]];
            if (data === void 0) {
              return not_found;
            }
          }
          return data;
        },
        "missing": function() {
          var missing = [];
          var keys = Array.isArray(arguments[0]) ? arguments[0] : arguments;
          for (var i = 0; i < keys.length; i++) {
            var key = keys[i];
            var value = jsonLogic2.apply({ "var": key }, this);
            if (value === null || value === "") {
              missing.push(key);
            }
          }
          return missing;
        },
        "missing_some": function(need_count, options) {
          var are_missing = jsonLogic2.apply({ "missing": options }, this);
          if (options.length - are_missing.length >= need_count) {
            return [];
          } else {
            return are_missing;
          }
        }
      };
      jsonLogic2.is_logic = function(logic) {
        return typeof logic === "object" && // An object
        logic !== null && // but not null
        !Array.isArray(logic) && // and not an array
        Object.keys(logic).length === 1;
      };
      jsonLogic2.truthy = function(value) {
        if (Array.isArray(value) && value.length === 0) {
          return false;
        }
        return !!value;
      };
      jsonLogic2.get_operator = function(logic) {
        return Object.keys(logic)[0];
      };
      jsonLogic2.get_values = function(logic) {
        return logic[jsonLogic2.get_operator(logic)];
      };
      jsonLogic2.apply = function(logic, data) {
        if (Array.isArray(logic)) {
          return logic.map(function(l) {
            return jsonLogic2.apply(l, data);
          });
        }
        if (!jsonLogic2.is_logic(logic)) {
          return logic;
        }
        var op = jsonLogic2.get_operator(logic);
        var values = logic[op];
        var i;
        var current;
        var scopedLogic;
        var scopedData;
        var initial;
        if (!Array.isArray(values)) {
          values = [values];
        }
        if (op === "if" || op == "?:") {
          for (i = 0; i < values.length - 1; i += 2) {
            if (jsonLogic2.truthy(jsonLogic2.apply(values[i], data))) {
              return jsonLogic2.apply(values[i + 1], data);
            }
          }
          if (values.length === i + 1) {
            return jsonLogic2.apply(values[i], data);
          }
          return null;
        } else if (op === "and") {
          for (i = 0; i < values.length; i += 1) {
            current = jsonLogic2.apply(values[i], data);
            if (!jsonLogic2.truthy(current)) {
              return current;
            }
          }
          return current;
        } else if (op === "or") {
          for (i = 0; i < values.length; i += 1) {
            current = jsonLogic2.apply(values[i], data);
            if (jsonLogic2.truthy(current)) {
              return current;
            }
          }
          return current;
        } else if (op === "filter") {
          scopedData = jsonLogic2.apply(values[0], data);
          scopedLogic = values[1];
          if (!Array.isArray(scopedData)) {
            return [];
          }
          return scopedData.filter(function(datum) {
            return jsonLogic2.truthy(jsonLogic2.apply(scopedLogic, datum));
          });
        } else if (op === "map") {
          scopedData = jsonLogic2.apply(values[0], data);
          scopedLogic = values[1];
          if (!Array.isArray(scopedData)) {
            return [];
          }
          return scopedData.map(function(datum) {
            return jsonLogic2.apply(scopedLogic, datum);
          });
        } else if (op === "reduce") {
          scopedData = jsonLogic2.apply(values[0], data);
          scopedLogic = values[1];
          initial = typeof values[2] !== "undefined" ? jsonLogic2.apply(values[2], data) : null;
          if (!Array.isArray(scopedData)) {
            return initial;
          }
          return scopedData.reduce(
            function(accumulator, current2) {
              return jsonLogic2.apply(
                scopedLogic,
                { current: current2, accumulator }
              );
            },
            initial
          );
        } else if (op === "all") {
          scopedData = jsonLogic2.apply(values[0], data);
          scopedLogic = values[1];
          if (!Array.isArray(scopedData) || !scopedData.length) {
            return false;
          }
          for (i = 0; i < scopedData.length; i += 1) {
            if (!jsonLogic2.truthy(jsonLogic2.apply(scopedLogic, scopedData[i]))) {
              return false;
            }
          }
          return true;
        } else if (op === "none") {
          scopedData = jsonLogic2.apply(values[0], data);
          scopedLogic = values[1];
          if (!Array.isArray(scopedData) || !scopedData.length) {
            return true;
          }
          for (i = 0; i < scopedData.length; i += 1) {
            if (jsonLogic2.truthy(jsonLogic2.apply(scopedLogic, scopedData[i]))) {
              return false;
            }
          }
          return true;
        } else if (op === "some") {
          scopedData = jsonLogic2.apply(values[0], data);
          scopedLogic = values[1];
          if (!Array.isArray(scopedData) || !scopedData.length) {
            return false;
          }
          for (i = 0; i < scopedData.length; i += 1) {
            if (jsonLogic2.truthy(jsonLogic2.apply(scopedLogic, scopedData[i]))) {
              return true;
            }
          }
          return false;
        }
        values = values.map(function(val) {
          return jsonLogic2.apply(val, data);
        });
        if (operations.hasOwnProperty(op) && typeof operations[op] === "function") {
          return operations[op].apply(data, values);
        } else if (op.indexOf(".") > 0) {
          var sub_ops = String(op).split(".");
          var operation = operations;
          for (i = 0; i < sub_ops.length; i++) {
            if (!operation.hasOwnProperty(sub_ops[i])) {
              throw new Error("Unrecognized operation " + op + " (failed at " + sub_ops.slice(0, i + 1).join(".") + ")");
            }
            operation = operation[sub_ops[i]];
          }
          return operation.apply(data, values);
        }
        throw new Error("Unrecognized operation " + op);
      };
      jsonLogic2.uses_data = function(logic) {
        var collection = [];
        if (jsonLogic2.is_logic(logic)) {
          var op = jsonLogic2.get_operator(logic);
          var values = logic[op];
          if (!Array.isArray(values)) {
            values = [values];
          }
          if (op === "var") {
            collection.push(values[0]);
          } else {
            values.forEach(function(val) {
              collection.push.apply(collection, jsonLogic2.uses_data(val));
            });
          }
        }
        return arrayUnique(collection);
      };
      jsonLogic2.add_operation = function(name, code) {
        operations[name] = code;
      };
      jsonLogic2.rm_operation = function(name) {
        delete operations[name];
      };
      jsonLogic2.rule_like = function(rule, pattern) {
        if (pattern === rule) {
          return true;
        }
        if (pattern === "@") {
          return true;
        }
        if (pattern === "number") {
          return typeof rule === "number";
        }
        if (pattern === "string") {
          return typeof rule === "string";
        }
        if (pattern === "array") {
          return Array.isArray(rule) && !jsonLogic2.is_logic(rule);
        }
        if (jsonLogic2.is_logic(pattern)) {
          if (jsonLogic2.is_logic(rule)) {
            var pattern_op = jsonLogic2.get_operator(pattern);
            var rule_op = jsonLogic2.get_operator(rule);
            if (pattern_op === "@" || pattern_op === rule_op) {
              return jsonLogic2.rule_like(
                jsonLogic2.get_values(rule, false),
                jsonLogic2.get_values(pattern, false)
              );
            }
          }
          return false;
        }
        if (Array.isArray(pattern)) {
          if (Array.isArray(rule)) {
            if (pattern.length !== rule.length) {
              return false;
            }
            for (var i = 0; i < pattern.length; i += 1) {
              if (!jsonLogic2.rule_like(rule[i], pattern[i])) {
                return false;
              }
            }
            return true;
          } else {
            return false;
          }
        }
        return false;
      };
      return jsonLogic2;
    });
  }
});

// src/interpreter/people/hand-reminders.ts
function withReminder(before, { actorId: actorId2, userIds }, at) {
  const others = (before?.last ?? []).filter((it) => !userIds.includes(it.userId));
  return {
    count: (before?.count ?? 0) + 1,
    last: [...others, ...userIds.map((userId) => ({ userId, actorId: actorId2, at }))]
  };
}

// src/interpreter/evolve.ts
var draftOf = (state) => ({
  state: { ...state, steps: state.steps.slice() },
  own: /* @__PURE__ */ new Map(),
  opened: 0,
  // Made when it is needed: there is a draft for each command.
  positions: null,
  lookups: 0
});
var FEW_STEPS = 32;
var FEW_LOOKUPS = 8;
function positionIn(draft, stepId) {
  const { steps } = draft.state;
  if (steps.length <= FEW_STEPS || draft.lookups++ < FEW_LOOKUPS) return stepIndex(steps, stepId);
  const positions = draft.positions ??= /* @__PURE__ */ new Map();
  for (let index = positions.size; index < steps.length; index++) {
    positions.set(steps[index].stepId, index);
  }
  return positions.get(stepId) ?? -1;
}
function evolve(state, event) {
  const draft = draftOf(state);
  apply(draft, event);
  return draft.state;
}
function fold(header, events) {
  const folding = beginFold(header);
  folding.add(events);
  return folding.state;
}
function beginFold(header) {
  const draft = draftOf(initialState(header));
  const add = (events) => {
    for (const event of events) apply(draft, event);
  };
  return { add, state: draft.state };
}
function apply(draft, event) {
  draft.state.seq = event.seq;
  draft.state.updatedAt = event.timestamp;
  APPLY[event.type](draft, event);
}
var APPLY = {
  "execution.dispatched": () => void 0,
  "execution.started": ({ state }, { timestamp }) => {
    state.status = "running";
    state.startedAt = timestamp;
  },
  "execution.completed": ({ state }, { timestamp }) => {
    state.status = "completed";
    state.completedAt = timestamp;
  },
  "execution.failed": ({ state }, { timestamp, data }) => {
    state.status = "failed";
    state.completedAt = timestamp;
    state.failureReason = data.failureReason;
  },
  "execution.cancelled": ({ state }, { timestamp }) => {
    state.status = "cancelled";
    state.cancelledAt = timestamp;
  },
  "step.scheduled": (draft, event) => {
    const step = scheduledStep(event);
    draft.state.steps.push(step);
    draft.own.set(step, null);
    draft.opened += 1;
  },
  "step.started": (draft, event) => {
    const step = changing(draft, event);
    step.status = "running";
    step.attempt = event.data.attempt;
    step.begun = event.data.attempt;
    step.startedAt ??= event.timestamp;
  },
  "step.retried": (draft, event) => {
    changing(draft, event).attempt = event.data.attempt;
  },
  "step.awaiting-approval": (draft, event) => {
    const step = changing(draft, event);
    step.status = "waiting";
    step.startedAt ??= event.timestamp;
    step.waitingSince = event.timestamp;
    step.waitingForReviewers = event.data.waitingForReviewers;
  },
  "step.decision-recorded": (draft, event) => {
    const step = changing(draft, event);
    const { reviewerId, decision, reason, people: people2, waitingForReviewers, via } = event.data;
    if (via?.kind === "link") step.links = withLink(step.links, "used", via.linkId);
    const recorded = { reviewerId, decision, reason, ...people2, recordedAt: event.timestamp };
    step.decisions = [...step.decisions, recorded];
    step.waitingForReviewers = waitingForReviewers ?? step.waitingForReviewers.filter((it) => it !== reviewerId);
  },
  "step.reviewers-resolved": (draft, event) => {
    changing(draft, event).people = event.data;
  },
  "step.answered": () => void 0,
  "step.assigned": (draft, event) => {
    const step = changing(draft, event);
    const { added, waitingForReviewers } = event.data;
    const places = (step.people?.places ?? NONE).map((it) => askedAmong(it, added));
    step.people = { ...step.people, places };
    step.waitingForReviewers = waitingForReviewers;
  },
  "step.people-changed": (draft, event) => {
    const step = changing(draft, event);
    const { waitingForReviewers, ...change } = event.data;
    const { people: people2, decisions } = withChange(step, change);
    step.people = people2;
    step.decisions = decisions;
    step.waitingForReviewers = waitingForReviewers;
    step.dueAt = change.dueAt ?? step.dueAt;
  },
  "step.answer-retracted": () => void 0,
  "step.question-asked": () => void 0,
  "step.question-answered": () => void 0,
  "step.reminded": (draft, event) => {
    const step = changing(draft, event);
    const { levels, byHand } = event.data;
    if (levels.length > 0) step.reminded = [...step.reminded ?? NONE, ...levels];
    if (byHand !== void 0) step.handReminders = withReminder(step.handReminders, byHand, event.timestamp);
  },
  "step.reminder": () => void 0,
  "execution.parties-changed": ({ state }, { data }) => {
    state.parties = { ...state.parties ?? NO_PARTIES, ...data };
  },
  "execution.subject-revised": () => void 0,
  "step.link-revoked": (draft, event) => {
    const step = changing(draft, event);
    step.links = withLink(step.links, "revoked", event.data.linkId);
  },
  "step.resolution-recorded": (draft, event) => {
    const step = changing(draft, event);
    step.resolutions = [...step.resolutions, { ...event.data, recordedAt: event.timestamp }];
  },
  "step.overridden": (draft, event) => {
    changing(draft, event).overridden = true;
  },
  "step.called-back": (draft, event) => {
    changing(draft, event).callback = event.data.fingerprint;
  },
  "step.resumed": (draft, event) => {
    changing(draft, event).output = event.data.output;
  },
  "step.skipped": (draft, event) => {
    ending(draft, event).output = event.data.output;
  },
  "step.completed": ending,
  "step.failed": (draft, event) => {
    ending(draft, event).error = event.data.error;
  },
  "step.breached": ending,
  "step.cancelled": ending,
  "group.quorum-met": ({ state }, { data }) => decideGroup(state, data, "met"),
  "group.quorum-unreachable": ({ state }, { data }) => decideGroup(state, data, "unreachable"),
  "loop.iteration-started": ({ state }, { data }) => {
    const others = state.loops.filter((it) => it.loopId !== data.loopId);
    state.loops = [...others, { loopId: data.loopId, iteration: data.iteration, exhausted: false }];
  },
  "loop.exhausted": ({ state }, { data }) => {
    const others = state.loops.filter((it) => it.loopId !== data.loopId);
    state.loops = [...others, { loopId: data.loopId, iteration: data.iteration, exhausted: true }];
  },
  "idempotency.suppressed": () => void 0,
  "execution.jobs-restored": () => void 0
};
var ALL_EVENT_TYPES = Object.keys(APPLY);
var NOBODY = Object.freeze([]);
var NONE = Object.freeze([]);
var NO_PARTIES = { initiatorId: null, contributorIds: NOBODY, enforceSeparation: false, subject: null };
function scheduledStep({ stepId, timestamp, data }) {
  return {
    stepId: stepId ?? "",
    nodeId: data.nodeId,
    nodeType: data.nodeType,
    status: "pending",
    iteration: data.iteration,
    attempt: 1,
    createdAt: timestamp,
    startedAt: null,
    waitingSince: null,
    completedAt: null,
    dueAt: data.dueAt,
    input: data.input,
    output: null,
    error: null,
    overridden: false,
    callback: null,
    waitingForReviewers: NOBODY,
    decisions: NONE,
    resolutions: NONE
  };
}
var NO_LINKS = Object.freeze({ used: NONE, revoked: NONE });
var withLink = (links = NO_LINKS, fate, linkId) => ({
  ...links,
  [fate]: [...links[fate], linkId]
});
var askedAmong = (place, holders) => place.asked || !holders.includes(place.holder) ? place : { ...place, asked: true };
function changing(draft, { stepId }) {
  const { state, own } = draft;
  const index = stepId === null ? -1 : positionIn(draft, stepId);
  const step = state.steps[index];
  if (step === void 0 || !isOpen(step.status)) {
    throw new Error(`the event at seq ${state.seq} changes step ${String(stepId)}, which is not open`);
  }
  if (own.has(step)) return step;
  const copy = { ...step };
  state.steps[index] = copy;
  own.set(copy, step);
  return copy;
}
function ending(draft, event) {
  const step = changing(draft, event);
  step.status = STATUS_OF[event.type];
  draft.opened -= 1;
  step.completedAt = event.timestamp;
  step.endedSeq = event.seq;
  step.waitingForReviewers = NOBODY;
  return step;
}
var STATUS_OF = {
  "step.completed": "completed",
  "step.skipped": "skipped",
  "step.failed": "failed",
  "step.breached": "breached",
  "step.cancelled": "cancelled"
};
function decideGroup(state, { groupId, iteration }, outcome) {
  const others = state.groups.filter((it) => it.groupId !== groupId);
  state.groups = [...others, { groupId, iteration, outcome }];
}

// src/definition/bytes.ts
function jsonBytes(value) {
  return bytesWith(value, jsonBytes);
}
var JsonSizes = class {
  /** Made when it is needed: most commands measure nothing large. */
  known = null;
  /** As `jsonBytes`. */
  of = (value) => {
    if (typeof value !== "object" || value === null) return jsonBytes(value);
    const found = this.known?.get(value);
    if (found !== void 0) return found;
    const bytes = bytesWith(value, this.of);
    if (bytes >= LARGE) (this.known ??= /* @__PURE__ */ new Map()).set(value, bytes);
    return bytes;
  };
};
var LARGE = 1024;
function bytesWith(value, bytesOf) {
  if (typeof value === "string") return jsonTextBytes(value);
  if (value === void 0) return 0;
  if (typeof value !== "object" || value === null) return String(value).length;
  let bytes = 2;
  let items = 0;
  if (Array.isArray(value)) {
    for (const item of value) bytes += bytesOf(item);
    items = value.length;
  } else {
    for (const [key, item] of Object.entries(value)) {
      if (item === void 0) continue;
      bytes += jsonTextBytes(key) + 1 + bytesOf(item);
      items += 1;
    }
  }
  return bytes + Math.max(items - 1, 0);
}
function jsonGain(before, after) {
  if (before === after) return 0;
  if (Array.isArray(before) || Array.isArray(after)) {
    if (Array.isArray(before) && Array.isArray(after)) return listGain(before, after);
  } else if (isObject(before) && isObject(after)) return objectGain(before, after);
  return jsonBytes(after) - jsonBytes(before);
}
function listGain(before, after) {
  const both = Math.min(before.length, after.length);
  let bytes = Math.max(after.length - 1, 0) - Math.max(before.length - 1, 0);
  for (let index = 0; index < both; index++) bytes += jsonGain(before[index], after[index]);
  for (let index = both; index < before.length; index++) bytes -= jsonBytes(before[index]);
  for (let index = both; index < after.length; index++) bytes += jsonBytes(after[index]);
  return bytes;
}
var isObject = (value) => typeof value === "object" && value !== null;
function objectGain(before, after) {
  const [lost, gained] = [definedKeys(before), definedKeys(after)];
  let bytes = Math.max(gained.size - 1, 0) - Math.max(lost.size - 1, 0);
  for (const key of gained) {
    if (lost.delete(key)) bytes += jsonGain(before[key], after[key]);
    else bytes += fieldBytes(key, after[key]);
  }
  for (const key of lost) bytes -= fieldBytes(key, before[key]);
  return bytes;
}
var definedKeys = (value) => new Set(Object.keys(value).filter((key) => value[key] !== void 0));
var fieldBytes = (key, value) => jsonTextBytes(key) + 1 + jsonBytes(value);

// src/interpreter/transition.ts
var Transition = class {
  compiled;
  environment;
  events = [];
  jobs = [];
  /** Units of work that the conditions and the new steps of this command may take. */
  work = new WorkBudget(LIMITS.commandWork);
  /** Sizes of the values that this command has measured. */
  sizes = new JsonSizes();
  /** Lists that were found to be of userIds: one list may stand for the people of all steps. */
  userIdLists = /* @__PURE__ */ new Set();
  /** Edges of ended steps that fire, for as many as were asked about. */
  firing = null;
  /** Bytes that the run holds with the inputs that were given so far; null: no step was started. */
  bytesHeld = null;
  /** Totals of the states that commands before this one have left. */
  totals;
  /** The steps as this command found them. */
  before;
  draft;
  /** Where the steps of each group stand, for as many of the first steps as were looked at; steps never move. */
  members = /* @__PURE__ */ new Map();
  membersSeen = 0;
  endings = [];
  endingsTaken = 0;
  reached = 0;
  constructor(compiled, state, environment) {
    this.totals = environment.totals ?? /* @__PURE__ */ new WeakMap();
    this.compiled = compiled;
    this.environment = environment;
    this.before = state.steps;
    this.draft = draftOf(state);
  }
  get state() {
    return this.draft.state;
  }
  /** What has become of the steps so far. */
  get changes() {
    return this.draft;
  }
  /** The time of this transition: never before what was recorded, also when a clock went backwards. */
  get now() {
    return Math.max(this.environment.now, this.state.updatedAt, this.reached);
  }
  /** Somebody with a better clock, such as the store that gave a job, knows that this time has come. */
  reach(time) {
    this.reached = Math.max(this.reached, time);
  }
  /** No more steps come. A list that was pushed to keeps room for a dozen more, and many states are kept. */
  close() {
    const { state } = this.draft;
    if (state.steps.length > this.before.length) state.steps = state.steps.slice();
  }
  emit(type, stepId, data) {
    const event = {
      eventId: this.environment.newEventId(),
      seq: this.state.seq + 1,
      type,
      executionId: this.state.executionId,
      stepId,
      timestamp: this.now,
      correlationId: this.state.correlationId,
      data
      // `type` and `data` belong together by the signature; the union cannot see it.
    };
    this.events.push(event);
    apply(this.draft, event);
  }
  schedule(job) {
    this.jobs.push(job);
  }
  /** The step has ended; what follows from it is done once the command itself is through. */
  resolveLater(stepId) {
    this.endings.push(stepId);
  }
  /** The next ended step whose consequences are to be applied, in the order in which they ended. */
  nextEnding() {
    const stepId = this.endings[this.endingsTaken];
    if (stepId === void 0) return null;
    this.endingsTaken += 1;
    return this.step(stepId);
  }
  /** Nothing follows from anything any more: the execution has come to its end. */
  abandonEndings() {
    this.endingsTaken = this.endings.length;
  }
  /** The step, or null: there is none. */
  find(stepId) {
    return this.state.steps[positionIn(this.draft, stepId)] ?? null;
  }
  /** A step that must be there. */
  step(stepId) {
    const step = this.find(stepId);
    if (step === null) throw new Error(`there is no step ${stepId}`);
    return step;
  }
  /** The steps of a group's members, of every iteration, in the order of creation. */
  membersOf(group) {
    const { groups, groupOf } = this.compiled;
    const { steps } = this.state;
    for (; this.membersSeen < steps.length; this.membersSeen++) {
      const { nodeId } = steps[this.membersSeen];
      const index = Object.hasOwn(groupOf, nodeId) ? groupOf[nodeId] : void 0;
      const of = index === void 0 ? void 0 : groups[index];
      if (of === void 0) continue;
      const places = this.members.get(of);
      if (places === void 0) this.members.set(of, [this.membersSeen]);
      else places.push(this.membersSeen);
    }
    return (this.members.get(group) ?? []).map((it) => steps[it]);
  }
  node(nodeId) {
    return nodeOf(this.compiled, nodeId);
  }
};
function nodeOf(compiled, nodeId) {
  const node = compiled.nodes[nodeId];
  if (node === void 0) throw new Error(`there is no node ${nodeId}`);
  return node;
}

// ../../node_modules/@noble/hashes/utils.js
function isBytes(a) {
  return a instanceof Uint8Array || ArrayBuffer.isView(a) && a.constructor.name === "Uint8Array" && "BYTES_PER_ELEMENT" in a && a.BYTES_PER_ELEMENT === 1;
}
var atitle = (title) => title ? `"${title}" ` : "";
function anumber(n, title = "") {
  if (typeof n !== "number")
    throw new TypeError(atitle(title) + "expected number, got " + typeof n);
  if (!Number.isSafeInteger(n) || n < 0)
    throw new RangeError(atitle(title) + "expected integer >= 0, got " + n);
  return n;
}
function abytes(value, length, title = "") {
  if (isBytes(value) && (length === void 0 || value.length === length))
    return value;
  if (length !== void 0)
    anumber(length, "length");
  const bytes = isBytes(value);
  const ofLen = length !== void 0 ? ` of length ${length}` : "";
  const got = bytes ? `length=${value.length}` : `type=${typeof value}`;
  const message = atitle(title) + "expected Uint8Array" + ofLen + ", got " + got;
  if (!bytes)
    throw new TypeError(message);
  throw new RangeError(message);
}
function ahash(h) {
  if (typeof h !== "function" || typeof h.create !== "function")
    throw new TypeError("expected hash wrapped by utils.createHasher");
  anumber(h.outputLen);
  anumber(h.blockLen);
  if (h.outputLen < 1 || h.blockLen < 1)
    throw new Error("hash blockLen / outputLen must be >= 1");
}
var aobject = (value, label) => {
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new TypeError((label === "object" ? "" : `"${label}" `) + "expected object, got type=" + typeof value);
};
var aopts = (value, label) => {
  aobject(value, label);
  const proto = Object.getPrototypeOf(value);
  if (proto !== Object.prototype && proto !== null)
    throw new TypeError(`"${label}" expected plain object`);
  if (Object.hasOwn(value, "__proto__"))
    throw new TypeError(`"${label}.__proto__" is not allowed`);
};
function aexists(instance, checkFinished = true) {
  if (instance.destroyed)
    throw new Error("hash was destroyed");
  if (checkFinished && instance.finished)
    throw new Error("digest() was already called");
}
function aoutput(out, instance) {
  abytes(out, void 0, "output");
  const min = instance.outputLen;
  if (!(out.length >= min)) {
    throw new RangeError('"output" expected length >= ' + min);
  }
}
function clean(...arrays) {
  for (let i = 0; i < arrays.length; i++) {
    arrays[i].fill(0);
  }
}
function createView(arr) {
  return new DataView(arr.buffer, arr.byteOffset, arr.byteLength);
}
function rotr(word, shift) {
  return word << 32 - shift | word >>> shift;
}
var hasHexBuiltin = /* @__PURE__ */ (() => (
  // @ts-ignore
  typeof Uint8Array.from([]).toHex === "function" && typeof Uint8Array.fromHex === "function"
))();
var hexes = /* @__PURE__ */ Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));
function bytesToHex(bytes) {
  abytes(bytes);
  if (hasHexBuiltin)
    return bytes.toHex();
  let hex = "";
  for (let i = 0; i < bytes.length; i++) {
    hex += hexes[bytes[i]];
  }
  return hex;
}
function utf8ToBytes(str) {
  if (typeof str !== "string")
    throw new TypeError("string expected");
  const encoded = new TextEncoder().encode(str);
  try {
    return new Uint8Array(encoded);
  } finally {
    clean(encoded);
  }
}
function checkOpts(defaults, opts, title = "opts") {
  aopts(defaults, "defaults");
  if (opts !== void 0)
    aopts(opts, title);
  const merged = Object.assign(/* @__PURE__ */ Object.create(null), defaults, opts);
  return merged;
}
function createHasher(hashCons, info = {}) {
  if (typeof hashCons !== "function")
    throw new TypeError('"hashCons" expected function, got type=' + typeof hashCons);
  info = checkOpts({}, info, "info");
  const hashC = (msg, opts) => hashCons(opts).update(msg).digest();
  const tmp = hashCons(void 0);
  hashC.outputLen = tmp.outputLen;
  hashC.blockLen = tmp.blockLen;
  hashC.canXOF = tmp.canXOF;
  hashC.create = (opts) => hashCons(opts);
  Object.assign(hashC, info);
  return Object.freeze(hashC);
}
var oidNist = (suffix) => ({
  // Current NIST hashAlgs suffixes used here fit in one DER subidentifier octet.
  // Larger suffix values would need base-128 OID encoding and a different length byte.
  oid: Uint8Array.from([6, 9, 96, 134, 72, 1, 101, 3, 4, 2, suffix])
});

// ../../node_modules/@noble/hashes/_u64.js
var fromNumH = (n) => n / 2 ** 32 | 0;
var fromNumL = (n) => n >>> 0;
function setU64FromNum(view, byteOffset, n, isLE) {
  const h = fromNumH(n);
  const l = fromNumL(n);
  view.setUint32(byteOffset, isLE ? l : h, isLE);
  view.setUint32(byteOffset + 4, isLE ? h : l, isLE);
}

// ../../node_modules/@noble/hashes/_md.js
function Chi(a, b, c) {
  return a & b ^ ~a & c;
}
function Maj(a, b, c) {
  return a & b ^ a & c ^ b & c;
}
var HashMD = class {
  blockLen;
  outputLen;
  canXOF = false;
  padOffset;
  isLE;
  // For partial updates less than block size
  buffer;
  view;
  finished = false;
  length = 0;
  pos = 0;
  destroyed = false;
  constructor(blockLen, outputLen, padOffset, isLE) {
    this.blockLen = blockLen;
    this.outputLen = outputLen;
    this.padOffset = padOffset;
    this.isLE = isLE;
    this.buffer = new Uint8Array(blockLen);
    this.view = createView(this.buffer);
  }
  update(data) {
    aexists(this);
    abytes(data);
    const { view, buffer, blockLen } = this;
    const len = data.length;
    let processed = false;
    for (let pos = 0; pos < len; ) {
      const take = Math.min(blockLen - this.pos, len - pos);
      if (take === blockLen) {
        const dataView = createView(data);
        for (; blockLen <= len - pos; pos += blockLen)
          this.process(dataView, pos);
        processed = true;
        continue;
      }
      buffer.set(pos === 0 && take === len ? data : data.subarray(pos, pos + take), this.pos);
      this.pos += take;
      pos += take;
      if (this.pos === blockLen) {
        this.process(view, 0);
        this.pos = 0;
        processed = true;
      }
    }
    this.length += data.length;
    if (processed)
      this.roundClean();
    return this;
  }
  digestInto(out) {
    aexists(this);
    aoutput(out, this);
    this.finished = true;
    const { buffer, view, blockLen, isLE } = this;
    let { pos } = this;
    buffer[pos++] = 128;
    buffer.fill(0, pos);
    if (this.padOffset > blockLen - pos) {
      this.process(view, 0);
      buffer.fill(0);
    }
    setU64FromNum(view, blockLen - 8, this.length * 8, isLE);
    this.process(view, 0);
    this.roundClean();
    const oview = out === buffer ? view : createView(out);
    const len = this.outputLen;
    const outLen = len / 4;
    const state = this.get();
    if (len % 4 || outLen > state.length)
      throw new Error("invalid outputLen");
    for (let i = 0; i < outLen; i++)
      oview.setUint32(4 * i, state[i], isLE);
  }
  digest() {
    const { buffer, outputLen } = this;
    this.digestInto(buffer);
    const res = buffer.slice(0, outputLen);
    this.destroy();
    return res;
  }
  _cloneIntoMeta(to) {
    const { buffer, length, finished, destroyed, pos } = this;
    to.destroyed = destroyed;
    to.finished = finished;
    to.length = length;
    to.pos = pos;
    if (pos)
      to.buffer.set(buffer);
    return to;
  }
  clone() {
    return this._cloneInto();
  }
};
var SHA256_IV = /* @__PURE__ */ Uint32Array.from([
  1779033703,
  3144134277,
  1013904242,
  2773480762,
  1359893119,
  2600822924,
  528734635,
  1541459225
]);

// ../../node_modules/@noble/hashes/sha2.js
var SHA256_K = /* @__PURE__ */ Uint32Array.from([
  1116352408,
  1899447441,
  3049323471,
  3921009573,
  961987163,
  1508970993,
  2453635748,
  2870763221,
  3624381080,
  310598401,
  607225278,
  1426881987,
  1925078388,
  2162078206,
  2614888103,
  3248222580,
  3835390401,
  4022224774,
  264347078,
  604807628,
  770255983,
  1249150122,
  1555081692,
  1996064986,
  2554220882,
  2821834349,
  2952996808,
  3210313671,
  3336571891,
  3584528711,
  113926993,
  338241895,
  666307205,
  773529912,
  1294757372,
  1396182291,
  1695183700,
  1986661051,
  2177026350,
  2456956037,
  2730485921,
  2820302411,
  3259730800,
  3345764771,
  3516065817,
  3600352804,
  4094571909,
  275423344,
  430227734,
  506948616,
  659060556,
  883997877,
  958139571,
  1322822218,
  1537002063,
  1747873779,
  1955562222,
  2024104815,
  2227730452,
  2361852424,
  2428436474,
  2756734187,
  3204031479,
  3329325298
]);
var SHA256_W = /* @__PURE__ */ new Uint32Array(64);
var SHA2_32B = class extends HashMD {
  // We cannot use array here since array allows indexing by variable
  // which means optimizer/compiler cannot use registers.
  // Numeric initializers matter: starting the fields as `undefined` changes
  // V8's field representation and makes sha256 3x slower (measured).
  A = 0;
  B = 0;
  C = 0;
  D = 0;
  E = 0;
  F = 0;
  G = 0;
  H = 0;
  constructor(outputLen, IV) {
    super(64, outputLen, 8, false);
    this.A = IV[0] | 0;
    this.B = IV[1] | 0;
    this.C = IV[2] | 0;
    this.D = IV[3] | 0;
    this.E = IV[4] | 0;
    this.F = IV[5] | 0;
    this.G = IV[6] | 0;
    this.H = IV[7] | 0;
  }
  get() {
    const { A, B, C, D, E, F, G, H } = this;
    return [A, B, C, D, E, F, G, H];
  }
  // prettier-ignore
  set(A, B, C, D, E, F, G, H) {
    this.A = A | 0;
    this.B = B | 0;
    this.C = C | 0;
    this.D = D | 0;
    this.E = E | 0;
    this.F = F | 0;
    this.G = G | 0;
    this.H = H | 0;
  }
  _cloneInto(to) {
    (to ||= new this.constructor()).set(...this.get());
    return this._cloneIntoMeta(to);
  }
  process(view, offset) {
    for (let i = 0; i < 16; i++, offset += 4)
      SHA256_W[i] = view.getUint32(offset, false);
    for (let i = 16; i < 64; i++) {
      const W15 = SHA256_W[i - 15];
      const W2 = SHA256_W[i - 2];
      const s0 = rotr(W15, 7) ^ rotr(W15, 18) ^ W15 >>> 3;
      const s1 = rotr(W2, 17) ^ rotr(W2, 19) ^ W2 >>> 10;
      SHA256_W[i] = s1 + SHA256_W[i - 7] + s0 + SHA256_W[i - 16] | 0;
    }
    let { A, B, C, D, E, F, G, H } = this;
    for (let i = 0; i < 64; i++) {
      const sigma1 = rotr(E, 6) ^ rotr(E, 11) ^ rotr(E, 25);
      const T1 = H + sigma1 + Chi(E, F, G) + SHA256_K[i] + SHA256_W[i] | 0;
      const sigma0 = rotr(A, 2) ^ rotr(A, 13) ^ rotr(A, 22);
      const T2 = sigma0 + Maj(A, B, C) | 0;
      H = G;
      G = F;
      F = E;
      E = D + T1 | 0;
      D = C;
      C = B;
      B = A;
      A = T1 + T2 | 0;
    }
    A = A + this.A | 0;
    B = B + this.B | 0;
    C = C + this.C | 0;
    D = D + this.D | 0;
    E = E + this.E | 0;
    F = F + this.F | 0;
    G = G + this.G | 0;
    H = H + this.H | 0;
    this.set(A, B, C, D, E, F, G, H);
  }
  roundClean() {
    clean(SHA256_W);
  }
  destroy() {
    this.destroyed = true;
    this.set(0, 0, 0, 0, 0, 0, 0, 0);
    clean(this.buffer);
  }
};
var _SHA256 = class extends SHA2_32B {
  constructor() {
    super(32, SHA256_IV);
  }
};
var sha256 = /* @__PURE__ */ createHasher(
  () => new _SHA256(),
  /* @__PURE__ */ oidNist(1)
);

// src/interpreter/kinds/agent/output.ts
function withoutDecision(output) {
  if (output === null) return {};
  return Object.fromEntries(
    Object.entries(output).filter(([key]) => key !== "decision" && key !== "approved")
  );
}
function agentOutput(result, call) {
  return {
    ...withoutDecision(result.output),
    agentExecutionStatus: result.passed ? "passed" : "not-passed",
    agentResultsSummary: result.summary,
    resolvedUrl: call.url,
    agentDurationMs: call.durationMs,
    ...result.findings !== null && { findings: result.findings }
  };
}
function blockingAgentOutput(...[result, call]) {
  return { ...agentOutput(result, call), findings: result.findings };
}
var agentPassed = (step) => step.output?.["agentExecutionStatus"] === "passed";
function findingIds(step) {
  const findings = step.output?.["findings"];
  if (!isJsonArray(findings)) return null;
  return findings.map((it) => it["findingId"]);
}
function agentOutputSoFar(step) {
  if (step.output === null || step.waitingSince === null) return step.output;
  return { ...step.output, aggregatorStatus: "pending", resolutions: listed(step.resolutions) };
}
function resolvedAgentOutput(step, decision) {
  return {
    ...step.output,
    ...decision !== null && { decision, approved: decision === "approve" },
    aggregatorStatus: "resolved",
    resolutions: listed(step.resolutions)
  };
}
var listed = (resolutions) => resolutions.map((it) => ({ ...it }));

// src/interpreter/ending.ts
function completeStep(transition, step, output, data) {
  transition.emit("step.resumed", step.stepId, { output });
  transition.emit("step.completed", step.stepId, { nodeId: step.nodeId, nodeType: step.nodeType, ...data });
  transition.resolveLater(step.stepId);
}
function skipStep(transition, step, output) {
  transition.emit("step.skipped", step.stepId, { output });
  transition.resolveLater(step.stepId);
}
function failStep(transition, step, error) {
  transition.emit("step.failed", step.stepId, { nodeId: step.nodeId, error, attempt: step.attempt });
  transition.resolveLater(step.stepId);
}
function breachStep(transition, step) {
  const dueAt = step.dueAt ?? transition.now;
  transition.emit("step.breached", step.stepId, {
    nodeId: step.nodeId,
    // Questions may have held the deadline up: what the node gives is not what it came to.
    slaMs: transition.node(step.nodeId).slaMs ?? dueAt - step.createdAt,
    dueAt
  });
  transition.resolveLater(step.stepId);
}
function cancelStep(transition, step, by) {
  interruptStep(transition, step, by);
  transition.resolveLater(step.stepId);
}
function interruptStep(transition, step, { actorId: actorId2, reason }) {
  transition.emit("step.cancelled", step.stepId, { nodeId: step.nodeId, actorId: actorId2, reason });
}
function interruptAllOpen(transition, by) {
  for (const step of transition.state.steps.filter((it) => isOpen(it.status)))
    interruptStep(transition, step, by);
}

// src/interpreter/people/directory.ts
var NO_ANSWERS = { members: [], managers: [], attributes: [] };

// src/interpreter/waiting/plan-reminder.ts
function planReminder(transition, node, step) {
  const [next] = remindersOf(node, step);
  if (next === void 0) return;
  transition.schedule({ kind: "step-reminder", stepId: step.stepId, dueAt: next.at, attempt: 1 });
}

// src/interpreter/people/mandatory.ts
function mandatoryCounts(node, step, people2) {
  const { entries } = peopleOf(node);
  const counted = countedPlaces(people2?.places ?? [], step.decisions);
  const satisfied = satisfiedEntries(entries, counted);
  const needed = entries.some((it) => it.kind === "chain") ? neededBy(entries, counted) : NONE2;
  const count = { mandatoryCount: 0, mandatoryApproveCount: 0 };
  entries.forEach(({ mandatory, kind }, index) => {
    if (!mandatory) return;
    if (kind !== "chain") {
      count.mandatoryCount += 1;
      count.mandatoryApproveCount += Number(satisfied[index]);
      return;
    }
    const levels = counted.filter((it) => it.entries.includes(index));
    count.mandatoryCount += needed[index] ?? 1;
    count.mandatoryApproveCount += levels.filter((it) => it.vote === "approve").length;
  });
  return count;
}
var NONE2 = [];

// src/interpreter/people/found.ts
var people = (userIds) => ({ kind: "people", userIds });
var unresolved = (why) => ({ kind: "failed", code: "reviewers-unresolved", why });
var insufficient = (why) => ({ kind: "failed", code: "reviewers-insufficient", why });
var valueAt = ({ var: path }, values) => readPath(values, path.split("."));

// src/interpreter/people/chain.ts
function walkChain(entry, sources) {
  const start = startOf(entry, sources);
  if (start === null) return unresolved(`"${entry.startAt.var}" is no userId`);
  const atLeast = limitOf(entry, sources);
  if (atLeast === void 0) return unresolved("the limit of the chain is no number");
  const met = /* @__PURE__ */ new Set([start]);
  const levels = [];
  let current = start;
  while (levels.length < entry.maxLevels && met.size <= LIMITS.people) {
    const known = sources.answers.managers.find((it) => it.userId === current);
    if (known === void 0) return { kind: "asks", asked: { ask: "manager", userId: current } };
    const { managerId } = known;
    if (managerId === null || met.has(managerId)) break;
    met.add(managerId);
    current = managerId;
    if (sources.excluded.has(managerId)) continue;
    levels.push(managerId);
    if (entry.untilLimit === null || atLeast === null) continue;
    const ends = hasLimit(managerId, entry.untilLimit.attribute, atLeast, sources);
    if (ends === null) {
      const { attribute } = entry.untilLimit;
      return { kind: "asks", asked: { ask: "attribute", userId: managerId, attribute } };
    }
    if (ends) return people(levels);
  }
  if (entry.untilLimit !== null) return insufficient("nobody in the chain has the limit that it asks for");
  return levels.length > 0 ? people(levels) : insufficient(`"${start}" has no manager who may decide`);
}
function startOf({ startAt }, { values }) {
  const value = valueAt(startAt, values);
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const { success, data } = actorId.safeParse(one);
  return success ? data : null;
}
function limitOf({ untilLimit }, { values }) {
  if (untilLimit === null) return null;
  const { atLeast } = untilLimit;
  const value = typeof atLeast === "number" ? atLeast : valueAt(atLeast, values);
  return typeof value === "number" ? value : void 0;
}
function hasLimit(userId, attribute, atLeast, { answers }) {
  const known = answers.attributes.find((it) => it.userId === userId && it.attribute === attribute);
  if (known === void 0) return null;
  return typeof known.value === "number" && known.value >= atLeast;
}

// src/interpreter/people/resolve.ts
function resolvePeople(rules, sources) {
  const found = rules.entries.map((entry) => peopleOfEntry(entry, sources));
  const failed = found.findIndex((it) => it.kind === "failed");
  const failure = found[failed];
  if (failure?.kind === "failed") return failedWith(failure.code, `reviewers[${failed}]: ${failure.why}`);
  const asked = found.flatMap((it) => it.kind === "asks" ? [it.asked] : []);
  if (asked.length > 0) return { kind: "asks", asked };
  const lists = found.map(
    (it) => it.kind === "people" ? it.userIds.filter((userId) => !sources.excluded.has(userId)) : []
  );
  return placed(rules, lists);
}
function placed(rules, found) {
  const places = placesOf(rules.entries, found);
  if (places.length > LIMITS.people) {
    const message = `the node has ${places.length} people, and may have ${LIMITS.people}`;
    return failedWith("reviewers-unresolved", message);
  }
  if (places.length === 0 || isOutOfReach(rules, countedPlaces(places, []))) {
    const message = `not even approvals from all ${places.length} people who were found would approve the step`;
    return failedWith("reviewers-insufficient", message);
  }
  const chains = rules.entries.flatMap(
    (entry, index) => entry.kind === "chain" ? [{ entry: index, levels: [...new Set(found[index])] }] : []
  );
  const pools = rules.entries.flatMap(({ kind }, index) => kind === "pool" ? [index] : []);
  const state = {
    places,
    ...chains.length > 0 && { chains },
    ...rules.allow.includes("substitute") && { substitutes: true, ...pools.length > 0 && { pools } }
  };
  return { kind: "found", people: { ...state, places: withAsked(rules, state, []) } };
}
var failedWith = (code, message) => ({
  kind: "failed",
  error: { code, message }
});
function peopleOfEntry(entry, sources) {
  if (entry.kind === "person") return people([entry.userId]);
  if (entry.kind === "chain") return walkChain(entry, sources);
  const { source } = entry;
  if ("users" in source) return people(source.users);
  if ("var" in source) return userIdsOf(source, sources);
  const { kind, name } = source.directory;
  const known = sources.answers.members.find((it) => it.kind === kind && it.name === name);
  if (known === void 0) return { kind: "asks", asked: { ask: "members", kind, name } };
  if (known.userIds === null) return unresolved(`the directory knows no ${kind} "${name}"`);
  return bounded(known.userIds, `${kind} "${name}"`);
}
function userIdsOf(source, { values, checked }) {
  const value = valueAt(source, values);
  const list = Array.isArray(value) ? value : [value];
  if (!areUserIds(list, checked))
    return unresolved(`"${source.var}" is neither a userId nor a list of userIds`);
  return bounded(list, `"${source.var}"`);
}
function areUserIds(list, checked) {
  if (checked.has(list)) return true;
  const all = list.every((it) => actorId.safeParse(it).success);
  if (all) checked.add(list);
  return all;
}
var bounded = (userIds, what) => userIds.length <= LIMITS.people ? people(userIds) : unresolved(`${what} names ${userIds.length} people, and may name ${LIMITS.people}`);

// src/interpreter/waiting/enter.ts
function findPeople(transition, step, node) {
  const excluded = excludedFrom(transition.compiled, transition.state, node);
  if (node.people === void 0 && excluded.size === 0) {
    beginToWait(transition, step, node);
    return;
  }
  const resolved = resolutionOf(transition, step, node, NO_ANSWERS);
  if (resolved.kind !== "asks") takePeople(transition, step, node, resolved);
  else
    transition.schedule({
      kind: "resolve-reviewers",
      stepId: step.stepId,
      dueAt: transition.now,
      attempt: 1
    });
}
function resolutionOf({ compiled, state, userIdLists }, step, node, answers) {
  const output = "fromStepId" in step.input ? step.input["output"] ?? null : null;
  const values = { output, execution: { input: state.triggerContext } };
  const excluded = excludedFrom(compiled, state, node);
  return resolvePeople(peopleOf(node), { values, excluded, answers, checked: userIdLists });
}
function takePeople(transition, step, node, resolved) {
  if (resolved.kind === "failed") {
    failStep(transition, step, resolved.error);
    return;
  }
  transition.emit("step.reviewers-resolved", step.stepId, resolved.people);
  beginToWait(transition, transition.step(step.stepId), node);
}
var askedFirst = (node, people2) => people2 === void 0 ? derived(node, askedByContract) : waitingFor(peopleOf(node), people2.places, []);
var askedByContract = (node) => Object.freeze(waitingFor(peopleOf(node), contractPlaces(node), []));
function beginToWait(transition, step, node) {
  const people2 = peopleOfStep(node, step);
  transition.emit("step.awaiting-approval", step.stepId, {
    nodeId: step.nodeId,
    nodeType: step.nodeType,
    waitingForReviewers: askedFirst(node, step.people),
    mandatoryCount: mandatoryCounts(node, step, people2).mandatoryCount,
    commentBody: node.commentBody,
    dueAt: step.dueAt
  });
  planReminder(transition, node, transition.step(step.stepId));
}

// src/interpreter/kinds/kind.ts
function markRunning(transition) {
  if (transition.state.status === "pending") transition.emit("execution.started", null, EMPTY_OBJECT);
}

// src/interpreter/kinds/human/output.ts
function humanOutputSoFar(node, step) {
  if (step.output !== null || step.waitingSince === null) return step.output;
  return { aggregatorStatus: "pending", ...summary(node, step) };
}
function humanOutput(node, step, resolution) {
  const { decision, at, rejection } = resolution;
  const output = summary(node, step);
  output["aggregatorStatus"] = "resolved";
  output["resumedAt"] = at;
  if (decision !== null) {
    output["decision"] = decision;
    output["approved"] = decision === "approve";
  }
  if (decision === "approve" && step.people !== void 0) output["values"] = mergedValues(step.decisions);
  if (rejection !== void 0) {
    output["rejectedBy"] = rejection.rejectedBy;
    output["rejectorMandatory"] = rejection.rejectorMandatory;
    output["rejectionReason"] = rejection.rejectionReason;
  }
  return output;
}
function summary(node, step) {
  const { decisions, people: people2 } = step;
  const voted = (vote) => decisions.filter((it) => it.decision === vote).length;
  return {
    reviewers: reviewersOf(node, people2),
    reviewerEmails: node.reviewerEmails,
    commentBody: node.commentBody,
    approveCount: voted("approve"),
    rejectCount: voted("reject"),
    totalResponses: decisions.length,
    ...mandatoryCounts(node, step, peopleOfStep(node, step)),
    decisions,
    ...people2 !== void 0 && {
      abstainCount: voted("abstain"),
      tally: { ...tallyOf(countedPlaces(people2.places, decisions)) }
    }
  };
}
function reviewersOf(node, people2) {
  if (people2 === void 0) return node.reviewers;
  return people2.places.map((place) => ({
    userId: place.holder,
    mandatory: isMandatory(peopleOf(node), place)
  }));
}
var mergedValues = (decisions) => Object.assign(
  {},
  ...decisions.filter((it) => it.decision === "approve").map((it) => it.values ?? {})
);

// src/interpreter/kinds/agent/agent.ts
var agent = {
  isDecidedByPeople: false,
  enter(transition, step) {
    transition.schedule({ kind: "agent-call", stepId: step.stepId, dueAt: transition.now, attempt: 1 });
  },
  outputSoFar: (_, step) => agentOutputSoFar(step),
  inputMapping: (node) => node.inputMapping,
  forcedOutput: (_, step, { decision }) => resolvedAgentOutput(step, decision),
  completedData: ({ agentId }) => ({ agentId })
};

// src/interpreter/kinds/human/human.ts
var human = {
  isDecidedByPeople: true,
  enter(transition, step, node) {
    markRunning(transition);
    findPeople(transition, step, node);
  },
  outputSoFar: humanOutputSoFar,
  inputMapping: () => ({}),
  forcedOutput(node, step, { decision, actorId: actorId2, reason, at }) {
    const rejection = { rejectedBy: actorId2, rejectorMandatory: true, rejectionReason: reason };
    return humanOutput(node, step, { decision, at, ...decision === "reject" && { rejection } });
  },
  completedData: () => ({})
};

// src/interpreter/kinds/webhook/webhook.ts
var webhook = {
  isDecidedByPeople: false,
  enter(transition, step) {
    markRunning(transition);
    skipStep(transition, step, { skipped: true, reason: "webhook nodes are not executed in this version" });
  },
  outputSoFar: (_, step) => step.output,
  inputMapping: () => ({}),
  forcedOutput: () => ({}),
  completedData: () => ({})
};

// src/interpreter/kinds/kinds.ts
var KINDS = { human, agent, webhook };
var kindOf = ({ type }) => KINDS[type];

// src/interpreter/kinds/output.ts
function outputOf(compiled, step) {
  if (step.status === "completed" || step.status === "skipped") return step.output;
  const node = nodeOf(compiled, step.nodeId);
  return kindOf(node).outputSoFar(node, step);
}

// src/expression/evaluate.ts
var import_json_logic_js = __toESM(require_logic(), 1);
var conditionOf = (expression) => ({
  rule: ruleOf(expression),
  operands: operandsIn(expression)
});
function holds({ rule, operands }, scope, shared = null) {
  const work = new WorkBudget(LIMITS.evaluationWork, shared);
  work.spend(operands * CONDITION_COSTS.walk);
  return JSON_LOGIC.apply(rule, new Evaluation(scope, work)) === true;
}
var Evaluation = class {
  scope;
  work;
  constructor(scope, work) {
    this.scope = scope;
    this.work = work;
  }
  read(name) {
    const path = name.split(".");
    this.work.spend(path.length);
    return readPath(this.scope, path);
  }
  operate(name, values) {
    const { apply: apply2 } = OPERATORS[name];
    return apply2(this.work, ...values);
  }
};
var OPERATION = "@org/approval-core";
var READ = "var";
var JSON_LOGIC = /* @__PURE__ */ withOperation(import_json_logic_js.default);
function withOperation(library) {
  library.add_operation(
    OPERATION,
    function(name, ...values) {
      return name === READ ? this.read(String(values[0])) : this.operate(name, values);
    }
  );
  return library;
}
function ruleOf(operand) {
  if (isVariable(operand)) return { [OPERATION]: [READ, operand.var] };
  if (isExpression(operand)) return { [OPERATION]: [operand.op, ...operand.args.map(ruleOf)] };
  return operand;
}
function operandsIn(operand) {
  if (isExpression(operand)) return operand.args.reduce((sum, it) => sum + operandsIn(it), 1);
  return Array.isArray(operand) ? operand.reduce((sum, it) => sum + operandsIn(it), 1) : 1;
}

// src/interpreter/scope.ts
function scopeOf({ compiled, state }, step) {
  return {
    output: outputOf(compiled, step),
    step: {
      stepId: step.stepId,
      nodeId: step.nodeId,
      nodeType: step.nodeType,
      status: step.status,
      attempt: step.attempt,
      iteration: step.iteration,
      startedAt: step.startedAt,
      completedAt: step.completedAt
    },
    execution: { input: state.triggerContext }
  };
}

// src/interpreter/step-id.ts
var MAX_LENGTH = 200;
var TO = "__to__";
var rootStepId = (nodeId) => `step_${nodeId}`;
var edgeStepId = (parentStepId, nodeId) => join(parentStepId, nodeId);
var groupStepId = (groupId, iteration, nodeId) => join(iteration === 1 ? `group_${groupId}` : `group_${groupId}_iter_${iteration}`, nodeId);
var loopStepId = (loopId, iteration, nodeId) => join(`loop_${loopId}_iter_${iteration}`, nodeId);
var exhaustedStepId = (loopId, nodeId) => join(`loop_${loopId}_exhausted`, nodeId);
function join(before, nodeId) {
  const id = before + TO + nodeId;
  if (id.length <= MAX_LENGTH) return id;
  return `h${bytesToHex(sha256(utf8ToBytes(before))).slice(0, 40)}${TO}${nodeId}`;
}

// src/interpreter/loops.ts
function loopOfNode(compiled, nodeId) {
  const index = Object.hasOwn(compiled.loopOf, nodeId) ? compiled.loopOf[nodeId] : void 0;
  return index === void 0 ? null : compiled.loops[index] ?? null;
}
function loopState(state, loopId) {
  return state.loops.find((it) => it.loopId === loopId) ?? { loopId, iteration: 1, exhausted: false };
}
function currentIteration(compiled, state, nodeId) {
  const loop = loopOfNode(compiled, nodeId);
  return loop === null ? 1 : loopState(state, loop.loopId).iteration;
}
function takingLoop(asking, step) {
  const { compiled, work } = asking;
  if (!isRejected(step) || !isDecidedByPeople(compiled, step)) return null;
  const loop = loopOfNode(compiled, step.nodeId);
  if (loop === null) return null;
  const when = derived(loop, conditionOfLoop);
  return when === null || holds(when, scopeOf(asking, step), work) ? loop : null;
}
var conditionOfLoop = ({ when }) => when === null ? null : conditionOf(when);
var isDecidedByPeople = (compiled, { nodeId }) => kindOf(nodeOf(compiled, nodeId)).isDecidedByPeople;
function loopRecord(compiled, state, loop, rejection, iteration) {
  const attempt = {
    iteration: rejection.iteration,
    authorOutput: authorOutput(compiled, state, loop, rejection.iteration),
    rejectedBy: rejectionField(rejection, "rejectedBy"),
    rejectorMandatory: rejectionField(rejection, "rejectorMandatory"),
    rejectionReason: rejectionField(rejection, "rejectionReason"),
    rejectedAt: rejection.completedAt
  };
  const before = restartInput(state, loop, rejection.iteration)?.["previousAttempts"];
  return {
    iteration,
    loopId: loop.loopId,
    previousAttempts: [...isJsonArray(before) ? before : [], attempt]
  };
}
var rejectionField = (step, field) => step.output?.[field] ?? null;
function authorOutput(compiled, state, loop, iteration) {
  const step = state.steps.findLast((it) => it.nodeId === loop.entryNodeId && it.iteration === iteration);
  return step === void 0 ? null : outputOf(compiled, step);
}
function restartInput(state, loop, iteration) {
  const stepId = loopStepId(loop.loopId, iteration, loop.entryNodeId);
  return state.steps.find((it) => it.stepId === stepId)?.input;
}

// src/interpreter/groups.ts
function groupOfNode(compiled, nodeId) {
  const index = Object.hasOwn(compiled.groupOf, nodeId) ? compiled.groupOf[nodeId] : void 0;
  return index === void 0 ? null : compiled.groups[index] ?? null;
}
function iterationOf(state, group) {
  return group.loopIds.reduce((iteration, loopId) => iteration + loopState(state, loopId).iteration - 1, 1);
}
function decisionOf(state, group) {
  const decided = state.groups.find((it) => it.groupId === group.groupId);
  if (decided === void 0) return null;
  return !group.uniform || decided.iteration === iterationOf(state, group) ? decided : null;
}
function tallyOf2(transition, group, cancelled = NOTHING) {
  const steps = transition.membersOf(group);
  transition.work.spend(COMMAND_COSTS.counted * (steps.length + group.memberNodeIds.length));
  return tallySteps(transition, group, steps, cancelled);
}
function tallySteps({ compiled, state }, group, steps, cancelled = NOTHING) {
  const standings = /* @__PURE__ */ new Map();
  const counted = steps.filter((step) => {
    const { nodeId } = step;
    let standing = standings.get(nodeId);
    if (standing === void 0) {
      const iteration = currentIteration(compiled, state, nodeId);
      standings.set(nodeId, standing = { iteration, approved: true, lost: false, completed: false });
    }
    if (step.iteration !== standing.iteration) return false;
    const isApproving = isApproved(step);
    standing.approved &&= isApproving;
    standing.lost ||= isOpen(step.status) ? cancelled.has(step.stepId) : !isApproving;
    standing.completed ||= step.status === "completed";
    return true;
  });
  const present = new Set(counted.map((it) => it.nodeId));
  const members = group.memberNodeIds.flatMap((nodeId) => {
    const standing = present.has(nodeId) ? standings.get(nodeId) : void 0;
    return standing === void 0 ? [] : [{ nodeId, ...standing }];
  });
  const approved = members.filter((it) => it.approved).map((it) => it.nodeId);
  const lost = new Set(members.filter((it) => it.lost).map((it) => it.nodeId));
  return {
    steps: counted,
    approved,
    completedTotal: members.filter((it) => it.completed).length,
    verdict: verdictOf(group, new Set(approved), lost)
  };
}
var NOTHING = /* @__PURE__ */ new Set();
function verdictOf(group, approved, lost) {
  if (approved.size >= group.quorum && group.requiredNodeIds.every((it) => approved.has(it))) return "met";
  const inReach = group.memberNodeIds.length - lost.size >= group.quorum && !group.requiredNodeIds.some((it) => lost.has(it));
  return inReach ? "open" : "unreachable";
}
var GROUP_ACTOR = "system:group-quorum";
var reasonOf = (outcome) => outcome === "met" ? "group-quorum-met" : "group-quorum-unreachable";

export {
  anumber,
  abytes,
  ahash,
  aexists,
  aoutput,
  clean,
  bytesToHex,
  sha256,
  conditionOf,
  holds,
  withoutDecision,
  agentOutput,
  blockingAgentOutput,
  agentPassed,
  findingIds,
  resolvedAgentOutput,
  completeStep,
  failStep,
  breachStep,
  cancelStep,
  interruptStep,
  interruptAllOpen,
  NO_ANSWERS,
  planReminder,
  resolutionOf,
  takePeople,
  markRunning,
  humanOutput,
  kindOf,
  jsonBytes,
  jsonGain,
  draftOf,
  positionIn,
  evolve,
  fold,
  beginFold,
  apply,
  ALL_EVENT_TYPES,
  Transition,
  nodeOf,
  outputOf,
  scopeOf,
  rootStepId,
  edgeStepId,
  groupStepId,
  loopStepId,
  exhaustedStepId,
  loopOfNode,
  loopState,
  currentIteration,
  takingLoop,
  loopRecord,
  rejectionField,
  groupOfNode,
  iterationOf,
  decisionOf,
  tallyOf2 as tallyOf,
  tallySteps,
  GROUP_ACTOR,
  reasonOf
};
//# sourceMappingURL=chunk-4KOKJCGB.js.map