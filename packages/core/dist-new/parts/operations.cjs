"use strict";Object.defineProperty(exports, "__esModule", {value: true});



var _chunkP5LEDNU4cjs = require('../chunk-P5LEDNU4.cjs');
require('../chunk-5UGIHFTA.cjs');
require('../chunk-RTIO26VC.cjs');
require('../chunk-PWJ4U5XN.cjs');
require('../chunk-YMZYM5YG.cjs');
require('../chunk-O4WZWP72.cjs');
require('../chunk-K25YEM5O.cjs');
require('../chunk-RAARGUI6.cjs');
require('../chunk-PU4EMH7A.cjs');
require('../chunk-C7TZWI4B.cjs');
require('../chunk-7M7NLC46.cjs');
require('../chunk-XOUBN7VR.cjs');
require('../chunk-47X5DQYP.cjs');
require('../chunk-ZUQOJZ2H.cjs');
require('../chunk-4AF4TM5Y.cjs');
require('../chunk-BDDY2ZMK.cjs');
require('../chunk-KPSFIHDZ.cjs');
require('../chunk-DZUJEN5N.cjs');




exports.INBOUND_OPERATIONS = _chunkP5LEDNU4cjs.INBOUND_OPERATIONS; exports.OPERATIONS = _chunkP5LEDNU4cjs.OPERATIONS; exports.checkRequest = _chunkP5LEDNU4cjs.checkRequest;
//# sourceMappingURL=operations.cjs.map