import { randomId, type EnvironmentId } from '@loyalty/kernel';
import type { Database, Transaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import type { CreateResult, InvalidContent } from '../entity-result.ts';
import type { LimitExceeded } from '../limits/configuration-limits.ts';
import { findExceeded } from '../limits/find-exceeded.ts';
import { growingWrite } from '../limits/growing-write.ts';
import { contentOfInput, faultsOfInput, type EventDefinitionInput } from './event-definition-content.ts';
import {
  contentColumns,
  contentValues,
  eventDefinitionColumns,
  eventDefinitionRecordOf,
  type EventDefinitionRecord,
  type EventDefinitionRow,
} from './event-definition-record.ts';
import { findEventDefinition } from './event-definitions.ts';

export type CreateEventDefinitionResult = CreateResult<
  EventDefinitionRecord,
  InvalidContent | DuplicateKey | LimitExceeded
>;

/** A definition, possibly an archived one, has this key: respond with 409 DUPLICATE_KEY (D62). */
interface DuplicateKey {
  readonly outcome: 'duplicate';
  readonly field: 'key';
}

const duplicateKey: DuplicateKey = { outcome: 'duplicate', field: 'key' };

/** Creates an ACTIVE definition in version 1 (D62, D65). If the environment does not exist, nothing is written. */
export const createEventDefinition = (
  db: Database,
  environmentId: EnvironmentId,
  input: EventDefinitionInput,
): Promise<CreateEventDefinitionResult> => {
  const faults = faultsOfInput(input);
  if (faults.length > 0) return Promise.resolve({ outcome: 'invalid', faults });
  return growingWrite(db, environmentId, async (tx) => {
    // A repeated call learns that its key exists, even when the definition was the last that the limit allowed.
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

/** Returns null when another definition with this key was committed first. */
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
