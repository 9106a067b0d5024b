import {
  op,
  variable,
  when
} from "../chunk-MUM5PH3M.js";
import "../chunk-5WRI5ZAA.js";
export {
  op,
  variable,
  when
};
//# sourceMappingURL=build.js.map