import {
  staticDirectory
} from "../chunk-6WFEA7QW.js";
import "../chunk-5WRI5ZAA.js";
export {
  staticDirectory
};
//# sourceMappingURL=static-directory.js.map