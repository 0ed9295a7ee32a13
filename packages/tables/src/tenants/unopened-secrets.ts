import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, SecretBox } from '@loyalty/storage';
import { openSecret } from './open-secret.ts';
import type { SecretColumn } from './stored-secrets.ts';

/** Counts the secrets of these environments that a box cannot open. `box` is called only when there is a secret. */
export const countUnopenedSecrets = async (
  db: Queryable,
  {
    box,
    columns,
    environmentIds,
  }: {
    readonly box: () => SecretBox;
    readonly columns: readonly SecretColumn[];
    readonly environmentIds: readonly EnvironmentId[];
  },
): Promise<number> => {
  let unopened = 0;
  for (const { table, column, placeOf } of columns) {
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
