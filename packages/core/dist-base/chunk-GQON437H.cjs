"use strict";Object.defineProperty(exports, "__esModule", {value: true});// src/ports/store/visible.ts
var VISIBLE_FIELDS = {
  definitionIds: "definitionId",
  organizationIds: "organizationId",
  documentIds: "documentId"
};
function isVisible(visible, run) {
  if (visible === void 0) return true;
  return Object.keys(VISIBLE_FIELDS).every((field) => {
    const id = run[VISIBLE_FIELDS[field]];
    return visible[field] === void 0 || id !== null && visible[field].includes(id);
  });
}




exports.VISIBLE_FIELDS = VISIBLE_FIELDS; exports.isVisible = isVisible;
//# sourceMappingURL=chunk-GQON437H.cjs.map