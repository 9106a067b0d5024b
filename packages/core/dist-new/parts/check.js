import {
  checkChange,
  checkExecution,
  checkWork
} from "../chunk-SRNXTHXW.js";
import "../chunk-HIPOAVIT.js";
import "../chunk-O2YJDTZF.js";
import "../chunk-KDCD4MTW.js";
import "../chunk-4KOKJCGB.js";
import "../chunk-H6ZFOIS6.js";
import "../chunk-M7O3D2SA.js";
import "../chunk-WKLHRD4Z.js";
import "../chunk-LILXYLN5.js";
import "../chunk-ACL6SRZO.js";
import "../chunk-WNMCWCRL.js";
import "../chunk-WKSNQK7F.js";
import "../chunk-YILTSYQU.js";
import "../chunk-5WRI5ZAA.js";
export {
  checkChange,
  checkExecution,
  checkWork
};
//# sourceMappingURL=check.js.map