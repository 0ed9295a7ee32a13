import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentId } from '@loyalty/kernel';
import type { FieldFault } from '@loyalty/rules';
import { onlyRow, type Database, type Transaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import type { LimitExceeded } from '../limits/configuration-limits.ts';
import { findExceeded } from '../limits/find-exceeded.ts';
import { growingWrite } from '../limits/growing-write.ts';
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

export type UpdateEventDefinitionResult =
  | { readonly outcome: 'changed' | 'unchanged'; readonly eventDefinition: EventDefinitionRecord }
  | { readonly outcome: 'not-found' }
  /** Answer 400 VALIDATION_ERROR with these. */
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldFault[] }
  /** Answer 409 LIMIT_EXCEEDED (D74). */
  | LimitExceeded;

export interface EventDefinitionChange {
  readonly key: string;
  readonly patch: EventDefinitionPatch;
}

/**
 * Changes a definition, archives it or takes it out of the archive (D62). Every change raises its revision, a change of
 * `properties` its version too. A change of nothing writes nothing.
 */
export const updateEventDefinition = (
  db: Database,
  environmentId: EnvironmentId,
  { key, patch }: EventDefinitionChange,
): Promise<UpdateEventDefinitionResult> => {
  const faults = faultsOfProperties(patch);
  if (faults.length > 0) return Promise.resolve({ outcome: 'invalid', faults });
  return growingWrite(db, environmentId, async (tx) => {
    const current = await lockEventDefinition(tx, environmentId, key);
    if (current === null) return { outcome: 'not-found' };
    const before = contentOf(current);
    const content = applyPatch(before, patch);
    if (isDeepStrictEqual(content, before)) return { outcome: 'unchanged', eventDefinition: current };
    const isRevived = before.state === 'ARCHIVED' && content.state === 'ACTIVE';
    const exceeded = isRevived ? await findExceeded(tx, environmentId, 'eventDefinitions') : null;
    if (exceeded !== null) return exceeded;
    const eventDefinition = await storeUpdate(tx, environmentId, { key, before, content });
    await raiseConfigVersion(tx, environmentId);
    return { outcome: 'changed', eventDefinition };
  });
};

const applyPatch = (before: EventDefinitionContent, patch: EventDefinitionPatch): EventDefinitionContent => ({
  name: patch.name ?? before.name,
  identityProperty: patch.identityProperty ?? before.identityProperty,
  referrerProperty: patch.referrerProperty ?? before.referrerProperty,
  lifecycleType: patch.lifecycleType ?? before.lifecycleType,
  properties: patch.properties ?? before.properties,
  state: patch.state ?? before.state,
});

/** $1 to $3 are the environment, the key and by how much the version rises. */
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
