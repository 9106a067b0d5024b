"use strict";Object.defineProperty(exports, "__esModule", {value: true});

var _chunkRTIO26VCcjs = require('./chunk-RTIO26VC.cjs');

// ../internal/src/options.ts
function checkOptions(owner, options2, checks) {
  const faults = optionFaults(options2, checks);
  if (faults.length > 0) throw new TypeError(`${owner}: ${faults.join("; ")}`);
}
function optionFaults(options2, checks, prefix = "") {
  if (!isOptions(options2)) return [`give an object, not ${shown(options2)}`];
  const names = Object.keys(checks);
  const unknown = Object.keys(options2).filter((name) => !Object.hasOwn(checks, name));
  return [
    ...unknown.map((name) => `${prefix}${name} is not an option; there are ${names.join(", ")}`),
    ...Object.entries(checks).flatMap(([name, check]) => check(options2[name], `${prefix}${name}`))
  ];
}
var must = (what, isRight) => (value, name) => isRight(value) ? [] : [`${name} must be ${what}, not ${shown(value)}`];
var optional = (check) => (value, name) => value === void 0 ? [] : check(value, name);
var text = must("a text", (value) => typeof value === "string");
var truth = must("true or false", (value) => typeof value === "boolean");
var callable = must("a function", (value) => typeof value === "function");
var object = must("an object", isObject);
var options = must("an object", isOptions);
var listOf = (what, isRight) => must(`a list of ${what}`, (value) => Array.isArray(value) && value.every(isRight));
var texts = listOf("texts", (value) => typeof value === "string");
var count = must("a whole number above 0", (it) => Number.isSafeInteger(it) && Number(it) > 0);
var msIn = (what, isRight) => must(`${what}, or a duration such as "30s"`, (value) => {
  const ms = _chunkRTIO26VCcjs.asMs.call(void 0, value);
  return typeof ms === "number" && isRight(ms);
});
var durationMs = msIn("a number of ms above 0", (it) => it > 0);
var pauseMs = msIn("a number of ms, 0 or more", (it) => it >= 0 && it < Infinity);
var timerMs = msIn("a number of ms above 0 and at most 2147483647", (it) => it > 0 && it < 2 ** 31);
var basePath = must(
  'a path such as "/approvals", which starts with "/" and does not end with one, or empty',
  (value) => value === "" || typeof value === "string" && /^\/([^?#]*[^/?#])$/.test(value)
);
function isObject(value) {
  return typeof value === "object" && value !== null;
}
function isOptions(value) {
  return isObject(value) && !(Symbol.iterator in value) && !("then" in value);
}
function shown(value) {
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  if (Array.isArray(value)) return "a list";
  return Object.prototype.toString.call(value).slice(8, -1).toLowerCase();
}

// ../internal/src/parse-url.ts
function parseUrl(text2) {
  try {
    return new URL(text2);
  } catch (e) {
    return null;
  }
}













exports.checkOptions = checkOptions; exports.must = must; exports.optional = optional; exports.text = text; exports.truth = truth; exports.callable = callable; exports.object = object; exports.count = count; exports.pauseMs = pauseMs; exports.timerMs = timerMs; exports.parseUrl = parseUrl;
//# sourceMappingURL=chunk-6OOY3VAK.cjs.map