"use strict";Object.defineProperty(exports, "__esModule", {value: true});

var _chunkVNZXKNILcjs = require('../chunk-VNZXKNIL.cjs');
require('../chunk-6OOY3VAK.cjs');
require('../chunk-RTIO26VC.cjs');
require('../chunk-KPSFIHDZ.cjs');
require('../chunk-DZUJEN5N.cjs');


exports.scimDirectory = _chunkVNZXKNILcjs.scimDirectory;
//# sourceMappingURL=directory.cjs.map