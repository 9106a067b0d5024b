import {
  DEFAULT_WORKSPACE,
  createApprovalEngine
} from "../chunk-YGTTUVGF.js";
import "../chunk-QQWRU4XC.js";
import "../chunk-SRNXTHXW.js";
import "../chunk-HIPOAVIT.js";
import "../chunk-XIWIWKEW.js";
import "../chunk-DZP24HQQ.js";
import "../chunk-O2YJDTZF.js";
import "../chunk-KDCD4MTW.js";
import "../chunk-ISTBS3H7.js";
import "../chunk-I5FB24LP.js";
import "../chunk-LMPJDAFH.js";
import "../chunk-CHQWQF46.js";
import "../chunk-4KOKJCGB.js";
import "../chunk-H6ZFOIS6.js";
import "../chunk-CY5VPMGE.js";
import "../chunk-M7O3D2SA.js";
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
  DEFAULT_WORKSPACE,
  createApprovalEngine
};
//# sourceMappingURL=engine.js.map