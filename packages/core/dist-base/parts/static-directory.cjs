"use strict";Object.defineProperty(exports, "__esModule", {value: true});

var _chunkBZU5LVXFcjs = require('../chunk-BZU5LVXF.cjs');
require('../chunk-DZUJEN5N.cjs');


exports.staticDirectory = _chunkBZU5LVXFcjs.staticDirectory;
//# sourceMappingURL=static-directory.cjs.map