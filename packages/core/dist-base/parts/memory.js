import {
  createMemoryStore
} from "../chunk-MG7XHS6U.js";
import "../chunk-RZ4OHGR4.js";
import "../chunk-IRTI4ROD.js";
import "../chunk-A7NMX2YJ.js";
import "../chunk-WKLHRD4Z.js";
import "../chunk-LILXYLN5.js";
import "../chunk-JMUUU665.js";
import "../chunk-MO3ALGUJ.js";
import "../chunk-WNMCWCRL.js";
import "../chunk-WTG2CHRU.js";
import "../chunk-YILTSYQU.js";
import "../chunk-5WRI5ZAA.js";
export {
  createMemoryStore
};
//# sourceMappingURL=memory.js.map