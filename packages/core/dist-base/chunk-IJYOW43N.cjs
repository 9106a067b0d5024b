"use strict";Object.defineProperty(exports, "__esModule", {value: true});// src/expression/build.ts
var op = (name, ...args) => ({ op: name, args });
var variable = (path) => ({ var: path });
var when = (expression) => JSON.stringify(expression);





exports.op = op; exports.variable = variable; exports.when = when;
//# sourceMappingURL=chunk-IJYOW43N.cjs.map