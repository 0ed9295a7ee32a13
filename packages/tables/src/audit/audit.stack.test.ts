import { dayMs, type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { countPagesOfRead, createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { unusedEnvironmentId } from '../testing/enrol-member.ts';
import { type AuditQuery, listAuditEntries } from './list-audit.ts';
import { type AuditEntry, note } from './note.ts';
import { createPurgeAuditJob } from './purge-audit.ts';

// A database of its own: the stack's job would purge too.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(() => {
  environmentId = unusedEnvironmentId();
});
afterAll(() => scratch.drop());

const campaign = randomId();

const entryOf = (over: Partial<AuditEntry> = {}): AuditEntry => ({
  environmentId,
  actor: { kind: 'OPERATOR', id: 'thandi' },
  action: 'campaign.paused',
  objectId: campaign,
  objectName: 'Spring',
  changes: [{ pointer: '/state', from: 'ACTIVE', to: 'PAUSED' }],
  requestId: null,
  ...over,
});

const noted = (over: Partial<AuditEntry> = {}) => db.transaction((tx) => note(tx, entryOf(over)));

const listed = async (query: Partial<AuditQuery> = {}, lookedAt?: number) =>
  listAuditEntries(db, { environmentId, limit: 100, ...query }, lookedAt);

const aged = (days: number) =>
  db.query(
    `UPDATE audit_entries SET created_at = now() - make_interval(days => $2) WHERE environment_id = $1`,
    [environmentId, days],
  );

test('an entry is listed as it was noted', async () => {
  await noted({ requestId: 'till-7', serverRequestId: 'ours-1', address: '203.0.113.9' });
  expect(await listed()).toEqual({
    rows: [
      {
        id: expect.any(String) as string,
        at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        actor: { kind: 'OPERATOR', id: 'thandi', name: null },
        action: 'campaign.paused',
        object: { type: 'campaign', id: campaign, name: 'Spring' },
        changes: [{ pointer: '/state', from: 'ACTIVE', to: 'PAUSED' }],
        isTruncated: false,
        requestId: 'till-7',
        serverRequestId: 'ours-1',
        address: '203.0.113.9',
      },
    ],
    next: null,
  });
});

test('▲ a change that is rolled back leaves no entry (D208)', async () => {
  const failing = db.transaction(async (tx) => {
    await note(tx, entryOf());
    throw new Error('as a kill would');
  });
  await expect(failing).rejects.toThrow('as a kill would');
  expect((await listed()).rows).toEqual([]);
});

test('the filters are combined, and a page goes on where the one before ended', async () => {
  const key = { kind: 'KEY', id: randomId() } as const;
  const other = randomId();
  await noted();
  await noted({ actor: key });
  await noted({ actor: key, action: 'tier.changed', objectId: other });
  await noted({ action: 'campaign.resumed' });
  const idsOf = async (query: Partial<AuditQuery>) => (await listed(query)).rows.length;
  expect(await idsOf({ actor: key.id })).toBe(2);
  await noted({ actor: { kind: 'PERSON', id: key.id }, objectId: randomId(), action: 'segment.changed' });
  expect(await idsOf({ actor: key.id })).toBe(3);
  expect(await idsOf({ actor: key.id, actorKind: 'PERSON' })).toBe(1);
  expect(await idsOf({ actorKind: 'KEY' })).toBe(2);
  expect(await idsOf({ actorKind: 'OPERATOR', actor: key.id })).toBe(0);
  expect(await idsOf({ objectType: 'campaign', objectId: campaign })).toBe(3);
  expect(await idsOf({ objectType: 'campaign', objectId: campaign, actor: key.id })).toBe(1);
  expect(await idsOf({ objectType: 'tier', objectId: campaign })).toBe(0);
  expect(await idsOf({ objectType: 'tier' })).toBe(1);
  expect(await idsOf({ objectId: other })).toBe(1);
  expect(await idsOf({ action: 'campaign.resumed', actor: 'thandi' })).toBe(1);
  expect(await idsOf({ until: new Date(0) })).toBe(0);
  expect(await idsOf({ since: new Date(0) })).toBe(5);
  const first = await listed({ limit: 3 });
  const rest = await listed({ limit: 3, ...(first.next && { before: first.next }) });
  expect([...first.rows, ...rest.rows]).toEqual((await listed()).rows);
  expect(rest.next).toBeNull();
});

