import type { TenantId } from '@loyalty/kernel';
import type { LifecycleType } from '@loyalty/rules';

/** Only ACTIVE definitions accept events. */
export type EventDefinitionState = 'ACTIVE' | 'ARCHIVED';

/** The fields of a definition that its owner writes, without its key (D62, D65). */
export interface EventDefinitionContent {
  readonly name: string;
  /** The payload field that names the member. */
  readonly identityProperty: string;
  /** The payload field that names the referring member. */
  readonly referrerProperty: string;
  readonly lifecycleType: LifecycleType;
  /** The JSON Schema document of the payload, or its map of properties, as it was given. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly state: EventDefinitionState;
}

/** A definition as the interface shows it (interface 2.7, D62). Instants are ISO 8601, UTC, milliseconds. */
export interface EventDefinitionRecord extends EventDefinitionContent {
  readonly id: string;
  readonly tenantId: TenantId;
  readonly key: string;
  /** Rises with every change of `properties`. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A row of event_definitions with the columns of {@link eventDefinitionColumns}. */
export type EventDefinitionRow = Omit<EventDefinitionRecord, 'createdAt' | 'updatedAt'> &
  Readonly<Record<'createdAt' | 'updatedAt', Date>>;

/** The columns of an {@link EventDefinitionRow}; the table's alias is `d`. A tenant never changes, so it may be read without a lock. */
export const eventDefinitionColumns = `
  d.id, (SELECT e.tenant_id FROM environments e WHERE e.id = d.environment_id) AS "tenantId",
  d.key, d.name, d.identity_property AS "identityProperty", d.properties,
  d.lifecycle_type AS "lifecycleType", d.referrer_property AS "referrerProperty", d.version, d.state,
  d.created_at AS "createdAt", d.updated_at AS "updatedAt"`;

/** Returns the record of a row. */
export const eventDefinitionRecordOf = (row: EventDefinitionRow): EventDefinitionRecord => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** Returns the fields that the owner of a definition wrote. */
export const contentOf = (definition: EventDefinitionRecord): EventDefinitionContent => ({
  name: definition.name,
  identityProperty: definition.identityProperty,
  referrerProperty: definition.referrerProperty,
  lifecycleType: definition.lifecycleType,
  properties: definition.properties,
  state: definition.state,
});

/** The columns that hold an {@link EventDefinitionContent}. */
export const contentColumns = [
  'name',
  'identity_property',
  'referrer_property',
  'lifecycle_type',
  'properties',
  'state',
] as const;

/** The values of {@link contentColumns}, in their order. */
export const contentValues = (content: EventDefinitionContent): readonly unknown[] => [
  content.name,
  content.identityProperty,
  content.referrerProperty,
  content.lifecycleType,
  JSON.stringify(content.properties),
  content.state,
];
