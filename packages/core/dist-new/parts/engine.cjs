"use strict";Object.defineProperty(exports, "__esModule", {value: true});


var _chunkMFZPEHWOcjs = require('../chunk-MFZPEHWO.cjs');
require('../chunk-6OOY3VAK.cjs');
require('../chunk-2QRQ2BLX.cjs');
require('../chunk-GXKWFESJ.cjs');
require('../chunk-ZV2O4BVN.cjs');
require('../chunk-QSCZ3HJW.cjs');
require('../chunk-3ID3FQYL.cjs');
require('../chunk-4XUCS4KD.cjs');
require('../chunk-5UGIHFTA.cjs');
require('../chunk-RTIO26VC.cjs');
require('../chunk-PWJ4U5XN.cjs');
require('../chunk-YMZYM5YG.cjs');
require('../chunk-O4WZWP72.cjs');
require('../chunk-K25YEM5O.cjs');
require('../chunk-RAARGUI6.cjs');
require('../chunk-PU4EMH7A.cjs');
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



exports.DEFAULT_WORKSPACE = _chunkMFZPEHWOcjs.DEFAULT_WORKSPACE; exports.createApprovalEngine = _chunkMFZPEHWOcjs.createApprovalEngine;
//# sourceMappingURL=engine.cjs.map