import { compilePayloadValidator, type PayloadValidator } from '@loyalty/contracts/payloads';
import { type EnvironmentId, Fault, isUuid } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import {
  type EventDefinitionHead,
  readEventDefinitionHead,
  readWholeEventDefinition,
  type WholeEventDefinition,
} from '@loyalty/tables/events/management';
import { createSharedLruMap, renewed, singleFlight } from '@loyalty/tables/lookup';
import { findMember } from '@loyalty/tables/members';
import type { CompileShares } from '../usecases/events/compile-shares.ts';
import type { Definitions } from '../usecases/events/submit-event.ts';
import type { EventMembers } from '../usecases/events/submit-lifecycle-event.ts';

/** A compiled validator takes 20 to 200 kB. */
const validatorsMax = 500;
/** An environment may have as many definitions as there are places: it pushes out its own ones first. */
const validatorsOfOneMax = 50;

/**
 * Creates a look-up that reads the definition from the primary for each event, so that no event is checked by
 * a definition older than the one that existed when it was sent (D63). Compiled validators are cached by
 * revision, the last used ones of each environment.
 */
export const createDefinitionLookup = (db: DatabaseShares, compileShares: CompileShares): Definitions => {
  const validators = renewed(db, () =>
    createSharedLruMap<{ readonly environmentId: EnvironmentId; readonly validate: PayloadValidator }>({
      sizeMax: validatorsMax,
      shareMax: validatorsOfOneMax,
      ownerOf: ({ environmentId }) => environmentId,
    }),
  );

  const compiled = (environmentId: EnvironmentId, definition: WholeEventDefinition): PayloadValidator => {
    const made = compilePayloadValidator(definition.properties);
    // Checked when it was written; only a later version of this code could reject it.
    if (!made.ok) throw new Fault('UNUSABLE_DEFINITION', `${definition.key} does not compile`);
    validators().set(nameOf(environmentId, definition), { environmentId, validate: made.value });
    return made.value;
  };

  const known = (environmentId: EnvironmentId, head: EventDefinitionHead) => {
    const validator = validators().get(nameOf(environmentId, head));
    return validator === undefined ? null : { ...head, validate: validator.validate };
  };

  const compileNow = async (environmentId: EnvironmentId, head: EventDefinitionHead) => {
    // Read whole, it may be a newer revision than its head, which is as good.
    const whole = await readWholeEventDefinition(db.of(environmentId), environmentId, head.key);
    if (whole === null) return { result: null, bytes: 0 };
    const result = { ...whole, validate: compiled(environmentId, whole) };
    return { result, bytes: JSON.stringify(whole.properties).length };
  };

  const compileOnce = singleFlight((_name: string, environmentId: EnvironmentId, head: EventDefinitionHead) =>
    compileShares.run(environmentId, () => compileNow(environmentId, head)),
  );

  return {
    find: async (environmentId, key) => {
      const head = await readEventDefinitionHead(db.of(environmentId), environmentId, key);
      if (head === null) return null;
      return known(environmentId, head) ?? compileOnce(nameOf(environmentId, head), environmentId, head);
    },
  };
};

const nameOf = (environmentId: EnvironmentId, { key, revision }: EventDefinitionHead): string =>
  `${environmentId.toString()} ${revision.toString()} ${key}`;

/** Creates a function that finds members on the primary. A member who was merged is the one they lead to. */
export const createEventMembers = (db: DatabaseShares): EventMembers => ({
  find: async (scope, memberId) => {
    if (!isUuid(memberId)) return null;
    const source = db.of(scope.environmentId);
    const found = await findMember(source, scope, memberId);
    const member = found?.mergedInto == null ? found : await findMember(source, scope, found.mergedInto);
    if (member === null) return null;
    const { id, externalRef, state } = member;
    // Nobody is merged into a member who was merged.
    return state === 'merged' ? null : { id, externalRef, state };
  },
});
