import type { EnvironmentId } from '@loyalty/kernel';
import { readsKind, type ConfigurationKind } from '../config-version.ts';
import type { LoadedSnapshot } from './loaded-snapshot.ts';
import type { LoadedEnvironment, SnapshotReader } from './read-environments.ts';

/** Environments whose snapshots are read, and the snapshots that are held of them. */
export interface SnapshotReading {
  readonly environments: readonly LoadedEnvironment[];
  readonly held: ReadonlyMap<EnvironmentId, LoadedSnapshot | null>;
  readonly reader: SnapshotReader;
}

/** A part of a snapshot that follows from some kinds of configuration. */
interface SnapshotPart<T> {
  readonly kinds: readonly ConfigurationKind[];
  readonly held: (snapshot: LoadedSnapshot) => T;
  /** Reads the part; environments without any are left out. */
  readonly read: (environmentIds: readonly EnvironmentId[]) => Promise<ReadonlyMap<EnvironmentId, T>>;
  readonly none: T;
}

/** Reads a part of the snapshots that hold none, or an older one. Returns the parts by environment. */
export const readPart = async <T>(
  { environments, held, reader }: SnapshotReading,
  part: SnapshotPart<T>,
): Promise<(environmentId: EnvironmentId) => T> => {
  const isRead = part.kinds.some((kind) => readsKind(reader, kind));
  const kept = new Map<EnvironmentId, T>();
  const stale: EnvironmentId[] = [];
  for (const environment of isRead ? environments : []) {
    const id = environment.environmentId;
    const before = held.get(id) ?? null;
    if (before !== null && isSame(before, environment, part.kinds)) kept.set(id, part.held(before));
    else stale.push(id);
  }
  const read = stale.length === 0 ? kept : await part.read(stale);
  return (id) => kept.get(id) ?? read.get(id) ?? part.none;
};

/** True when nothing of these kinds was changed, not even by an earlier build. */
const isSame = (
  { versions: before }: LoadedSnapshot,
  { versions: now }: LoadedEnvironment,
  kinds: readonly ConfigurationKind[],
): boolean => before.unattributed === now.unattributed && kinds.every((kind) => before[kind] === now[kind]);
