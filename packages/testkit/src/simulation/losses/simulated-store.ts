import type { ServerLine } from '../../line.ts';
import { MemoryStore } from '../../memory-store.ts';
import type { World } from '../world.ts';
import { RememberingStore } from './remembering-store.ts';

/** How a process asks the database, and hears that it goes on from an earlier commit. */
export interface WayToDatabase {
  readonly line: ServerLine;
  readonly onHistoryChange: (work: () => void) => void;
}

export interface SimulatedStoreOptions extends WayToDatabase {
  readonly owner: number;
  readonly isRefusing: () => boolean;
}

/** The store of one process; without the mechanism `rejoin` it never hears of another history. */
export const createSimulatedStore = (
  { database, losses }: Pick<World, 'database' | 'losses'>,
  { onHistoryChange, ...own }: SimulatedStoreOptions,
): MemoryStore =>
  losses?.without === 'rejoin'
    ? new RememberingStore({ ...own, database, onHistoryChange: () => undefined })
    : new MemoryStore({ ...own, database, onHistoryChange });
