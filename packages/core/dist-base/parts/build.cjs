"use strict";Object.defineProperty(exports, "__esModule", {value: true});



var _chunkIJYOW43Ncjs = require('../chunk-IJYOW43N.cjs');
require('../chunk-DZUJEN5N.cjs');




exports.op = _chunkIJYOW43Ncjs.op; exports.variable = _chunkIJYOW43Ncjs.variable; exports.when = _chunkIJYOW43Ncjs.when;
//# sourceMappingURL=build.cjs.map