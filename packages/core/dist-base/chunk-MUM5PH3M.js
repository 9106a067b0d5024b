// src/expression/build.ts
var op = (name, ...args) => ({ op: name, args });
var variable = (path) => ({ var: path });
var when = (expression) => JSON.stringify(expression);

export {
  op,
  variable,
  when
};
//# sourceMappingURL=chunk-MUM5PH3M.js.map