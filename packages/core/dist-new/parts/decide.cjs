"use strict";Object.defineProperty(exports, "__esModule", {value: true});

var _chunkQSCZ3HJWcjs = require('../chunk-QSCZ3HJW.cjs');
require('../chunk-3ID3FQYL.cjs');
require('../chunk-4XUCS4KD.cjs');
require('../chunk-YMZYM5YG.cjs');
require('../chunk-O4WZWP72.cjs');
require('../chunk-K25YEM5O.cjs');
require('../chunk-RAARGUI6.cjs');
require('../chunk-PU4EMH7A.cjs');
require('../chunk-E2AYWA6B.cjs');
require('../chunk-47X5DQYP.cjs');
require('../chunk-ZUQOJZ2H.cjs');
require('../chunk-4AF4TM5Y.cjs');
require('../chunk-BDDY2ZMK.cjs');
require('../chunk-KPSFIHDZ.cjs');
require('../chunk-DZUJEN5N.cjs');


exports.decide = _chunkQSCZ3HJWcjs.decide;
//# sourceMappingURL=decide.cjs.map