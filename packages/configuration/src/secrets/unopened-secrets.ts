import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, SecretBox } from '@loyalty/storage';
import { openSecret } from './open-secret.ts';
import { secretColumns } from './stored-secrets.ts';

/** How many secrets of these environments a box cannot open; one that is asked for where there is a secret, and not else. */
export const countUnopenedSecrets = async (
  db: Queryable,
  box: () => SecretBox,
  environmentIds: readonly EnvironmentId[],
): Promise<number> => {
  let unopened = 0;
  for (const { table, column, placeOf } of secretColumns) {
    const rows = await db.query<{ environmentId: EnvironmentId; id: string; sealed: Buffer }>(
      `SELECT environment_id AS "environmentId", id, ${column} AS sealed FROM ${table}
        WHERE environment_id = ANY ($1::int[]) AND ${column} IS NOT NULL`,
      [environmentIds],
    );
    const closed = rows.filter(
      ({ environmentId, id, sealed }) => openSecret(box(), placeOf(environmentId, id), sealed) === null,
    );
    unopened += closed.length;
  }
  return unopened;
};
