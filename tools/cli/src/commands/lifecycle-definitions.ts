import { Fault, type EnvironmentId } from '@loyalty/kernel';
import { createEventDefinition } from '@loyalty/configuration';
import type { Database } from '@loyalty/storage';

/** The last part of a key decides which lifecycle rules its events match (D65). */
const definitions = [
  { key: 'member.signup', name: 'A member signed up' },
  { key: 'member.birthday', name: 'A member has their birthday' },
  { key: 'member.anniversary', name: 'A member enrolled years ago today' },
  { key: 'member.referral', name: 'A member was referred by another' },
] as const;

/** The payload field with the member's reference, named as in every other call. */
const identityProperty = 'memberRef';

/**
 * Creates the event definitions that trigger SIGNUP_BONUS, REFERRAL_BONUS and ON_DEMAND campaigns. A live environment needs them
 * too, because there lifecycle events are custom events. An existing key stays unchanged, archived or not.
 */
export const makeLifecycleDefinitions = async (
  db: Database,
  environmentIds: readonly EnvironmentId[],
): Promise<readonly string[]> => {
  for (const environmentId of environmentIds) {
    for (const definition of definitions) await makeDefinition(db, environmentId, definition);
  }
  return definitions.map(({ key }) => key);
};

const makeDefinition = async (
  db: Database,
  environmentId: EnvironmentId,
  definition: (typeof definitions)[number],
): Promise<void> => {
  const made = await createEventDefinition(db, environmentId, { ...definition, identityProperty });
  if (made.outcome === 'created' || made.outcome === 'duplicate') return;
  throw new Fault('DEFINITION_REFUSED', `${definition.key} was refused: ${JSON.stringify(made)}.`);
};
