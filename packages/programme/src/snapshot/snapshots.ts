import type { EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';
import { createLruMap } from '../lookup/lru-map.ts';
import { singleFlight } from '../lookup/single-flight.ts';
import { loadSnapshot } from './load-snapshot.ts';

/** Configurations held in memory, each as good as its version (D33). */
export interface Snapshots {
  /**
   * The configuration at `version`, which the caller has just read on the primary: the one held when its version is
   * that, otherwise read afresh, which may bring a newer one. Null when there is no such environment. Throws what the
   * database throws.
   */
  get(environmentId: EnvironmentId, version: number): Promise<Snapshot | null>;
  /** The configuration last read, however old; null when none is held. */
  peek(environmentId: EnvironmentId): Snapshot | null;
}

/** Environments that one process works for at once; each weighs as much as its campaigns. */
const environmentsMax = 2_000;

/** An empty holder; `metrics` counts the configurations that were read again because theirs had changed. */
export const createSnapshots = ({
  db,
  metrics,
}: {
  readonly db: Database;
  readonly metrics?: Pick<Metrics, 'count'>;
}): Snapshots => {
  const held = createLruMap<EnvironmentId, Snapshot>(environmentsMax);

  const load = singleFlight(async (environmentId: EnvironmentId): Promise<Snapshot | null> => {
    const snapshot = await loadSnapshot(db, environmentId);
    if (snapshot === null) return null;
    if (held.get(environmentId) !== undefined) metrics?.count('loyalty_snapshot_reloads_total', {});
    held.set(environmentId, snapshot);
    return snapshot;
  });

  return {
    get: async (environmentId, version) => {
      const current = held.get(environmentId);
      if (current?.version === version) return current;
      const shared = await load(environmentId);
      if (shared === null || shared.version >= version) return shared;
      // A load that was under way before the caller read the version may have missed that change; one that starts now
      // cannot.
      return load(environmentId);
    },
    peek: (environmentId) => held.get(environmentId) ?? null,
  };
};
