"use strict";Object.defineProperty(exports, "__esModule", {value: true});



var _chunk2QRQ2BLXcjs = require('../chunk-2QRQ2BLX.cjs');
require('../chunk-GXKWFESJ.cjs');
require('../chunk-3ID3FQYL.cjs');
require('../chunk-4XUCS4KD.cjs');
require('../chunk-O4WZWP72.cjs');
require('../chunk-K25YEM5O.cjs');
require('../chunk-PU4EMH7A.cjs');
require('../chunk-7M7NLC46.cjs');
require('../chunk-XOUBN7VR.cjs');
require('../chunk-ZUQOJZ2H.cjs');
require('../chunk-4AF4TM5Y.cjs');
require('../chunk-BDDY2ZMK.cjs');
require('../chunk-KPSFIHDZ.cjs');
require('../chunk-DZUJEN5N.cjs');




exports.checkChange = _chunk2QRQ2BLXcjs.checkChange; exports.checkExecution = _chunk2QRQ2BLXcjs.checkExecution; exports.checkWork = _chunk2QRQ2BLXcjs.checkWork;
//# sourceMappingURL=check.cjs.map