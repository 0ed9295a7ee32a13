import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement } from '@loyalty/storage';
import { readCell } from './cell.ts';

const nextStatement: Statement = {
  name: 'environment-numbers-next',
  text: 'SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END AS next FROM environments_id_seq',
};

/** Returns the number that the next environment gets. */
export const readNextEnvironment = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ next: number }>(nextStatement), 'the numbers of environments').next;

const passStatement: Statement = {
  name: 'environment-numbers-pass',
  text: `SELECT setval('environments_id_seq', $1) FROM environments_id_seq
          WHERE CASE WHEN is_called THEN last_value ELSE last_value - 1 END < $1`,
};

/**
 * Gives no number up to this one from now on: topics may hold records of an environment that had it. A number of another cell is not
 * given here anyway. Returns true when numbers were passed over.
 */
export const passEnvironmentNumbers = async (db: Queryable, upTo: number): Promise<boolean> => {
  const { first, last } = await readCell(db);
  if (upTo < first || upTo > last) return false;
  return (await db.query(passStatement, [upTo])).length > 0;
};

const unknownStatement: Statement = {
  name: 'environment-numbers-unknown',
  text: `SELECT n.id FROM unnest($1::int[]) AS n (id) WHERE NOT EXISTS (SELECT FROM environments e WHERE e.id = n.id) ORDER BY n.id`,
};

/** Returns those of the numbers that no environment has. */
export const findUnknownEnvironments = async (
  db: Queryable,
  numbers: readonly EnvironmentId[],
): Promise<EnvironmentId[]> =>
  (await db.query<{ id: EnvironmentId }>(unknownStatement, [numbers])).map(({ id }) => id);
