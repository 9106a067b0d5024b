import {
  checkChange,
  checkExecution,
  checkWork
} from "../chunk-HHHE34WD.js";
import "../chunk-HIPOAVIT.js";
import "../chunk-XVL2NF7J.js";
import "../chunk-7WV6LJXC.js";
import "../chunk-4ZZ6HWTZ.js";
import "../chunk-H6ZFOIS6.js";
import "../chunk-7RVY3HCR.js";
import "../chunk-WKLHRD4Z.js";
import "../chunk-LILXYLN5.js";
import "../chunk-MO3ALGUJ.js";
import "../chunk-WNMCWCRL.js";
import "../chunk-WTG2CHRU.js";
import "../chunk-YILTSYQU.js";
import "../chunk-5WRI5ZAA.js";
export {
  checkChange,
  checkExecution,
  checkWork
};
//# sourceMappingURL=check.js.map