import {
  callable,
  checkOptions,
  count,
  must,
  optional,
  parseUrl,
  pauseMs,
  text,
  timerMs
} from "./chunk-QQWRU4XC.js";
import {
  msOf
} from "./chunk-I5FB24LP.js";
import {
  LIMITS
} from "./chunk-YILTSYQU.js";

// src/directory/scim-client.ts
var MOST_BYTES = 4194304;
var LONGEST_DELAY_MS = 5e3;
function scimClient(options) {
  const { pageSize = 100 } = options;
  const root = options.baseUrl.replace(/\/+$/, "");
  const ask = (path, signal) => withRetries(options, `${root}/${path}`, signal);
  return {
    get: ask,
    async list(path, filter, { signal, most }) {
      const found = [];
      for (; ; ) {
        const wanted = Math.min(pageSize, most - found.length);
        const query = new URLSearchParams({
          filter,
          startIndex: String(found.length + 1),
          count: String(wanted)
        });
        const page = await ask(`${path}?${query.toString()}`, signal);
        const resources = page?.["Resources"];
        const items = Array.isArray(resources) ? resources.filter(isObject) : [];
        found.push(...items.slice(0, most - found.length));
        const total = page?.["totalResults"];
        if (items.length === 0 || found.length >= most || typeof total !== "number" || found.length >= total) {
          return found;
        }
      }
    }
  };
}
var Passing = class extends Error {
  delayMs;
  constructor(message, delayMs, cause) {
    super(message, { cause });
    this.delayMs = delayMs;
  }
};
async function withRetries(options, url, signal) {
  const { retryCount = 2 } = options;
  const retryDelayMs = msOf(options.retryDelayMs ?? 200);
  for (let attempt = 0; ; attempt++) {
    try {
      return await once(options, url, signal);
    } catch (error) {
      if (!(error instanceof Passing) || attempt >= retryCount || signal.aborted) throw error;
      await sleep(Math.min(LONGEST_DELAY_MS, Math.max(error.delayMs, retryDelayMs * 2 ** attempt)), signal);
    }
  }
}
async function once({ headers, timeoutMs = 5e3, fetch: send = fetch }, url, signal) {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(msOf(timeoutMs))]);
  const own = { accept: "application/scim+json, application/json" };
  const path = new URL(url).pathname;
  try {
    const response = await send(url, {
      headers: { ...own, ...await headers?.() },
      redirect: "error",
      signal: limit
    });
    const body = await textOf(response);
    if (response.status === 404) return null;
    if (response.status === 429 || response.status >= 500) {
      const seconds = Number(response.headers.get("retry-after") ?? 0);
      throw new Passing(
        `${path} answered ${response.status}`,
        Number.isFinite(seconds) ? seconds * 1e3 : 0
      );
    }
    if (!response.ok) throw new Error(`the SCIM endpoint refused ${path} with ${response.status}`);
    return parsed(body, path);
  } catch (error) {
    if (signal.aborted || !isConnectionFault(error, limit)) throw error;
    throw new Passing(`the SCIM endpoint did not answer ${path} in time, or not at all`, 0, error);
  }
}
var isConnectionFault = (error, limit) => limit.aborted || error instanceof TypeError;
async function textOf(response) {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  let bytes = 0;
  let text2 = "";
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new Error(`the SCIM endpoint answered more than ${MOST_BYTES} bytes`);
    text2 += decoder.decode(chunk, { stream: true });
  }
  return text2 + decoder.decode();
}
function parsed(text2, path) {
  let value;
  try {
    value = JSON.parse(text2);
  } catch (cause) {
    throw new Error(`the SCIM endpoint answered ${path} with what is no JSON`, { cause });
  }
  if (isObject(value)) return value;
  throw new Error(`the SCIM endpoint answered ${path} with what is no object`);
}
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done() {
      signal.removeEventListener("abort", stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    }
    signal.addEventListener("abort", stop, { once: true });
  });
}

// src/directory/scim-directory.ts
var OPTIONS = {
  baseUrl: must("an http or https URL", isHttpUrl),
  headers: optional(callable),
  userIdAttribute: optional(must("the name of an attribute", isAttribute)),
  groupNameAttribute: optional(must("the name of an attribute", isAttribute)),
  timeoutMs: optional(timerMs),
  retryCount: optional(
    must("a whole number from 0 to 10", (it) => Number.isInteger(it) && inRange(it, 0, 10))
  ),
  retryDelayMs: optional(pauseMs),
  pageSize: optional(count),
  fetch: optional(callable)
};
function isHttpUrl(value) {
  const url = text(value, "").length > 0 ? null : parseUrl(value);
  return url !== null && ["http:", "https:"].includes(url.protocol);
}
function isAttribute(value) {
  return typeof value === "string" && /^[A-Za-z][\w.:-]{0,199}$/.test(value);
}
var inRange = (value, from, to) => typeof value === "number" && value >= from && value <= to;
var ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
function scimDirectory(options) {
  checkOptions("scimDirectory", options, OPTIONS);
  const { userIdAttribute = "userName", groupNameAttribute = "displayName" } = options;
  const scim = scimClient(options);
  const userIdOf = (user) => {
    const userId = user[userIdAttribute];
    if (typeof userId === "string" && userId !== "") return userId;
    throw new Error(`the SCIM endpoint gave a user without ${userIdAttribute}`);
  };
  const usersWhere = async (filter, { signal }) => (await scim.list("Users", filter, { signal, most: LIMITS.people + 1 })).map(userIdOf);
  const userOf = async (userId, { signal }) => (await scim.list("Users", equals(userIdAttribute, userId), { signal, most: 1 }))[0] ?? null;
  return {
    async members({ kind, name }, context) {
      if (kind === "role") {
        const users = await usersWhere(equals("roles.value", name), context);
        return users.length === 0 ? null : users;
      }
      const id = await groupId(scim, equals(groupNameAttribute, name), context);
      return id === null ? null : usersWhere(equals("groups.value", id), context);
    },
    async managerOf(userId, context) {
      const user = await userOf(userId, context);
      const manager = fieldOf(fieldOf(user, ENTERPRISE), "manager");
      const id = fieldOf(manager, "value");
      if (typeof id !== "string") return null;
      const found = await scim.get(`Users/${encodeURIComponent(id)}`, context.signal);
      return found === null ? null : userIdOf(found);
    },
    async attributesOf(userId, context) {
      const user = await userOf(userId, context);
      if (user === null) return null;
      const extensions = Object.entries(user).filter(([name]) => name.startsWith("urn:"));
      return Object.assign({}, ...extensions.map(([, fields]) => fields), user);
    }
  };
}
var equals = (attribute, value) => `${attribute} eq ${JSON.stringify(value)}`;
async function groupId(scim, filter, { signal }) {
  const [group] = await scim.list("Groups", filter, { signal, most: 1 });
  const id = group?.["id"];
  return typeof id === "string" ? id : null;
}
function fieldOf(value, name) {
  const isObject2 = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject2 && Object.hasOwn(value, name) ? value[name] : void 0;
}

export {
  scimDirectory
};
//# sourceMappingURL=chunk-QDXNKAYZ.js.map