"use strict";Object.defineProperty(exports, "__esModule", {value: true}); function _nullishCoalesce(lhs, rhsFn) { if (lhs != null) { return lhs; } else { return rhsFn(); } }// src/directory/static-directory.ts
function staticDirectory(data) {
  const { groups = {}, roles = {}, managers = {}, attributes = {} } = data;
  return {
    members: ({ kind, name }) => ownOf(kind === "group" ? groups : roles, name),
    managerOf: (userId) => ownOf(managers, userId),
    attributesOf: (userId) => ownOf(attributes, userId)
  };
}
var ownOf = (record, name) => Object.hasOwn(record, name) ? _nullishCoalesce(record[name], () => ( null)) : null;



exports.staticDirectory = staticDirectory;
//# sourceMappingURL=chunk-BZU5LVXF.cjs.map