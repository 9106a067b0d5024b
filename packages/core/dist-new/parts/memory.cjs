"use strict";Object.defineProperty(exports, "__esModule", {value: true});

var _chunk5JGS7TGEcjs = require('../chunk-5JGS7TGE.cjs');
require('../chunk-GQON437H.cjs');
require('../chunk-E2AYWA6B.cjs');
require('../chunk-C7TZWI4B.cjs');
require('../chunk-7M7NLC46.cjs');
require('../chunk-XOUBN7VR.cjs');
require('../chunk-47X5DQYP.cjs');
require('../chunk-ZUQOJZ2H.cjs');
require('../chunk-4AF4TM5Y.cjs');
require('../chunk-BDDY2ZMK.cjs');
require('../chunk-KPSFIHDZ.cjs');
require('../chunk-DZUJEN5N.cjs');


exports.createMemoryStore = _chunk5JGS7TGEcjs.createMemoryStore;
//# sourceMappingURL=memory.cjs.map