import {
  createMemoryStore
} from "../chunk-ANTAAAQO.js";
import "../chunk-RZ4OHGR4.js";
import "../chunk-IRTI4ROD.js";
import "../chunk-64UWME72.js";
import "../chunk-WKLHRD4Z.js";
import "../chunk-LILXYLN5.js";
import "../chunk-FA5YMOWS.js";
import "../chunk-ACL6SRZO.js";
import "../chunk-WNMCWCRL.js";
import "../chunk-WKSNQK7F.js";
import "../chunk-YILTSYQU.js";
import "../chunk-5WRI5ZAA.js";
export {
  createMemoryStore
};
//# sourceMappingURL=memory.js.map