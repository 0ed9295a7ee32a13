import { groupBy, type EnvironmentId } from '@loyalty/kernel';
import type { EventDefinition } from '@loyalty/rules';
import {
  type NewestFirstPage,
  pageNewestFirst,
  type Queryable,
  runBuilt,
  sql,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import {
  eventDefinitionColumns,
  eventDefinitionRecordOf,
  type EventDefinitionContent,
  type EventDefinitionRecord,
  type EventDefinitionRow,
} from './event-definition-record.ts';

/** Keys of D62. Postgres could not store some other texts. */
const keyPattern = /^[a-z0-9]+([._-][a-z0-9]+)*$/;
const keyLengthMax = 128;

const isKey = (text: string): boolean => text.length <= keyLengthMax && keyPattern.test(text);

/** Returns the definition, or null when the environment has none with this key. An invalid key is null too (D2). */
export const findEventDefinition = async (
  db: Queryable,
  environmentId: EnvironmentId,
  key: string,
): Promise<EventDefinitionRecord | null> => {
  if (!isKey(key)) return null;
  const [row] = await db.query<EventDefinitionRow>(
    `SELECT ${eventDefinitionColumns} FROM event_definitions d WHERE d.environment_id = $1 AND d.key = $2`,
    [environmentId, key],
  );
  return row === undefined ? null : eventDefinitionRecordOf(row);
};

/** Returns the definition, its row locked until the transaction ends. */
export const lockEventDefinition = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  key: string,
): Promise<EventDefinitionRecord | null> => {
  if (!isKey(key)) return null;
  // A statement of its own: one that also reads would return other tables' rows from before the lock was granted.
  await tx.query(
    'SELECT key FROM event_definitions WHERE environment_id = $1 AND key = $2 FOR NO KEY UPDATE',
    [environmentId, key],
  );
  return findEventDefinition(tx, environmentId, key);
};

export interface EventDefinitionPage extends NewestFirstPage {
  readonly limit: number;
}

/** Lists at most `limit` definitions of an environment, newest first by (createdAt, id) (D11). */
export const listEventDefinitions = async (
  db: Queryable,
  environmentId: EnvironmentId,
  page: EventDefinitionPage,
): Promise<EventDefinitionRecord[]> => {
  const query = sql('event_definitions as d')
    .select(sql.raw(eventDefinitionColumns))
    .where('d.environment_id', environmentId);
  void pageNewestFirst(query, 'd', page);
  return (await runBuilt<EventDefinitionRow>(db, query)).map(eventDefinitionRecordOf);
};

/** The fields of a definition that decide about a submission, without the payload schema. */
export interface EventDefinitionHead extends Pick<
  EventDefinitionContent,
  'identityProperty' | 'referrerProperty' | 'lifecycleType' | 'state'
> {
  readonly key: string;
  readonly version: number;
  readonly revision: number;
}

const headColumns = `
  key, version, revision, state, identity_property AS "identityProperty", referrer_property AS "referrerProperty",
  lifecycle_type AS "lifecycleType"`;

const headStatement: Statement = {
  name: 'event-definition-head',
  text: `SELECT ${headColumns} FROM event_definitions WHERE environment_id = $1 AND key = $2`,
};

/** Reads the small part of a definition, again for each submission (D63). Null when there is none with this key. */
export const readEventDefinitionHead = async (
  db: Queryable,
  environmentId: EnvironmentId,
  key: string,
): Promise<EventDefinitionHead | null> => {
  if (!isKey(key)) return null;
  const [row] = await db.query<EventDefinitionHead>(headStatement, [environmentId, key]);
  return row ?? null;
};

/** The same with its payload schema. */
export interface WholeEventDefinition extends EventDefinitionHead {
  readonly properties: Readonly<Record<string, unknown>>;
}

const wholeStatement: Statement = {
  name: 'event-definition-whole',
  text: `SELECT ${headColumns}, properties FROM event_definitions WHERE environment_id = $1 AND key = $2`,
};

/** Reads head and payload schema together, for a schema that is not cached yet. */
export const readWholeEventDefinition = async (
  db: Queryable,
  environmentId: EnvironmentId,
  key: string,
): Promise<WholeEventDefinition | null> => {
  if (!isKey(key)) return null;
  const [row] = await db.query<WholeEventDefinition>(wholeStatement, [environmentId, key]);
  return row ?? null;
};

const activeStatement: Statement = {
  name: 'event-definitions-active',
  text: `SELECT environment_id AS "environmentId", key, version, revision, lifecycle_type AS "lifecycleType"
           FROM event_definitions
          WHERE environment_id = ANY ($1::int[]) AND state = 'ACTIVE'`,
};

type ActiveRow = EventDefinition & { readonly environmentId: EnvironmentId };

/** Returns the definitions of environments that accept events, by key, as engines use them. Environments without any are left out. */
export const readActiveEventDefinitions = async (
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<ReadonlyMap<EnvironmentId, ReadonlyMap<string, EventDefinition>>> => {
  const rows = await db.query<ActiveRow>(activeStatement, [environmentIds]);
  return new Map(
    [...groupBy(rows, ({ environmentId }) => environmentId)].map(([id, own]) => [id, byKey(own)]),
  );
};

const byKey = (rows: readonly ActiveRow[]): ReadonlyMap<string, EventDefinition> =>
  new Map(
    rows.map(({ key, version, revision, lifecycleType }) => [key, { key, version, revision, lifecycleType }]),
  );
