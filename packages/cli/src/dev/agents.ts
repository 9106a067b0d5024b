/** Agents for development: every agent that a definition names passes at once. */
import type { AgentFunction, Agents } from '@org/approval-core';

/** Names that begin like this are the engine's own. */
const RESERVED = '__';

/** A record that has every agent, because definitions change while the engine runs. */
export function everyAgent(): Agents {
  const agentOf = (name: string | symbol): AgentFunction | undefined =>
    typeof name === 'string' && !name.startsWith(RESERVED) && !(name in Object.prototype)
      ? ({ url }) => ({ passed: true, summary: `${name} passed ${url}` })
      : undefined;
  return new Proxy<Record<string, AgentFunction>>(
    {},
    {
      get: (none, name) =>
        agentOf(name) ?? Reflect.get<Record<string | symbol, AgentFunction>, string | symbol>(none, name),
      getOwnPropertyDescriptor: (_, name) => {
        const value = agentOf(name);
        return value === undefined ? undefined : { value, configurable: true, enumerable: true };
      },
    },
  );
}
