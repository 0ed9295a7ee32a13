import { isDeepStrictEqual } from 'node:util';
import { topics } from '@loyalty/contracts';
import { readLogBounds } from '@loyalty/kafka/metadata';
import { Fault } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { readColumns } from '@loyalty/storage/copy-rows';
import { streamOutsMax, tenantStreamsMax } from '@loyalty/tables/tenants';
import { countUnreadableSecrets } from '@loyalty/tables/tenants/management';
import { secretBoxOf, secretColumns } from '../commands/secrets.ts';
import type { Cell, Cells } from './cells.ts';
import { movedRowsOf, type MovedTenant } from './moved-tables.ts';

/** Checks whether a tenant can be moved. Throws a Fault that says what to do first. */
export const checkMove = async (cells: Cells, moved: MovedTenant): Promise<void> => {
  const { from, to } = cells;
  if (from.databaseId === to.databaseId || from.clusterId === to.clusterId)
    throw refused(
      'SAME_CELL',
      'Both cells use the same database or the same Kafka cluster: correct the file of --to.',
    );
  await checkSchemas(cells, moved);
  await checkNumbers(to, moved);
  await checkTopics(to);
  await checkStreams(cells, moved);
  await checkSecrets(cells, moved);
};

const refused = (code: string, sentence: string): Fault => new Fault(code, sentence);

const checkSchemas = async ({ from, to }: Cells, moved: MovedTenant): Promise<void> => {
  const stepsOf = ({ db }: Cell) => db.query('SELECT name FROM schema_migrations ORDER BY name COLLATE "C"');
  let areEqual = isDeepStrictEqual(await stepsOf(from), await stepsOf(to));
  for (const { table } of movedRowsOf(moved))
    areEqual &&= isDeepStrictEqual(await readColumns(from.db, table), await readColumns(to.db, table));
  if (!areEqual)
    throw refused(
      'SCHEMAS_DIFFER',
      'The databases have different schemas: deploy the same version to both cells.',
    );
};

const checkNumbers = async ({ db }: Cell, { environmentIds, tenantId }: MovedTenant): Promise<void> => {
  const taken = await db.query<{ id: number }>(
    'SELECT id FROM environments WHERE id = ANY ($1::int[]) OR tenant_id = $2',
    [environmentIds, tenantId],
  );
  const [first] = taken;
  if (first !== undefined)
    throw refused(
      'ENVIRONMENT_TAKEN',
      `The other cell already has environment ${first.id.toString()} or this tenant: each cell must number environments from its own range («loyaltyctl cell show»).`,
    );
};

const checkTopics = async ({ kafka }: Cell): Promise<void> => {
  const wanted = Object.values(topics);
  const there = new Set((await readLogBounds(kafka, wanted)).map(({ topic }) => topic));
  const missing = wanted.filter((topic) => !there.has(topic));
  if (missing.length > 0)
    throw refused(
      'TOPIC_MISSING',
      `The other cell lacks ${missing.join(', ')}: run «loyaltyctl deploy» there.`,
    );
};

const checkStreams = async ({ from, to }: Cells, { environmentIds }: MovedTenant): Promise<void> => {
  for (const [table, max] of [
    ['tenant_streams', tenantStreamsMax],
    ['stream_outs', streamOutsMax],
  ] as const) {
    const wanted = await countRows(from.db, table, environmentIds);
    const [there] = await to.db.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`);
    if (wanted > 0 && wanted + (there?.count ?? 0) > max)
      throw refused(
        'TOO_MANY_STREAMS',
        `The other cell would have more than ${max.toString()} streams, which is the maximum: move the tenant to another cell.`,
      );
  }
};

const countRows = async (db: Database, table: string, environmentIds: readonly number[]): Promise<number> => {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM ${table} WHERE environment_id = ANY ($1::int[])`,
    [environmentIds],
  );
  return row?.count ?? 0;
};

/** Secrets are sealed for their rows, whose keys stay, so the other cell needs the same key. */
const checkSecrets = async ({ from, to }: Cells, { environmentIds }: MovedTenant): Promise<void> => {
  const box = () => secretBoxOf(to.task);
  const unopened = await countUnreadableSecrets(from.db, { box, columns: secretColumns, environmentIds });
  if (unopened > 0)
    throw refused(
      'SECRETS_UNREADABLE',
      `The other cell's keys cannot decrypt ${unopened.toString()} of the tenant's secrets: give both cells the same SECRET_KEYS.`,
    );
};
