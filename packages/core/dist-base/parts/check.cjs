"use strict";Object.defineProperty(exports, "__esModule", {value: true});



var _chunkE6UAK7UQcjs = require('../chunk-E6UAK7UQ.cjs');
require('../chunk-GXKWFESJ.cjs');
require('../chunk-2FSFLXT4.cjs');
require('../chunk-W56YDWM6.cjs');
require('../chunk-CKBT4O4V.cjs');
require('../chunk-K25YEM5O.cjs');
require('../chunk-ATSCIM4I.cjs');
require('../chunk-7M7NLC46.cjs');
require('../chunk-XOUBN7VR.cjs');
require('../chunk-KJGN4SBR.cjs');
require('../chunk-4AF4TM5Y.cjs');
require('../chunk-DOAVFUNX.cjs');
require('../chunk-KPSFIHDZ.cjs');
require('../chunk-DZUJEN5N.cjs');




exports.checkChange = _chunkE6UAK7UQcjs.checkChange; exports.checkExecution = _chunkE6UAK7UQcjs.checkExecution; exports.checkWork = _chunkE6UAK7UQcjs.checkWork;
//# sourceMappingURL=check.cjs.map