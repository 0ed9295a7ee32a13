import { type EnvironmentId, isUuid } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase, readConfigVersion } from '@loyalty/testkit/database';
import { heldBack } from '../testing/held-back.ts';
import { loadSnapshot } from '../testing/test-configuration.ts';
import {
  type EventDefinitionRecord,
  findEventDefinition,
  listEventDefinitions,
  readEventDefinitionHead,
  readWholeEventDefinition,
} from './event-definitions.ts';
import {
  createEventDefinition,
  type EventDefinitionInput,
  updateEventDefinition,
} from './write-event-definitions.ts';

let db: Database;
let environmentId: EnvironmentId;
let elsewhere: EnvironmentId;
let tenantId: string;
beforeAll(() => {
  db = openSharedDatabase();
});
beforeEach(async () => {
  const tenant = await createOwnTenant(db);
  ({ live: environmentId, test: elsewhere } = tenant.environmentIds);
  tenantId = tenant.id;
});
afterAll(() => db.close());

const fuel: EventDefinitionInput = {
  key: 'fuel.purchase',
  name: 'Fuel',
  properties: { litres: { type: 'number' } },
};

const made = async (given: Partial<EventDefinitionInput> = {}): Promise<EventDefinitionRecord> => {
  const result = await createEventDefinition(db, environmentId, { ...fuel, ...given });
  if (result.outcome !== 'created') throw new Error(JSON.stringify(result));
  return result.record;
};

const revisionOf = async (key: string): Promise<number | undefined> =>
  (await readEventDefinitionHead(db, environmentId, key))?.revision;

describe('a new event definition', () => {
  it('is ACTIVE in version 1, with the defaults of D62 and D65, and raises the configuration version', async () => {
    const definition = await made();
    expect(isUuid(definition.id)).toBe(true);
    expect(definition).toMatchObject({
      ...fuel,
      tenantId,
      identityProperty: 'customerId',
      referrerProperty: 'referrerRef',
      lifecycleType: 'CUSTOM',
      version: 1,
      state: 'ACTIVE',
    });
    expect(await findEventDefinition(db, environmentId, fuel.key)).toEqual(definition);
    expect(await readConfigVersion(db, environmentId)).toBe(2);
  });

  it('keeps the given values instead', async () => {
    const given = { identityProperty: 'member', referrerProperty: 'by', lifecycleType: 'REFERRAL' } as const;
    expect(await made({ ...given, key: 'member.signup' })).toMatchObject(given);
    expect(await made({ key: 'app.signup' })).toMatchObject({ lifecycleType: 'SIGNUP' });
  });

  it('with a hostile schema is not written (D62)', async () => {
    const properties = { litres: { $ref: 'https://example.com/litres.json' } };
    expect(await createEventDefinition(db, environmentId, { ...fuel, properties })).toMatchObject({
      outcome: 'invalid',
      faults: [{ pointer: '/properties/litres/$ref' }],
    });
    expect(await findEventDefinition(db, environmentId, fuel.key)).toBeNull();
    expect(await readConfigVersion(db, environmentId)).toBe(1);
  });

  it('▲ cannot have a key of lifecycle events without a definition (D66)', async () => {
    expect(await createEventDefinition(db, environmentId, { ...fuel, key: 'lifecycle.signup' })).toEqual({
      outcome: 'invalid',
      faults: [{ pointer: '/key', message: 'must not begin with lifecycle.' }],
    });
    expect(await made({ key: 'lifecycles.signup' })).toMatchObject({ lifecycleType: 'SIGNUP' });
  });

  it('cannot have the key of another one, even an archived one, but may have it in another environment', async () => {
    await made();
    await updateEventDefinition(db, environmentId, { key: fuel.key, patch: { state: 'ARCHIVED' } });
    expect(await createEventDefinition(db, environmentId, fuel)).toEqual({
      outcome: 'duplicate',
      field: 'key',
    });
    expect(await createEventDefinition(db, elsewhere, fuel)).toMatchObject({ outcome: 'created' });
  });

  it('is created once when several with the same key come at once', async () => {
    const lockText = 'SELECT id FROM environments WHERE id = $1 FOR UPDATE';
    const works = [1, 2, 3].map(() => () => createEventDefinition(db, environmentId, fuel));
    const results = await heldBack(db, { lockText, values: [environmentId] }, works);
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['created', 'duplicate', 'duplicate']);
  });
});

