import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@loyalty/contracts/http';
import { compilePayloadValidator } from '@loyalty/contracts/payloads';
import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { type LifecycleType, lifecycleTypes } from '@loyalty/rules/requests';
import { type Database, onlyRow, type Transaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../configuration/config-version.ts';
import { duplicateKey, type DuplicateKey } from '../configuration/entity-keys.ts';
import type { ChangeTerms } from '../configuration/entity-version.ts';
import {
  type ChangeDecision,
  changeEntity,
  type ChangeResult,
  type CreateResult,
  findExceeded,
  growingWrite,
  type InvalidContent,
  type LimitExceeded,
} from '../configuration/write-configuration.ts';
import {
  contentColumns,
  contentOf,
  contentValues,
  definitionVersionOf,
  eventDefinitionColumns,
  type EventDefinitionContent,
  type EventDefinitionRecord,
  eventDefinitionRecordOf,
  type EventDefinitionRow,
  findEventDefinition,
  lockEventDefinition,
} from './event-definitions.ts';

/**
 * Creates a definition that is ACTIVE and has version 1 (D62, D65). If the environment does not exist,
 * nothing is written.
 */
export const createEventDefinition = (
  db: Database,
  environmentId: EnvironmentId,
  input: EventDefinitionInput,
): Promise<CreateResult<EventDefinitionRecord, InvalidContent | DuplicateKey | LimitExceeded>> => {
  const faults = faultsOfInput(input);
  if (faults.length > 0) return Promise.resolve({ outcome: 'invalid', faults });
  return growingWrite(db, environmentId, async (tx) => {
    // Archived ones have their keys for ever. A repeated call learns that its key exists, even when the definition was the last that the limit
    // allowed.
    if ((await findEventDefinition(tx, environmentId, input.key)) !== null) return duplicateKey;
    const exceeded = await findExceeded(tx, environmentId, 'eventDefinitions');
    if (exceeded !== null) return exceeded;
    const record = await insertEventDefinition(tx, environmentId, input);
    if (record === null) return duplicateKey;
    await raiseConfigVersion(tx, environmentId, 'definitions');
    return { outcome: 'created', record };
  });
};

/** $1 to $3 are the environment, the key and the id. */
const contentParameters = contentColumns.map((_, index) => `$${(index + 4).toString()}`);

/** Returns null if another definition with this key was committed first. */
const insertEventDefinition = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  input: EventDefinitionInput,
): Promise<EventDefinitionRecord | null> => {
  const [row] = await tx.query<EventDefinitionRow>(
    `INSERT INTO event_definitions AS d (environment_id, key, id, ${contentColumns.join(', ')})
     VALUES ($1, $2, $3, ${contentParameters.join(', ')})
     ON CONFLICT (environment_id, key) DO NOTHING
     RETURNING ${eventDefinitionColumns}`,
    [environmentId, input.key, randomId(), ...contentValues(contentOfInput(input))],
  );
  return row === undefined ? null : eventDefinitionRecordOf(row);
};

export interface EventDefinitionChange {
  readonly key: string;
  readonly patch: EventDefinitionPatch;
  readonly terms?: ChangeTerms;
}

/**
 * Changes a definition. Every change raises the revision, and one of `properties` also the version (D62). If
 * nothing changes, nothing is written.
 */
export const updateEventDefinition = (
  db: Database,
  environmentId: EnvironmentId,
  { key, patch, terms }: EventDefinitionChange,
): Promise<ChangeResult<EventDefinitionRecord, InvalidContent | LimitExceeded>> => {
  const faults = faultsOfProperties(patch);
  if (faults.length > 0) return Promise.resolve({ outcome: 'invalid', faults });
  return changeEntity(db, environmentId, {
    kind: 'definitions',
    mayGrow: true,
    lock: (tx) => lockEventDefinition(tx, environmentId, key),
    recordOf: (current) => current,
    versionOf: definitionVersionOf,
    terms,
    isPatch: true,
    decide: (current, tx) => decideUpdate(tx, environmentId, { current, patch }),
    store: (tx, content, before) => storeUpdate(tx, environmentId, { key, before, content }),
  });
};

