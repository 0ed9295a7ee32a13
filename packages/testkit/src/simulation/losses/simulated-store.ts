import type { ServerLine } from '../../line.ts';
import { MemoryStore } from '../../memory-store.ts';
import type { World } from '../world.ts';
import { RememberingStore } from './remembering-store.ts';

/**
 * A process's connection to the database, and its notification that the database continues from an earlier
 * commit.
 */
export interface WayToDatabase {
  readonly line: ServerLine;
  readonly onHistoryChange: (work: () => void) => void;
}

export interface SimulatedStoreOptions extends WayToDatabase {
  readonly owner: number;
  readonly isRefusing: () => boolean;
}

/** Creates the store of one process. Without the mechanism `rejoin` it never learns of another history. */
export const createSimulatedStore = (
  { database, losses }: Pick<World, 'database' | 'losses'>,
  { onHistoryChange, ...own }: SimulatedStoreOptions,
): MemoryStore =>
  losses?.without === 'rejoin'
    ? new RememberingStore({ ...own, database, onHistoryChange: () => undefined })
    : new MemoryStore({ ...own, database, onHistoryChange });
