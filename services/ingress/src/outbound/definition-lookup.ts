import { compilePayloadValidator, type PayloadValidator } from '@loyalty/contracts';
import { Fault, type EnvironmentId } from '@loyalty/kernel';
import {
  createLruMap,
  renewed,
  readEventDefinitionHead,
  readWholeEventDefinition,
  type EventDefinitionHead,
  type WholeEventDefinition,
} from '@loyalty/configuration';
import type { Database, Queryable } from '@loyalty/storage';
import type { Definitions } from '../usecases/ports.ts';

/** A compiled validator weighs 20 to 200 kB. */
const validatorsMax = 500;

/**
 * Definitions read from the primary for each event, so that none is judged by an older one than there was when it was
 * sent (D63). Their validators are held, as many as were used last: of one revision of one definition there is one.
 */
export const createDefinitionLookup = (db: Queryable & Pick<Database, 'onHistoryChange'>): Definitions => {
  const validators = renewed(db, () => createLruMap<string, PayloadValidator>(validatorsMax));

  const compiled = (environmentId: EnvironmentId, definition: WholeEventDefinition): PayloadValidator => {
    const made = compilePayloadValidator(definition.properties);
    // Judged when it was written; only a later version of us could find fault with it.
    if (!made.ok) throw new Fault('UNUSABLE_DEFINITION', `${definition.key} does not compile`);
    validators().set(nameOf(environmentId, definition), made.value);
    return made.value;
  };

  return {
    find: async (environmentId, key) => {
      const head = await readEventDefinitionHead(db, environmentId, key);
      if (head === null) return null;
      const validate = validators().get(nameOf(environmentId, head));
      if (validate !== undefined) return { ...head, validate };
      // Read whole, it may be a newer revision than its head was: that one is as good.
      const whole = await readWholeEventDefinition(db, environmentId, key);
      return whole === null ? null : { ...whole, validate: compiled(environmentId, whole) };
    },
  };
};

const nameOf = (environmentId: EnvironmentId, { key, revision }: EventDefinitionHead): string =>
  `${environmentId.toString()} ${revision.toString()} ${key}`;
