"use strict";Object.defineProperty(exports, "__esModule", {value: true});


var _chunkGWBPIR4Icjs = require('../chunk-GWBPIR4I.cjs');
require('../chunk-6OOY3VAK.cjs');
require('../chunk-E6UAK7UQ.cjs');
require('../chunk-GXKWFESJ.cjs');
require('../chunk-LKUKSAS5.cjs');
require('../chunk-HGZ2LWAM.cjs');
require('../chunk-2FSFLXT4.cjs');
require('../chunk-W56YDWM6.cjs');
require('../chunk-6D4P3BWX.cjs');
require('../chunk-RTIO26VC.cjs');
require('../chunk-BOADPL7S.cjs');
require('../chunk-YMZYM5YG.cjs');
require('../chunk-CKBT4O4V.cjs');
require('../chunk-K25YEM5O.cjs');
require('../chunk-RAARGUI6.cjs');
require('../chunk-ATSCIM4I.cjs');
require('../chunk-GQON437H.cjs');
require('../chunk-E2AYWA6B.cjs');
require('../chunk-DRECNTF6.cjs');
require('../chunk-7M7NLC46.cjs');
require('../chunk-XOUBN7VR.cjs');
require('../chunk-YIWTQULW.cjs');
require('../chunk-KJGN4SBR.cjs');
require('../chunk-4AF4TM5Y.cjs');
require('../chunk-DOAVFUNX.cjs');
require('../chunk-KPSFIHDZ.cjs');
require('../chunk-DZUJEN5N.cjs');



exports.DEFAULT_WORKSPACE = _chunkGWBPIR4Icjs.DEFAULT_WORKSPACE; exports.createApprovalEngine = _chunkGWBPIR4Icjs.createApprovalEngine;
//# sourceMappingURL=engine.cjs.map