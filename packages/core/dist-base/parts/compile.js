import {
  compileDefinition,
  compileInSteps
} from "../chunk-JJPXJEM4.js";
import "../chunk-7WV6LJXC.js";
import "../chunk-UT2VGDVW.js";
import "../chunk-CY5VPMGE.js";
import "../chunk-7RVY3HCR.js";
import "../chunk-LILXYLN5.js";
import "../chunk-WTG2CHRU.js";
import "../chunk-YILTSYQU.js";
import "../chunk-5WRI5ZAA.js";
export {
  compileDefinition,
  compileInSteps
};
//# sourceMappingURL=compile.js.map