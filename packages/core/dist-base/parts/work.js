import {
  WORK_INVARIANTS,
  lostJobs,
  neededJobs
} from "../chunk-HIPOAVIT.js";
import "../chunk-H6ZFOIS6.js";
import "../chunk-WKLHRD4Z.js";
import "../chunk-LILXYLN5.js";
import "../chunk-WNMCWCRL.js";
import "../chunk-5WRI5ZAA.js";
export {
  WORK_INVARIANTS,
  lostJobs,
  neededJobs
};
//# sourceMappingURL=work.js.map