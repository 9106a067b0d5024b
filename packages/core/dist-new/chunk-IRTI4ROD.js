// src/interpreter/own-runs.ts
var ASK_KEY_PREFIX = "ask:";
var RESERVED_ID = /^ask-[0-9a-f]{32}$/;
var isReservedId = (definitionId) => typeof definitionId === "string" && RESERVED_ID.test(definitionId);
var isQuestion = ({ idempotencyKey }) => idempotencyKey?.startsWith(ASK_KEY_PREFIX) === true;

export {
  ASK_KEY_PREFIX,
  isReservedId,
  isQuestion
};
//# sourceMappingURL=chunk-IRTI4ROD.js.map