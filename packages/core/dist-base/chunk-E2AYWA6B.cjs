"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _optionalChain(ops) { let lastAccessLHS = undefined; let value = ops[0]; let i = 1; while (i < ops.length) { const op = ops[i]; const fn = ops[i + 1]; i += 2; if ((op === 'optionalAccess' || op === 'optionalCall') && value == null) { return undefined; } if (op === 'access' || op === 'optionalAccess') { lastAccessLHS = value; value = fn(value); } else if (op === 'call' || op === 'optionalCall') { value = fn((...args) => value.call(lastAccessLHS, ...args)); lastAccessLHS = undefined; } } return value; }// src/interpreter/own-runs.ts
var ASK_KEY_PREFIX = "ask:";
var RESERVED_ID = /^ask-[0-9a-f]{32}$/;
var isReservedId = (definitionId) => typeof definitionId === "string" && RESERVED_ID.test(definitionId);
var isQuestion = ({ idempotencyKey }) => _optionalChain([idempotencyKey, 'optionalAccess', _ => _.startsWith, 'call', _2 => _2(ASK_KEY_PREFIX)]) === true;





exports.ASK_KEY_PREFIX = ASK_KEY_PREFIX; exports.isReservedId = isReservedId; exports.isQuestion = isQuestion;
//# sourceMappingURL=chunk-E2AYWA6B.cjs.map