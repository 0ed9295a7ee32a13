import { randomUUID } from 'node:crypto';
import type { Database } from '@loyalty/storage';
import { noteProcess } from '@loyalty/storage/processes';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createWebhookDirectory } from '../webhooks/endpoints/webhook-directory.ts';
import { createSecretBox, parseSecretKeys } from '@loyalty/storage/secrets';
import { loadNewest } from '../lookup/versioned-cache.ts';
import { readVersions } from '../configuration/config-version.ts';
import {
  countStreamOuts,
  endStreamOut,
  enableStreamOut,
  findStreamOut,
  isStreamOutTopic,
  listStreamOuts,
  parkStreamOut,
  resumeStreamOut,
  streamOutsMax,
  streamOutTopicOf,
} from './stream-outs.ts';
import { createTenant, type TenantRecord } from './tenants.ts';

let scratch: ScratchDatabase;
let db: Database;
let tenant: TenantRecord;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
afterAll(() => scratch.drop());
beforeEach(async () => {
  tenant = await createTenant(db, { name: `Test ${randomUUID()}` });
});

const live = () => ({ tenantId: tenant.id, mode: 'live' as const, memberRefs: false });

test('a stream is enabled once, with a topic of the environment’s name; a repeat changes nothing (D350)', async () => {
  const made = await enableStreamOut(db, live());
  expect(made).toMatchObject({
    outcome: 'changed',
    before: null,
    stream: { topic: `loyalty.events.${tenant.id}.live`, state: 'RUNNING', memberRefs: false, endedAt: null },
  });
  const again = await enableStreamOut(db, live());
  expect(again).toEqual({ outcome: 'unchanged', stream: made.outcome === 'changed' ? made.stream : null });
  expect(isStreamOutTopic(streamOutTopicOf(live()))).toBe(true);
});

test('the dispatcher and engines read the stream with the next version, and no longer once it has ended', async () => {
  const environmentId = tenant.environmentIds.live;
  const box = createSecretBox(parseSecretKeys(`k:${Buffer.alloc(32).toString('base64')}`));
  const directory = createWebhookDirectory({ db, box });
  const streamOut = async () =>
    (await loadNewest(directory, db, [environmentId])).get(environmentId)?.streamOut;
  const version = async () => (await readVersions(db, [environmentId], 'engines')).get(environmentId) ?? 0;
  expect(await streamOut()).toBeNull();
  const before = await version();
  await enableStreamOut(db, { ...live(), memberRefs: true });
  expect(await streamOut()).toEqual({ topic: streamOutTopicOf(live()), memberRefs: true });
  expect(await version()).toBeGreaterThan(before);
  await endStreamOut(db, live());
  expect(await streamOut()).toBeNull();
});

test('a stream that has ended begins again with a new since; names may be added while it runs', async () => {
  await enableStreamOut(db, live());
  const first = await findStreamOut(db, tenant.environmentIds.live);
  expect(await enableStreamOut(db, { ...live(), memberRefs: true })).toMatchObject({
    outcome: 'changed',
    stream: { since: first?.since, memberRefs: true },
    before: { memberRefs: false },
  });
  expect(await endStreamOut(db, live())).toMatchObject({
    outcome: 'changed',
    stream: { state: 'ENDED' },
  });
  expect(await endStreamOut(db, live())).toMatchObject({ outcome: 'unchanged' });
  expect(await resumeStreamOut(db, live())).toEqual({ outcome: 'refused', reason: 'NO_STREAM_OUT' });
  const again = await enableStreamOut(db, live());
  expect(again).toMatchObject({ outcome: 'changed', stream: { state: 'RUNNING', endedAt: null } });
  expect((await findStreamOut(db, tenant.environmentIds.live))?.since).not.toBe(first?.since);
});

test('a parked stream is resumed with a new since, and a running one is left as it is', async () => {
  await enableStreamOut(db, live());
  expect(await resumeStreamOut(db, live())).toMatchObject({ outcome: 'unchanged' });
  expect(await parkStreamOut(db, streamOutTopicOf(live()))).toBe(true);
  expect(await parkStreamOut(db, streamOutTopicOf(live()))).toBe(false);
  await db.query(`UPDATE stream_outs SET since = now() - interval '1 hour' WHERE environment_id = $1`, [
    tenant.environmentIds.live,
  ]);
  const resumed = await resumeStreamOut(db, live());
  expect(resumed).toMatchObject({
    outcome: 'changed',
    before: { state: 'PARKED' },
    stream: { state: 'RUNNING' },
  });
  const since = resumed.outcome === 'changed' ? Date.parse(resumed.stream.since) : 0;
  expect(since).toBeGreaterThan(
    Date.parse((resumed.outcome === 'changed' ? resumed.before?.since : undefined) ?? ''),
  );
});

test('an environment that never had a stream, or does not exist, is refused', async () => {
  expect(await endStreamOut(db, live())).toEqual({ outcome: 'refused', reason: 'NO_STREAM_OUT' });
  expect(await resumeStreamOut(db, live())).toEqual({ outcome: 'refused', reason: 'NO_STREAM_OUT' });
  const nobody = { ...live(), tenantId: randomUUID() };
  expect(await enableStreamOut(db, nobody)).toEqual({ outcome: 'refused', reason: 'ENVIRONMENT_NOT_FOUND' });
});

test('while a process of an older release runs, no stream is enabled: its events would be missing (D350)', async () => {
  const id = randomUUID();
  const older = { id, service: 'webhook-dispatcher', version: '0.3.0', rulesVersion: 8, schema: '0410' };
  await noteProcess(db, older);
  expect(await enableStreamOut(db, live())).toEqual({ outcome: 'refused', reason: 'OLDER_PROCESS' });
  await db.query('DELETE FROM processes WHERE id = $1', [id]);
  expect(await enableStreamOut(db, live())).toMatchObject({ outcome: 'changed' });
});

test('▲ the 301st stream is refused, also if several are enabled at once; one that has ended does not count (D350)', async () => {
  await db.query('TRUNCATE stream_outs');
  const tenants = await Promise.all(
    Array.from({ length: streamOutsMax / 2 + 2 }, () => createTenant(db, { name: `Test ${randomUUID()}` })),
  );
  const names = tenants.flatMap(({ id: tenantId }) =>
    (['live', 'test'] as const).map((mode) => ({ tenantId, mode, memberRefs: false })),
  );
  const results = await Promise.all(names.map((name) => enableStreamOut(db, name)));
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  expect([refused.length, refused[0]]).toEqual([4, { outcome: 'refused', reason: 'TOO_MANY_STREAMS' }]);
  expect(await countStreamOuts(db)).toEqual({ RUNNING: streamOutsMax, PARKED: 0 });
  const [running] = (await listStreamOuts(db)).filter(({ state }) => state === 'RUNNING');
  await endStreamOut(db, running ?? live());
  expect(await enableStreamOut(db, live())).toMatchObject({ outcome: 'changed' });
});
