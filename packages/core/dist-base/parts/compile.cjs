"use strict";Object.defineProperty(exports, "__esModule", {value: true});


var _chunkLKUKSAS5cjs = require('../chunk-LKUKSAS5.cjs');
require('../chunk-W56YDWM6.cjs');
require('../chunk-BOADPL7S.cjs');
require('../chunk-RAARGUI6.cjs');
require('../chunk-ATSCIM4I.cjs');
require('../chunk-XOUBN7VR.cjs');
require('../chunk-DOAVFUNX.cjs');
require('../chunk-KPSFIHDZ.cjs');
require('../chunk-DZUJEN5N.cjs');



exports.compileDefinition = _chunkLKUKSAS5cjs.compileDefinition; exports.compileInSteps = _chunkLKUKSAS5cjs.compileInSteps;
//# sourceMappingURL=compile.cjs.map