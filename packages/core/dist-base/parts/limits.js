import {
  DEFAULTS,
  HOSTING_LIMITS,
  LIMITS
} from "../chunk-YILTSYQU.js";
import "../chunk-5WRI5ZAA.js";
export {
  DEFAULTS,
  HOSTING_LIMITS,
  LIMITS
};
//# sourceMappingURL=limits.js.map