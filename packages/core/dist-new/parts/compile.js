import {
  compileDefinition,
  compileInSteps
} from "../chunk-XIWIWKEW.js";
import "../chunk-KDCD4MTW.js";
import "../chunk-LMPJDAFH.js";
import "../chunk-CY5VPMGE.js";
import "../chunk-M7O3D2SA.js";
import "../chunk-LILXYLN5.js";
import "../chunk-WKSNQK7F.js";
import "../chunk-YILTSYQU.js";
import "../chunk-5WRI5ZAA.js";
export {
  compileDefinition,
  compileInSteps
};
//# sourceMappingURL=compile.js.map