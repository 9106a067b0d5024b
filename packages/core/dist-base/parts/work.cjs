"use strict";Object.defineProperty(exports, "__esModule", {value: true});



var _chunkGXKWFESJcjs = require('../chunk-GXKWFESJ.cjs');
require('../chunk-K25YEM5O.cjs');
require('../chunk-7M7NLC46.cjs');
require('../chunk-XOUBN7VR.cjs');
require('../chunk-4AF4TM5Y.cjs');
require('../chunk-DZUJEN5N.cjs');




exports.WORK_INVARIANTS = _chunkGXKWFESJcjs.WORK_INVARIANTS; exports.lostJobs = _chunkGXKWFESJcjs.lostJobs; exports.neededJobs = _chunkGXKWFESJcjs.neededJobs;
//# sourceMappingURL=work.cjs.map