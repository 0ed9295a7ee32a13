import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type Transaction } from '@loyalty/storage';
import { changeEntity, type ChangeDecision } from '../change-entity.ts';
import type { ChangeResult, InvalidContent } from '../entity-result.ts';
import type { LimitExceeded } from '../limits/configuration-limits.ts';
import { findExceeded } from '../limits/find-exceeded.ts';
import { faultsOfProperties, type EventDefinitionPatch } from './event-definition-content.ts';
import {
  contentColumns,
  contentOf,
  contentValues,
  eventDefinitionColumns,
  eventDefinitionRecordOf,
  type EventDefinitionContent,
  type EventDefinitionRecord,
  type EventDefinitionRow,
} from './event-definition-record.ts';
import { lockEventDefinition } from './event-definitions.ts';

export type UpdateEventDefinitionResult = ChangeResult<EventDefinitionRecord, InvalidContent | LimitExceeded>;

export interface EventDefinitionChange {
  readonly key: string;
  readonly patch: EventDefinitionPatch;
}

/**
 * Updates, archives or restores a definition (D62). Every change raises its revision; a change of `properties` also raises its
 * version. An update without a change writes nothing.
 */
export const updateEventDefinition = (
  db: Database,
  environmentId: EnvironmentId,
  { key, patch }: EventDefinitionChange,
): Promise<UpdateEventDefinitionResult> => {
  const faults = faultsOfProperties(patch);
  if (faults.length > 0) return Promise.resolve({ outcome: 'invalid', faults });
  return changeEntity(db, environmentId, {
    kind: 'definitions',
    mayGrow: true,
    lock: (tx) => lockEventDefinition(tx, environmentId, key),
    decide: (current, tx) => decideUpdate(tx, environmentId, { current, patch }),
    store: (tx, content, before) => storeUpdate(tx, environmentId, { key, before, content }),
  });
};

const decideUpdate = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { current, patch }: { readonly current: EventDefinitionRecord; readonly patch: EventDefinitionPatch },
): Promise<ChangeDecision<EventDefinitionContent, EventDefinitionRecord, LimitExceeded>> => {
  const before = contentOf(current);
  const content = applyPatch(before, patch);
  if (isDeepStrictEqual(content, before)) return { keep: current };
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

interface Update {
  readonly key: string;
  readonly before: EventDefinitionContent;
  readonly content: EventDefinitionContent;
}

const storeUpdate = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { key, before, content }: Update,
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