test('a filter without an index looks at a bounded number, and says that there is more', async () => {
  for (let n = 0; n < 6; n += 1) await noted();
  await noted({ action: 'campaign.resumed' });
  await db.query(
    `UPDATE audit_entries SET created_at = now() - interval '1 day'
      WHERE environment_id = $1 AND action = 'campaign.resumed'`,
    [environmentId],
  );
  const page = await listed({ action: 'campaign.resumed' }, 3);
  expect(page.rows).toEqual([]);
  expect(page.next).not.toBeNull();
});

const insertEntries = (
  count: number,
  { actor, daysAgo }: { readonly actor: string; readonly daysAgo: number },
) =>
  db.query(
    `INSERT INTO audit_entries (environment_id, created_at, id, actor_kind, actor_id, action, object_type, object_id, changes, is_truncated)
     SELECT $1, now() - make_interval(days => $3) + n * interval '1 second', gen_random_uuid(), 'OPERATOR', $2,
            'campaign.paused', 'campaign', $2, '[]', false
       FROM generate_series(1, $4::int) AS n`,
    [environmentId, actor, daysAgo, count],
  );

const pagesOf = (query: Partial<AuditQuery>): Promise<number> =>
  countPagesOfRead(db, (counted) => listAuditEntries(counted, { environmentId, limit: 50, ...query }));

test('▲ a page by actor or by object reads little, also where most entries are theirs, behind many newer ones of others (D210)', async () => {
  const [former, present] = [randomId(), randomId()];
  await insertEntries(60_000, { actor: former, daysAgo: 30 });
  await insertEntries(8_000, { actor: present, daysAgo: 10 });
  await db.query('ANALYZE audit_entries');
  // Later than the statistics know.
  await insertEntries(8_000, { actor: present, daysAgo: 1 });
  const { rows, next } = await listed({ actor: former, limit: 50 });
  expect([rows.length, new Set(rows.map(({ actor }) => actor.id))]).toEqual([50, new Set([former])]);
  const ofObject = { objectType: 'campaign', objectId: former };
  const since = new Date(Date.now() - 2 * dayMs);
  const queries: readonly Partial<AuditQuery>[] = [
    { actor: former },
    { actor: former, ...(next && { before: next }) },
    { actor: former, since },
    { actor: former, until: since },
    ofObject,
    { ...ofObject, since },
  ];
  for (const query of queries) {
    const pages = await pagesOf(query);
    expect([query, pages, pages < 100]).toEqual([query, pages, true]);
  }
});

test('▲ entries are purged after 400 days, in portions, and those of other environments too (D210)', async () => {
  const job = createPurgeAuditJob();
  const environments = [environmentId, unusedEnvironmentId()];
  for (environmentId of environments) {
    for (let n = 0; n < 3; n += 1) await noted();
    await aged(401);
    await noted({ objectName: 'kept' });
    await db.query(
      `UPDATE audit_entries SET created_at = now() - interval '399 days'
        WHERE environment_id = $1 AND object_name = 'kept'`,
      [environmentId],
    );
  }
  const atMs = Date.now();
  type Cursor = { readonly environmentId: EnvironmentId } | null;
  const chunkAfter = async (cursor: Cursor): Promise<Cursor> => {
    const chunk = { environmentId: 0 as EnvironmentId, atMs, cursor, size: 2 };
    return (await db.transaction((tx) => job.chunk(tx, chunk))).cursor;
  };
  let cursor = await chunkAfter(null);
  while (cursor !== null) cursor = await chunkAfter(cursor);
  for (environmentId of environments)
    expect((await listed()).rows.map(({ object }) => object.name)).toEqual(['kept']);
});

test('▲ nothing of the last 90 days can be purged, whatever is asked for (D210)', async () => {
  await noted();
  await aged(89);
  const purge = (before: Date) =>
    db.query<{ purged: number }>('SELECT purge_audit($1, $2, 1000) AS purged', [environmentId, before]);
  await expect(purge(new Date(Date.now() - 89 * dayMs))).rejects.toThrow(/kept for 90 days/);
  expect(await purge(new Date(Date.now() - 91 * dayMs))).toEqual([{ purged: 0 }]);
  expect((await listed()).rows).toHaveLength(1);
});
