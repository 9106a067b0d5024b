"use strict";Object.defineProperty(exports, "__esModule", {value: true});

var _chunkY3XDDGRNcjs = require('../chunk-Y3XDDGRN.cjs');
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


exports.createMemoryStore = _chunkY3XDDGRNcjs.createMemoryStore;
//# sourceMappingURL=memory.cjs.map