import {
  decide
} from "../chunk-YO2ZIJJO.js";
import "../chunk-XVL2NF7J.js";
import "../chunk-7WV6LJXC.js";
import "../chunk-CHQWQF46.js";
import "../chunk-4ZZ6HWTZ.js";
import "../chunk-H6ZFOIS6.js";
import "../chunk-CY5VPMGE.js";
import "../chunk-7RVY3HCR.js";
import "../chunk-IRTI4ROD.js";
import "../chunk-JMUUU665.js";
import "../chunk-MO3ALGUJ.js";
import "../chunk-WNMCWCRL.js";
import "../chunk-WTG2CHRU.js";
import "../chunk-YILTSYQU.js";
import "../chunk-5WRI5ZAA.js";
export {
  decide
};
//# sourceMappingURL=decide.js.map