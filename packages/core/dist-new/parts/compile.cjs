"use strict";Object.defineProperty(exports, "__esModule", {value: true});


var _chunkZV2O4BVNcjs = require('../chunk-ZV2O4BVN.cjs');
require('../chunk-4XUCS4KD.cjs');
require('../chunk-PWJ4U5XN.cjs');
require('../chunk-RAARGUI6.cjs');
require('../chunk-PU4EMH7A.cjs');
require('../chunk-XOUBN7VR.cjs');
require('../chunk-BDDY2ZMK.cjs');
require('../chunk-KPSFIHDZ.cjs');
require('../chunk-DZUJEN5N.cjs');



exports.compileDefinition = _chunkZV2O4BVNcjs.compileDefinition; exports.compileInSteps = _chunkZV2O4BVNcjs.compileInSteps;
//# sourceMappingURL=compile.cjs.map