import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { LifecycleType } from '@loyalty/rules/requests';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';
import { type NewestFirstPage, pageNewestFirst, runBuilt, sql } from '@loyalty/storage/lists';
import { versionOf } from '../configuration/entity-version.ts';
import { type RowOf, tenantIdColumn } from '../configuration/entity-rows.ts';

/** Only ACTIVE definitions accept events. */
type EventDefinitionState = 'ACTIVE' | 'ARCHIVED';

/** The part of a definition that its owner writes; its key is not part of it (D62, D65). */
export interface EventDefinitionContent {
  readonly name: string;
  readonly identityProperty: string;
  /** The field of the payload that names the referrer. */
  readonly referrerProperty: string;
  readonly lifecycleType: LifecycleType;
  /** A JSON Schema document, or its map of properties, as it was given. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly state: EventDefinitionState;
}

/**
 * A definition as the interface shows it (interface 2.7, D62). Instants are in ISO 8601 in UTC, with
 * milliseconds.
 */
export interface EventDefinitionRecord extends EventDefinitionContent {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly key: string;
  /** The version, which rises with every change of `properties`. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type EventDefinitionRow = RowOf<EventDefinitionRecord>;

/** SQL: the columns of a definition. The table has the alias `d`. */
export const eventDefinitionColumns = `
  d.id, ${tenantIdColumn('d')},
  d.key, d.name, d.identity_property AS "identityProperty", d.properties,
  d.lifecycle_type AS "lifecycleType", d.referrer_property AS "referrerProperty", d.version, d.state,
  d.created_at AS "createdAt", d.updated_at AS "updatedAt"`;

export const eventDefinitionRecordOf = (row: EventDefinitionRow): EventDefinitionRecord => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const contentOf = (definition: EventDefinitionRecord): EventDefinitionContent => ({
  name: definition.name,
  identityProperty: definition.identityProperty,
  referrerProperty: definition.referrerProperty,
  lifecycleType: definition.lifecycleType,
  properties: definition.properties,
  state: definition.state,
});

export const definitionVersionOf = (definition: EventDefinitionRecord): string => {
  const { id, updatedAt } = definition;
  return versionOf({ id, updatedAt, ...contentOf(definition) });
};

export const contentColumns = [
  'name',
  'identity_property',
  'referrer_property',
  'lifecycle_type',
  'properties',
  'state',
] as const;

export const contentValues = (content: EventDefinitionContent): readonly unknown[] => [
  content.name,
  content.identityProperty,
  content.referrerProperty,
  content.lifecycleType,
  JSON.stringify(content.properties),
  content.state,
];

/** Keys of D62. Postgres could not store some other texts. */
const keyPattern = /^[a-z0-9]+([._-][a-z0-9]+)*$/;
const keyLengthMax = 128;

const isKey = (text: string): boolean => text.length <= keyLengthMax && keyPattern.test(text);

/** Finds a definition. Returns null also for an invalid key (D2). */
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

export const lockEventDefinition = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  key: string,
): Promise<EventDefinitionRecord | null> => {
  if (!isKey(key)) return null;
  // A statement of its own: one that also reads would return other tables' rows from before the lock was
  // granted.
  await tx.query(
    'SELECT key FROM event_definitions WHERE environment_id = $1 AND key = $2 FOR NO KEY UPDATE',
    [environmentId, key],
  );
  return findEventDefinition(tx, environmentId, key);
};

interface EventDefinitionPage extends NewestFirstPage {
  readonly limit: number;
}

/** Lists definitions, newest first by (createdAt, id) (D11). */
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

/** Reads the small part of a definition, again for each submission (D63). */
export const readEventDefinitionHead = async (
  db: Queryable,
  environmentId: EnvironmentId,
  key: string,
): Promise<EventDefinitionHead | null> => {
  if (!isKey(key)) return null;
  const [row] = await db.query<EventDefinitionHead>(headStatement, [environmentId, key]);
  return row ?? null;
};

export interface WholeEventDefinition extends EventDefinitionHead {
  readonly properties: Readonly<Record<string, unknown>>;
}

const wholeStatement: Statement = {
  name: 'event-definition-whole',
  text: `SELECT ${headColumns}, properties FROM event_definitions WHERE environment_id = $1 AND key = $2`,
};

export const readWholeEventDefinition = async (
  db: Queryable,
  environmentId: EnvironmentId,
  key: string,
): Promise<WholeEventDefinition | null> => {
  if (!isKey(key)) return null;
  const [row] = await db.query<WholeEventDefinition>(wholeStatement, [environmentId, key]);
  return row ?? null;
};
