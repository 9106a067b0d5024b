import {
  INBOUND_OPERATIONS,
  OPERATIONS,
  checkRequest
} from "../chunk-AMG2XZEW.js";
import "../chunk-NPR5HQOX.js";
import "../chunk-I5FB24LP.js";
import "../chunk-UT2VGDVW.js";
import "../chunk-CHQWQF46.js";
import "../chunk-4ZZ6HWTZ.js";
import "../chunk-H6ZFOIS6.js";
import "../chunk-CY5VPMGE.js";
import "../chunk-7RVY3HCR.js";
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
  INBOUND_OPERATIONS,
  OPERATIONS,
  checkRequest
};
//# sourceMappingURL=operations.js.map