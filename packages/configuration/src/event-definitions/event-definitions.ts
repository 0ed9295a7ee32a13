import type { EnvironmentId } from '@loyalty/kernel';
import type { EventDefinition } from '@loyalty/rules';
import { runBuilt, sql, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import { pageNewestFirst, type NewestFirstPage } from '../newest-first.ts';
import {
  eventDefinitionColumns,
  eventDefinitionRecordOf,
  type EventDefinitionContent,
  type EventDefinitionRecord,
  type EventDefinitionRow,
} from './event-definition-record.ts';

/** Keys of D62; a database could not even be asked for some others. */
const keyPattern = /^[a-z0-9]+([._-][a-z0-9]+)*$/;
const keyLengthMax = 128;

const isKey = (text: string): boolean => text.length <= keyLengthMax && keyPattern.test(text);

/** The definition, or null when the environment has none of this key (also for a text that can be no key, D2). */
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

/** The same, its row locked until the transaction ends. */
export const lockEventDefinition = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  key: string,
): Promise<EventDefinitionRecord | null> => {
  if (!isKey(key)) return null;
  // A statement of its own: one that also reads would show what stood beside the row before the lock was granted.
  await tx.query(
    'SELECT key FROM event_definitions WHERE environment_id = $1 AND key = $2 FOR NO KEY UPDATE',
    [environmentId, key],
  );
  return findEventDefinition(tx, environmentId, key);
};

export interface EventDefinitionPage extends NewestFirstPage {
  readonly limit: number;
}

/** At most `limit` definitions of an environment, newest first by (createdAt, id) (D11). */
export const listEventDefinitions = async (
  db: Queryable,
  environmentId: EnvironmentId,
  page: EventDefinitionPage,
): Promise<EventDefinitionRecord[]> => {
  const query = sql('event_definitions as d')
    .select(sql.raw(eventDefinitionColumns))
    .where('d.environment_id', environmentId);
  pageNewestFirst(query, 'd', page);
  return (await runBuilt<EventDefinitionRow>(db, query)).map(eventDefinitionRecordOf);
};

/** A definition as a submission is judged by it, but for its payload schema. */
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

/** What a submission has to be told by: small, read afresh for each one (D63). Null when there is none of this key. */
export const readEventDefinitionHead = async (
  db: Queryable,
  environmentId: EnvironmentId,
  key: string,
): Promise<EventDefinitionHead | null> => {
  if (!isKey(key)) return null;
  const [row] = await db.query<EventDefinitionHead>(headStatement, [environmentId, key]);
  return row ?? null;
};

/** The same with the payload schema that belongs to it. */
export interface WholeEventDefinition extends EventDefinitionHead {
  readonly properties: Readonly<Record<string, unknown>>;
}

const wholeStatement: Statement = {
  name: 'event-definition-whole',
  text: `SELECT ${headColumns}, properties FROM event_definitions WHERE environment_id = $1 AND key = $2`,
};

/** Head and payload schema in one reading; for a schema that is not held yet. */
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
  text: `SELECT key, version, revision, lifecycle_type AS "lifecycleType"
           FROM event_definitions
          WHERE environment_id = $1 AND state = 'ACTIVE'`,
};

/** The definitions that accept events, by key, as engines know them. */
export const readActiveEventDefinitions = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<Map<string, EventDefinition>> => {
  const rows = await db.query<EventDefinition>(activeStatement, [environmentId]);
  return new Map(rows.map((definition) => [definition.key, definition]));
};
