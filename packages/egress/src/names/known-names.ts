import type { EnvironmentId } from '@loyalty/kernel';
import type { Resolution } from './resolution.ts';

/** A name as one environment knows it. Times are milliseconds of the process' own clock. */
export interface KnownName {
  /** Null before the first result. */
  resolution: Resolution | null;
  /** Until then it is not looked up again. */
  freshUntilMs: number;
  /** Until then it serves while it is looked up again. */
  staleUntilMs: number;
  /** The one running look-up. */
  renewal: { readonly sinceMs: number; readonly result: Promise<Resolution> } | null;
}

/** More than an environment has endpoints and providers. */
const ofEnvironmentMax = 256;
const environmentsMax = 2_000;

/** Names by environment: one that looks up thousands evicts its own names alone. The least recently used one is evicted. */
export class KnownNames {
  readonly #ofEnvironment = new Map<EnvironmentId, Map<string, KnownName>>();

  of(environmentId: EnvironmentId, name: string): KnownName {
    const names = toEnd(this.#ofEnvironment, environmentId, () => new Map<string, KnownName>());
    forgetFirst(this.#ofEnvironment, environmentsMax);
    const known = toEnd(names, name, unknown);
    forgetFirst(names, ofEnvironmentMax);
    return known;
  }
}

const unknown = (): KnownName => ({
  resolution: null,
  freshUntilMs: -Infinity,
  staleUntilMs: -Infinity,
  renewal: null,
});

/** Moves an entry to the end; a Map keeps the order of insertion. */
const toEnd = <Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value => {
  const value = map.get(key) ?? create();
  map.delete(key);
  map.set(key, value);
  return value;
};

const forgetFirst = (map: Map<unknown, unknown>, max: number): void => {
  if (map.size <= max) return;
  const [first] = map.keys();
  map.delete(first);
};
