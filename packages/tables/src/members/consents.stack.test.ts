import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { jobAuthor } from '../authors/author.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { type ConsentWrite, insertConsent, listConsents, readCurrentConsents } from './consents.ts';

// eslint-disable-next-line n/no-process-env -- tests get their database from the runner, not from a config.ts.
const url = process.env['DATABASE_URL'] ?? '';

let db: Database;
let environmentId: EnvironmentId;
let memberId: MemberId;
beforeAll(async () => {
  db = createDatabase({ url, applicationName: 'accounts-test', poolMax: 2, logger: silentLogger });
  environmentId = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;
});
beforeEach(async () => {
  memberId = await enrolMember(db, environmentId);
});
afterAll(() => db.close());

const atMs = Date.parse('2026-03-01T08:00:00.000Z');

const record = async (given: Partial<ConsentWrite> = {}) =>
  db.transaction((tx) =>
    insertConsent(tx, environmentId, {
      id: randomId(),
      memberId,
      purpose: 'MARKETING',
      channels: ['EMAIL'],
      granted: true,
      source: 'form',
      grantedAtMs: atMs,
      policyVersion: null,
      evidence: null,
      atMs,
      author: jobAuthor('a test'),
      ...given,
    }),
  );

test('a consent comes back as it was recorded, its evidence as text or object (D51)', async () => {
  const [text] = await record({ evidence: 'ticked', atMs: atMs + 1, channels: ['SMS', 'POST'] });
  const [object] = await record({ evidence: { form: 7 }, policyVersion: 'v2', atMs: atMs + 2 });
  expect(text).toMatchObject({ evidence: 'ticked', channels: ['SMS', 'POST'], policyVersion: null });
  expect(await listConsents(db, environmentId, { memberId, limit: 10 })).toEqual([object, text]);
  const before = { createdAt: object?.createdAt ?? '', id: object?.id ?? '' };
  expect(await listConsents(db, environmentId, { memberId, limit: 10, before })).toEqual([text]);
});

test('an old form that is entered today does not undo the withdrawal of yesterday', async () => {
  await record({ channels: ['EMAIL', 'SMS'], grantedAtMs: atMs - 5_000, atMs });
  await record({ channels: ['SMS'], granted: false, grantedAtMs: atMs - 1_000, atMs: atMs + 1 });
  await record({ channels: ['SMS'], grantedAtMs: atMs - 4_000, atMs: atMs + 2 });
  expect(await readCurrentConsents(db, environmentId, memberId)).toEqual([
    { purpose: 'MARKETING', channel: 'EMAIL', granted: true, since: '2026-03-01T07:59:55.000Z' },
    { purpose: 'MARKETING', channel: 'SMS', granted: false, since: '2026-03-01T07:59:59.000Z' },
  ]);
});

test('of two consents with one grantedAt the later record counts', async () => {
  await record({ granted: true, atMs: atMs + 1 });
  await record({ granted: false, atMs });
  expect(await readCurrentConsents(db, environmentId, memberId)).toMatchObject([{ granted: true }]);
});
