import { randomBytes } from 'node:crypto';
import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { enrolMember } from '../testing/enrol-member.ts';
import { type EventQuery, listEvents } from './event-feed.ts';
import { type EventWrite, insertEvents } from '../events.ts';

let db: Database;
let environmentId: EnvironmentId;
beforeAll(() => {
  // eslint-disable-next-line n/no-process-env -- tests get their database from the runner, not from a config.ts.
  const url = process.env['DATABASE_URL'] ?? '';
  db = createDatabase({ url, applicationName: 'accounts-test', poolMax: 2, logger: silentLogger });
});
beforeEach(() => {
  // The id of an environment that no other test uses; accounts do not read the table of environments.
  environmentId = ((1_000_000_000 + randomBytes(4).readUInt32BE() / 8) >>> 0) as EnvironmentId;
});
afterEach(async () => {
  // Events without a stored request and environment would fail `loyaltyctl check`.
  for (const table of ['events', 'member_profiles', 'members']) {
    await db.query(`DELETE FROM ${table} WHERE environment_id BETWEEN $1 AND $1 + 1`, [environmentId]);
  }
});
afterAll(() => db.close());

const atMs = Date.parse('2026-03-01T08:00:00.123Z');
const memberId = randomId() as MemberId;

const eventOf = (given: Partial<EventWrite> = {}): EventWrite => ({
  environmentId,
  id: randomId(),
  eventKey: 'fuel.purchase',
  ref: randomId(),
  memberId,
  payload: Buffer.from('{"litres":41.5,"note":"ü"}'),
  referrerKey: null,
  definitionVersion: 1,
  pointsAwarded: 50,
  atMs,
  ...given,
});

const refs = async (query: Partial<EventQuery> = {}): Promise<string[]> =>
  (await listEvents(db, { environmentId, limit: 200, ...query })).rows.map(({ ref }) => ref);

it('an event comes back as it was stored (D66)', async () => {
  const event = eventOf();
  await insertEvents(db, [
    event,
    eventOf({ definitionVersion: null, pointsAwarded: 0, payload: Buffer.from('{}') }),
  ]);
  const found = (await listEvents(db, { environmentId, limit: 10 })).rows;
  expect(found.find(({ eventId }) => eventId === event.id)).toEqual({
    eventId: event.id,
    eventKey: 'fuel.purchase',
    ref: event.ref,
    memberId,
    payload: { litres: 41.5, note: 'ü' },
    definitionVersion: 1,
    pointsAwarded: 50,
    receivedAt: '2026-03-01T08:00:00.123Z',
  });
  expect(found.find(({ eventId }) => eventId !== event.id)).toMatchObject({
    definitionVersion: null,
    payload: {},
  });
});

it('an event of an erased member has lost its payload', async () => {
  await insertEvents(db, [eventOf()]);
  await db.query('UPDATE events SET payload = NULL WHERE environment_id = $1', [environmentId]);
  const { rows } = await listEvents(db, { environmentId, limit: 1 });
  expect(rows).toMatchObject([{ payload: null }]);
});

it('the feed comes newest first, page after page, and shows one environment (D11)', async () => {
  const events = [1, 2, 3, 3, 3, 4].map((second, at) =>
    eventOf({ ref: `r${at.toString()}`, atMs: atMs + second * 1_000 }),
  );
  await insertEvents(db, events);
  await insertEvents(db, [eventOf({ environmentId: (environmentId + 1) as EnvironmentId })]);
  const { rows: all, next } = await listEvents(db, { environmentId, limit: 200 });
  expect([all[0]?.ref, all.at(-1)?.ref, next]).toEqual(['r5', 'r0', null]);
  expect((await pagesOf({ limit: 2 })).flat()).toEqual(all.map(({ ref }) => ref));
});

/** The references on each page, to the end of the feed. */
const pagesOf = async (query: Omit<EventQuery, 'environmentId'>, lookedAt?: number): Promise<string[][]> => {
  const pages: string[][] = [];
  let before: EventQuery['before'];
  for (;;) {
    const { rows, next } = await listEvents(db, { environmentId, ...query, before }, lookedAt);
    pages.push(rows.map(({ ref }) => ref));
    if (next === null) return pages;
    before = next;
  }
};

it('▲ a rare key of a member is searched some events at a time: pages may be empty, and none is missed', async () => {
  const events = Array.from({ length: 25 }, (_, at) =>
    eventOf({ ref: `r${at.toString()}`, atMs: atMs + at, eventKey: at % 12 === 0 ? 'rare' : 'common' }),
  );
  await insertEvents(db, events);
  const pages = await pagesOf({ memberId, eventKey: 'rare', limit: 10 }, 10);
  expect(pages).toEqual([['r24'], ['r12'], ['r0']]);
  expect(await pagesOf({ memberId, eventKey: 'never', limit: 10 }, 10)).toEqual([[], [], []]);
});

it('▲ a page ends with the payload that exceeds 4 MiB, also beside events that were erased', async () => {
  const payload = Buffer.from(JSON.stringify({ note: 'x'.repeat(60_000) }));
  const events = Array.from({ length: 150 }, (_, at) =>
    eventOf({ ref: `r${at.toString()}`, atMs: atMs + at, payload }),
  );
  await insertEvents(db, events);
  const erase = `UPDATE events SET payload = NULL WHERE environment_id = $1 AND ref = ANY ($2)`;
  await db.query(erase, [environmentId, ['r149', 'r80', 'r3']]);
  const pages = await pagesOf({ limit: 200 });
  expect(pages.flat()).toEqual(events.map(({ ref }) => ref).reverse());
  expect(pages.map(({ length }) => length)).toEqual([72, 70, 8]);
});

it('the feed can be narrowed to a key, a member and the reference of a member', async () => {
  const memberKey = randomBytes(16);
  const other = await enrolMember(db, environmentId, { memberKey, externalRef: 'customer-7', atMs });
  await insertEvents(db, [
    eventOf({ ref: 'a' }),
    eventOf({ ref: 'b', eventKey: 'lifecycle.signup' }),
    eventOf({ ref: 'c', memberId: other }),
  ]);
  expect(await refs({ eventKey: 'lifecycle.signup' })).toEqual(['b']);
  expect((await refs({ memberId })).sort()).toEqual(['a', 'b']);
  expect(await refs({ memberKey })).toEqual(['c']);
  expect(await refs({ memberKey: randomBytes(16) })).toEqual([]);
  expect(await refs({ memberKey, eventKey: 'lifecycle.signup' })).toEqual([]);
  await db.query(`UPDATE members SET state = 'anonymized' WHERE environment_id = $1`, [environmentId]);
  expect(await refs({ memberKey })).toEqual([]);
});
