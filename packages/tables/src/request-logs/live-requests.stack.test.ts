import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { enrolMember, unusedEnvironmentId } from '../testing/enrol-member.ts';
import {
  createPurgeLiveRequestsJob,
  insertLiveRequests,
  listLiveRequests,
  type LiveRequestQuery,
  type LiveRequestWrite,
} from './live-requests.ts';

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

const hourMs = 3_600_000;

const requestOf = (over: Partial<LiveRequestWrite> = {}): LiveRequestWrite => ({
  environmentId,
  id: randomId(),
  atMs: Date.now() - 1_000,
  keyId: randomId(),
  requestId: 'till-7',
  requestKey: Buffer.alloc(16, 1),
  method: 'POST',
  route: '/tenants/{tenantId}/transactions/evaluate',
  status: 200,
  code: null,
  durationMs: 12,
  isAbandoned: false,
  leftOut: 0,
  ...over,
});

const listed = (query: Partial<LiveRequestQuery> = {}) =>
  listLiveRequests(db, { environmentId, limit: 200, ...query });

test('a request is listed as it was stored, and each filter finds it alone (D372)', async () => {
  const atMs = Date.now() - 60_000;
  const wanted = requestOf({
    atMs,
    requestId: 'wanted',
    method: 'GET',
    route: '/tenants/{tenantId}/members/{memberId}',
    status: 404,
    code: 'MEMBER_NOT_FOUND',
    isAbandoned: true,
    leftOut: 7,
  });
  await insertLiveRequests(db, [requestOf(), wanted, requestOf({ environmentId: unusedEnvironmentId() })]);
  const record = {
    id: wanted.id,
    requestId: 'wanted',
    keyId: wanted.keyId,
    method: 'GET',
    path: '/tenants/{tenantId}/members/{memberId}',
    status: 404,
    code: 'MEMBER_NOT_FOUND',
    durationMs: 12,
    isAbandoned: true,
    leftOut: 7,
    at: new Date(atMs).toISOString(),
  };
  expect((await listed()).rows).toEqual([expect.objectContaining({ requestId: 'till-7' }), record]);
  for (const query of [
    { status: 404 },
    { isRefused: true },
    { code: 'MEMBER_NOT_FOUND' },
    { keyId: wanted.keyId },
    { path: '/members/' },
    { requestId: 'wanted' },
    { until: new Date(atMs) },
  ])
    expect((await listed(query)).rows).toEqual([record]);
});

test('▲ the id of a request that is the reference of a member is not kept (D372)', async () => {
  const memberKey = Buffer.alloc(16, 9);
  await enrolMember(db, environmentId, { externalRef: 'card-1', memberKey });
  await insertLiveRequests(db, [
    requestOf({ requestId: 'card-1', requestKey: memberKey }),
    requestOf({ requestId: 'till-8', requestKey: Buffer.alloc(16, 8) }),
  ]);
  expect((await listed()).rows.map(({ requestId }) => requestId).toSorted()).toEqual([null, 'till-8']);
});

test('a request is listed for 24 hours, and the job deletes older ones in chunks', async () => {
  const old = Array.from({ length: 5 }, () => requestOf({ atMs: Date.now() - 25 * hourMs }));
  await insertLiveRequests(db, [...old, requestOf({ requestId: 'young' })]);
  expect((await listed()).rows.map(({ requestId }) => requestId)).toEqual(['young']);
  const job = createPurgeLiveRequestsJob();
  const purge = () =>
    db.transaction((tx) => job.chunk(tx, { environmentId, cursor: null, size: 3, atMs: Date.now() }));
  expect([(await purge()).taken, (await purge()).taken, (await purge()).taken]).toEqual([3, 2, 0]);
  const left = await db.query('SELECT 1 FROM live_requests WHERE environment_id = $1', [environmentId]);
  expect(left).toHaveLength(1);
});
