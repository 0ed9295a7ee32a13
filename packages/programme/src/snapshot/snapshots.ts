import type { Snapshot } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';
import { createHeldVersions, type HeldVersions } from '../lookup/held-versions.ts';
import { loadSnapshot } from './load-snapshot.ts';

/** Configurations held in memory. */
export type Snapshots = HeldVersions<Snapshot>;

/** An empty holder; `metrics` counts the configurations that were read again because theirs had changed. */
export const createSnapshots = ({
  db,
  metrics,
}: {
  readonly db: Database;
  readonly metrics?: Pick<Metrics, 'count'>;
}): Snapshots =>
  createHeldVersions(
    (environmentId) => loadSnapshot(db, environmentId),
    () => metrics?.count('loyalty_snapshot_reloads_total', {}),
  );
