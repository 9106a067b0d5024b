import {
  decide
} from "../chunk-DZP24HQQ.js";
import "../chunk-O2YJDTZF.js";
import "../chunk-KDCD4MTW.js";
import "../chunk-CHQWQF46.js";
import "../chunk-4KOKJCGB.js";
import "../chunk-H6ZFOIS6.js";
import "../chunk-CY5VPMGE.js";
import "../chunk-M7O3D2SA.js";
import "../chunk-IRTI4ROD.js";
import "../chunk-FA5YMOWS.js";
import "../chunk-ACL6SRZO.js";
import "../chunk-WNMCWCRL.js";
import "../chunk-WKSNQK7F.js";
import "../chunk-YILTSYQU.js";
import "../chunk-5WRI5ZAA.js";
export {
  decide
};
//# sourceMappingURL=decide.js.map