describe('a change of an event definition', () => {
  it('of its properties raises version and revision, of other fields only the revision', async () => {
    await made();
    const change = async (patch: Parameters<typeof updateEventDefinition>[2]['patch']) => {
      const changed = await updateEventDefinition(db, environmentId, { key: fuel.key, patch });
      const version = 'record' in changed ? changed.record.version : undefined;
      return [
        changed.outcome,
        version,
        await revisionOf(fuel.key),
        await readConfigVersion(db, environmentId),
      ];
    };
    expect(await change({ properties: { litres: { type: 'integer' } } })).toEqual(['changed', 2, 2, 3]);
    expect(await change({ name: 'Petrol' })).toEqual(['changed', 2, 3, 4]);
    expect(await change({ name: 'Petrol', properties: { litres: { type: 'integer' } } })).toEqual([
      'unchanged',
      2,
      3,
      4,
    ]);
    expect(await change({})).toEqual(['unchanged', 2, 3, 4]);
    expect(await change({ state: 'ARCHIVED' })).toEqual(['changed', 2, 4, 5]);
    expect(await change({ state: 'ACTIVE', identityProperty: 'member' })).toEqual(['changed', 2, 5, 6]);
  });

  it('waits for a concurrent one', async () => {
    await made();
    const lockText = 'SELECT key FROM event_definitions WHERE environment_id = $1 FOR UPDATE';
    const works = ['a', 'b', 'c'].map(
      (name) => () =>
        updateEventDefinition(db, environmentId, { key: fuel.key, patch: { properties: { [name]: true } } }),
    );
    await heldBack(db, { lockText, values: [environmentId] }, works);
    expect(await findEventDefinition(db, environmentId, fuel.key)).toMatchObject({ version: 4 });
    expect(await revisionOf(fuel.key)).toBe(4);
  });

  it('to a hostile schema is refused', async () => {
    const before = await made();
    const patch = { properties: { litres: { pattern: '(?=a)b' } } };
    expect(await updateEventDefinition(db, environmentId, { key: fuel.key, patch })).toMatchObject({
      outcome: 'invalid',
    });
    expect(await findEventDefinition(db, environmentId, fuel.key)).toEqual(before);
  });

  it.each(['no.such', 'No Key', 'a\0b', ''])('of %j finds nothing', async (key) => {
    expect(await updateEventDefinition(db, environmentId, { key, patch: { name: 'x' } })).toEqual({
      outcome: 'not-found',
    });
    expect(await findEventDefinition(db, environmentId, key)).toBeNull();
    expect(await readEventDefinitionHead(db, environmentId, key)).toBeNull();
    expect(await readWholeEventDefinition(db, environmentId, key)).toBeNull();
  });
});

describe('the list of event definitions', () => {
  it('comes newest first, page after page, and shows one environment', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) await made({ key });
    await createEventDefinition(db, elsewhere, fuel);
    await db.query(
      `UPDATE event_definitions SET created_at = '2026-01-01T00:00:00.123Z' WHERE environment_id = $1 AND key >= 'c'`,
      [environmentId],
    );
    const all = await listEventDefinitions(db, environmentId, { limit: 200 });
    const first = await listEventDefinitions(db, environmentId, { limit: 3 });
    const before = first.at(-1);
    if (before === undefined) throw new Error('the first page is not empty');
    const rest = await listEventDefinitions(db, environmentId, { limit: 3, before });
    expect([...first, ...rest]).toEqual(all);
    expect(all.map(({ key }) => key).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    const order = all.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(order).toEqual(order.toSorted().toReversed());
  });
});

describe('the definition for a submitted event', () => {
  it('has the head of the snapshot, and the schema', async () => {
    await made();
    const head = {
      key: fuel.key,
      version: 1,
      revision: 1,
      state: 'ACTIVE',
      identityProperty: 'customerId',
      referrerProperty: 'referrerRef',
      lifecycleType: 'CUSTOM',
    };
    expect(await readEventDefinitionHead(db, environmentId, fuel.key)).toEqual(head);
    const whole = { ...head, properties: fuel.properties };
    expect(await readWholeEventDefinition(db, environmentId, fuel.key)).toEqual(whole);
  });

  it('is in the snapshot as long as it is ACTIVE', async () => {
    await made();
    await made({ key: 'member.birthday' });
    await updateEventDefinition(db, environmentId, { key: fuel.key, patch: { state: 'ARCHIVED' } });
    const snapshot = await loadSnapshot(db, environmentId);
    expect([...(snapshot?.eventDefinitions.values() ?? [])]).toEqual([
      { key: 'member.birthday', version: 1, revision: 1, lifecycleType: 'BIRTHDAY' },
    ]);
  });
});

describe('the table itself refuses', () => {
  it.each([
    [`key = 'Upper'`],
    [`key = 'a..b'`],
    [`key = repeat('a', 129)`],
    [`name = ''`],
    [`identity_property = ''`],
    [`referrer_property = repeat('a', 256)`],
    [`lifecycle_type = 'OTHER'`],
    [`properties = '[]'`],
    [`state = 'DRAFT'`],
    [`version = 0`],
    [`version = 2`],
  ])('%s', async (assignment) => {
    await made();
    await expect(
      db.query(`UPDATE event_definitions SET ${assignment} WHERE environment_id = $1`, [environmentId]),
    ).rejects.toMatchObject({ code: '23514' });
  });
});
