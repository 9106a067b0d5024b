"use strict";Object.defineProperty(exports, "__esModule", {value: true});



var _chunkKPSFIHDZcjs = require('../chunk-KPSFIHDZ.cjs');
require('../chunk-DZUJEN5N.cjs');




exports.DEFAULTS = _chunkKPSFIHDZcjs.DEFAULTS; exports.HOSTING_LIMITS = _chunkKPSFIHDZcjs.HOSTING_LIMITS; exports.LIMITS = _chunkKPSFIHDZcjs.LIMITS;
//# sourceMappingURL=limits.cjs.map