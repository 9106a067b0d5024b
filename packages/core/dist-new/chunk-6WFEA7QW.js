// src/directory/static-directory.ts
function staticDirectory(data) {
  const { groups = {}, roles = {}, managers = {}, attributes = {} } = data;
  return {
    members: ({ kind, name }) => ownOf(kind === "group" ? groups : roles, name),
    managerOf: (userId) => ownOf(managers, userId),
    attributesOf: (userId) => ownOf(attributes, userId)
  };
}
var ownOf = (record, name) => Object.hasOwn(record, name) ? record[name] ?? null : null;

export {
  staticDirectory
};
//# sourceMappingURL=chunk-6WFEA7QW.js.map