const decideUpdate = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { current, patch }: { readonly current: EventDefinitionRecord; readonly patch: EventDefinitionPatch },
): Promise<ChangeDecision<EventDefinitionContent, LimitExceeded>> => {
  const before = contentOf(current);
  const content = applyPatch(before, patch);
  if (isDeepStrictEqual(content, before)) return 'keep';
  const isRevived = before.state === 'ARCHIVED' && content.state === 'ACTIVE';
  const exceeded = isRevived ? await findExceeded(tx, environmentId, 'eventDefinitions') : null;
  return exceeded === null ? { store: content } : { refuse: exceeded };
};

const applyPatch = (before: EventDefinitionContent, patch: EventDefinitionPatch): EventDefinitionContent => ({
  name: patch.name ?? before.name,
  identityProperty: patch.identityProperty ?? before.identityProperty,
  referrerProperty: patch.referrerProperty ?? before.referrerProperty,
  lifecycleType: patch.lifecycleType ?? before.lifecycleType,
  properties: patch.properties ?? before.properties,
  state: patch.state ?? before.state,
});

/** $1 to $3 are the environment, the key and the increment of the version. */
const assignments = contentColumns.map((column, index) => `${column} = $${(index + 4).toString()}`);

const storeUpdate = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  {
    key,
    before,
    content,
  }: {
    readonly key: string;
    readonly before: EventDefinitionContent;
    readonly content: EventDefinitionContent;
  },
): Promise<EventDefinitionRecord> => {
  const rise = isDeepStrictEqual(content.properties, before.properties) ? 0 : 1;
  const rows = await tx.query<EventDefinitionRow>(
    `UPDATE event_definitions AS d
        SET version = d.version + $3::int, revision = d.revision + 1, updated_at = now(), ${assignments.join(', ')}
      WHERE d.environment_id = $1 AND d.key = $2
     RETURNING ${eventDefinitionColumns}`,
    [environmentId, key, rise, ...contentValues(content)],
  );
  return eventDefinitionRecordOf(onlyRow(rows, 'event definitions'));
};

/** Absent fields stay. The caller checks shapes and bounds of single fields. */
type EventDefinitionPatch = Partial<EventDefinitionContent>;

export interface EventDefinitionInput extends Omit<EventDefinitionPatch, 'state'> {
  readonly key: string;
  readonly name: string;
}

/** Adds the defaults of D62 and D65. */
const contentOfInput = ({
  key,
  name,
  identityProperty = 'customerId',
  referrerProperty = 'referrerRef',
  lifecycleType = lifecycleTypeOf(key),
  properties = {},
}: EventDefinitionInput): EventDefinitionContent => ({
  name,
  identityProperty,
  referrerProperty,
  lifecycleType,
  properties,
  state: 'ACTIVE',
});

/** Lifecycle events without a definition have such keys in the feed (D66). */
const ownKeys = 'lifecycle.';

const faultsOfInput = (input: EventDefinitionInput): readonly FieldError[] => [
  ...(input.key.startsWith(ownKeys) ? [reservedKey] : []),
  ...faultsOfProperties(input),
];

const reservedKey: FieldError = { pointer: '/key', message: `must not begin with ${ownKeys}` };

/** Refuses hostile schemas (D62). */
const faultsOfProperties = ({ properties }: EventDefinitionPatch): readonly FieldError[] => {
  if (properties === undefined) return [];
  const compiled = compilePayloadValidator(properties);
  return compiled.ok ? [] : compiled.errors;
};

/**
 * Returns the last segment of the key if that is a lifecycle type, as in `member.birthday` (D65); otherwise
 * CUSTOM.
 */
export const lifecycleTypeOf = (key: string): LifecycleType => {
  const word = key.slice(key.lastIndexOf('.') + 1).toUpperCase();
  return lifecycleTypes.find((type) => type === word) ?? 'CUSTOM';
};
