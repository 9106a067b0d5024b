"use strict";Object.defineProperty(exports, "__esModule", {value: true});

var _chunkHGZ2LWAMcjs = require('../chunk-HGZ2LWAM.cjs');
require('../chunk-2FSFLXT4.cjs');
require('../chunk-W56YDWM6.cjs');
require('../chunk-YMZYM5YG.cjs');
require('../chunk-CKBT4O4V.cjs');
require('../chunk-K25YEM5O.cjs');
require('../chunk-RAARGUI6.cjs');
require('../chunk-ATSCIM4I.cjs');
require('../chunk-E2AYWA6B.cjs');
require('../chunk-YIWTQULW.cjs');
require('../chunk-KJGN4SBR.cjs');
require('../chunk-4AF4TM5Y.cjs');
require('../chunk-DOAVFUNX.cjs');
require('../chunk-KPSFIHDZ.cjs');
require('../chunk-DZUJEN5N.cjs');


exports.decide = _chunkHGZ2LWAMcjs.decide;
//# sourceMappingURL=decide.cjs.map