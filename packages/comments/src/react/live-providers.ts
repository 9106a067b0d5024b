/** Providers of the last render, behind providers that are registered once. */
import type { AnyProvider } from '../provider/register.js';
import type { EndpointConfig, ResolverConfig } from '../provider/config.js';
import type { DataProviders } from '../provider/provider.js';
import { isObject } from '../record.js';

const OPERATIONS = ['get', 'save', 'delete'] as const;

/**
 * Returns providers whose functions, and functions that make headers, are those of `latest()` at
 * each call: a token in the closure of a component does not get old. Everything else is that of the
 * first call.
 */
export function liveProviders(latest: () => DataProviders): DataProviders {
  const live = Object.entries(latest()).map(([kind, provider]) => [
    kind,
    // Something else is refused when it is registered.
    isObject(provider)
      ? liveProvider(provider, () => latest()[kind as keyof DataProviders])
      : (provider as unknown),
  ]);
  return Object.fromEntries(live) as DataProviders;
}

function liveProvider(first: AnyProvider, latest: () => AnyProvider | undefined): AnyProvider {
  const calls = OPERATIONS.filter((name) => first[name] !== undefined).map((name) => {
    if (typeof first[name] !== 'function') return [name, first[name]];
    const call = async (request: never) => {
      const now = latest();
      const owner = now?.[name] === undefined ? first : now;
      // Called as a method, so that providers may be objects that use `this`.
      return (owner as Required<AnyProvider>)[name](request);
    };
    return [name, call];
  });
  const { config } = first;
  const { maxBytes } = first as { readonly maxBytes?: unknown };
  return {
    ...(Object.fromEntries(calls) as Pick<AnyProvider, (typeof OPERATIONS)[number]>),
    ...(config !== undefined && {
      config: !isObject(config) ? config : liveConfig(config, () => latest()?.config),
    }),
    ...(maxBytes !== undefined && { maxBytes }),
  };
}

function liveConfig(first: ResolverConfig, latest: () => ResolverConfig | undefined): ResolverConfig {
  const endpoints = OPERATIONS.flatMap((operation) => {
    const name = `${operation}Config` as const;
    const endpoint = first[name];
    const live = isObject(endpoint) ? liveEndpoint(endpoint, () => latest()?.[name]) : endpoint;
    return live === undefined ? [] : [[name, live]];
  });
  return { ...first, ...(Object.fromEntries(endpoints) as ResolverConfig) };
}

function liveEndpoint(first: EndpointConfig, latest: () => EndpointConfig | undefined): EndpointConfig {
  if (first.headers === undefined) return first;
  const headers = async () => {
    const now = latest()?.headers ?? first.headers ?? {};
    return typeof now === 'function' ? now() : now;
  };
  return { ...first, headers };
}
