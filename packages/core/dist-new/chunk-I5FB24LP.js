// ../internal/src/duration.ts
var UNITS = {
  ms: 1,
  s: 1e3,
  m: 6e4,
  h: 36e5,
  d: 864e5,
  w: 6048e5
};
var PART = /^(\d{1,12}(?:\.\d{1,3})?)(ms|s|m|h|d|w)$/;
var NUMBER = "(\\d{1,12}(?:\\.\\d{1,3})?)";
var ISO = new RegExp(
  `^P(?:${NUMBER}W)?(?:${NUMBER}D)?(?:T(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}S)?)?$`
);
var ISO_UNITS = ["w", "d", "h", "m", "s"];
var LONGEST = 100;
function duration(given) {
  const ms = asMs(given);
  if (typeof ms !== "number" || !Number.isSafeInteger(ms) || ms < 0) throw wrong(given);
  return ms;
}
function asMs(given) {
  const ms = typeof given === "string" ? textMs(given) : Number.NaN;
  return Number.isNaN(ms) ? given : ms;
}
var msOf = (given) => typeof given === "number" ? given : duration(given);
function textMs(text) {
  if (text.length > LONGEST) return Number.NaN;
  const iso = ISO.exec(text)?.slice(1);
  if (iso !== void 0) {
    const parts = iso.map((it, index) => [it, ISO_UNITS[index] ?? "w"]);
    return text.endsWith("T") || text === "P" ? Number.NaN : sumOf(parts);
  }
  return sumOf(
    text.split(" ").map((part) => {
      const [, amount, unit] = PART.exec(part) ?? [];
      return [amount ?? "none", unit ?? "ms"];
    })
  );
}
var sumOf = (parts) => Math.round(
  parts.reduce((sum, [amount, unit]) => sum + (amount === void 0 ? 0 : Number(amount) * UNITS[unit]), 0)
);
var wrong = (given) => new TypeError(
  `${typeof given === "string" ? `"${given.slice(0, LONGEST)}"` : String(given)} is no duration: give whole ms, a text such as "7d" or "1d 12h" (ms, s, m, h, d, w), or ISO 8601 such as "PT8H", without years and months`
);

export {
  duration,
  asMs,
  msOf
};
//# sourceMappingURL=chunk-I5FB24LP.js.map