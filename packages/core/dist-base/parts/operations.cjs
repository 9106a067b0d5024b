"use strict";Object.defineProperty(exports, "__esModule", {value: true});



var _chunk2I3OA3J2cjs = require('../chunk-2I3OA3J2.cjs');
require('../chunk-6D4P3BWX.cjs');
require('../chunk-RTIO26VC.cjs');
require('../chunk-BOADPL7S.cjs');
require('../chunk-YMZYM5YG.cjs');
require('../chunk-CKBT4O4V.cjs');
require('../chunk-K25YEM5O.cjs');
require('../chunk-RAARGUI6.cjs');
require('../chunk-ATSCIM4I.cjs');
require('../chunk-DRECNTF6.cjs');
require('../chunk-7M7NLC46.cjs');
require('../chunk-XOUBN7VR.cjs');
require('../chunk-YIWTQULW.cjs');
require('../chunk-KJGN4SBR.cjs');
require('../chunk-4AF4TM5Y.cjs');
require('../chunk-DOAVFUNX.cjs');
require('../chunk-KPSFIHDZ.cjs');
require('../chunk-DZUJEN5N.cjs');




exports.INBOUND_OPERATIONS = _chunk2I3OA3J2cjs.INBOUND_OPERATIONS; exports.OPERATIONS = _chunk2I3OA3J2cjs.OPERATIONS; exports.checkRequest = _chunk2I3OA3J2cjs.checkRequest;
//# sourceMappingURL=operations.cjs.map