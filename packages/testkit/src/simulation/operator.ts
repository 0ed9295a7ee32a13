import type { MemoryDatabase, StoredPosition } from '../memory-database.ts';
import type { Judge } from './judge.ts';
import type { SimulationScheduler } from './simulation-scheduler.ts';

/** An operator's session at the database; processes count up from one. */
const operator = 0;

export interface OperatorOptions {
  readonly database: MemoryDatabase;
  readonly turns: SimulationScheduler;
  readonly judge: Judge;
}

/**
 * Sets a position without waiting for a lock. If the position is locked, an operator tries again later, and
 * then only to park or unpark.
 */
export const setPosition = (options: OperatorOptions, key: string, position: StoredPosition): void => {
  const { database, turns, judge } = options;
  const tx = database.begin(operator);
  if (database.positions.lock(tx, key)) {
    judge.isOperatorAtWork = true;
    database.positions.write(tx, key, position);
    database.commit(tx);
    judge.isOperatorAtWork = false;
    return;
  }
  database.rollback(tx);
  const again = (): void => {
    const now = database.positions.rows.get(key);
    if (now !== undefined) setPosition(options, key, { ...now, state: position.state });
  };
  turns.atServer(`an operator comes again to ${key}`, again, { afterMs: 100 });
};
