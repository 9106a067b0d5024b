import {
  DEFAULT_WORKSPACE,
  createApprovalEngine
} from "../chunk-DYULC4YG.js";
import "../chunk-QQWRU4XC.js";
import "../chunk-HHHE34WD.js";
import "../chunk-HIPOAVIT.js";
import "../chunk-JJPXJEM4.js";
import "../chunk-YO2ZIJJO.js";
import "../chunk-XVL2NF7J.js";
import "../chunk-7WV6LJXC.js";
import "../chunk-NPR5HQOX.js";
import "../chunk-I5FB24LP.js";
import "../chunk-UT2VGDVW.js";
import "../chunk-CHQWQF46.js";
import "../chunk-4ZZ6HWTZ.js";
import "../chunk-H6ZFOIS6.js";
import "../chunk-CY5VPMGE.js";
import "../chunk-7RVY3HCR.js";
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
  DEFAULT_WORKSPACE,
  createApprovalEngine
};
//# sourceMappingURL=engine.js.map