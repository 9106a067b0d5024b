import {
  scimDirectory
} from "../chunk-QDXNKAYZ.js";
import "../chunk-QQWRU4XC.js";
import "../chunk-I5FB24LP.js";
import "../chunk-YILTSYQU.js";
import "../chunk-5WRI5ZAA.js";
export {
  scimDirectory
};
//# sourceMappingURL=directory.js.map