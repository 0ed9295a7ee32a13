import { randomUUID } from 'node:crypto';
import { killPart, readLocalStack } from '@loyalty/stack';
import { eventually, sizeOf } from '@loyalty/testkit/runs';
import type { ApiAnswer } from '../support/api.ts';
import { inParallel } from '../support/in-parallel.ts';
import { loyaltyctl } from '../support/loyaltyctl.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, balancesOf, createTestTenant, type TestTenant } from '../support/tenant.ts';

const eventKey = 'app.referral';
const bonus = [{ name: 'Friends', earningRule: { type: 'REFERRAL_BONUS', points: 20, referrerPoints: 30 } }];
const definition = { key: eventKey, name: 'Referral', properties: {} };

let tenant: TestTenant;
let stored: StoredRows;
beforeAll(async () => {
  tenant = await createTestTenant('Referrals');
  for (const api of [tenant.live, tenant.test]) {
    await activateCampaigns(api, bonus);
    await api.post('/event-definitions', definition);
  }
  stored = openStoredRows();
});
afterAll(() => stored.close());

const receiptOf = (memberRef: string) => ({ transactionRef: randomUUID(), memberRef, amount: 1 });

/** Enrols members who have no points. */
const enrol = async (memberRefs: readonly string[]): Promise<void> => {
  await inParallel(memberRefs, 10, (memberRef) =>
    postPersistently(tenant.live, '/transactions/evaluate', receiptOf(memberRef)),
  );
};

const refer = (api: TestTenant['live'], customerId: string, referrerRef?: string): Promise<ApiAnswer> =>
  postPersistently(api, '/events', {
    eventKey,
    ref: `of-${customerId}`,
    payload: { customerId, referrerRef },
  });

/** Counts the stored requests of an operation. */
const storedCount = async (operation: 'event' | 'credit'): Promise<number> => {
  const [row] = await stored.rowsOf<{ count: number }>(
    `SELECT count(*)::int AS count FROM transactions t JOIN environments e ON e.id = t.environment_id
      WHERE e.tenant_id = $1 AND e.mode = 'live' AND t.operation = $2`,
    [tenant.tenantId, operation],
  );
  return row?.count ?? 0;
};

const missingCredits = async (): Promise<number> =>
  (await storedCount('event')) - (await storedCount('credit'));

/** Freezes the engine when it has stored events without their credits, and kills it there. */
const killBetweenTheTwo = async (): Promise<void> => {
  await eventually(
    'the engine is frozen while credits are missing',
    async () => {
      const pid = readLocalStack().services['earn-engine']?.pid ?? null;
      if (pid === null) return false;
      process.kill(pid, 'SIGSTOP');
      const isMissing = (await missingCredits()) > 0;
      if (!isMissing) process.kill(pid, 'SIGCONT');
      return isMissing;
    },
    { everyMs: 5 },
  );
  await killPart('earn-engine');
};

test('I3 I5 a referral credits each side once, however often the engine is killed between the two (D65)', async () => {
  const referrers = Array.from({ length: 12 }, (_, at) => `referrer-${at.toString()}`);
  const referred = Array.from({ length: 600 }, (_, at) => `referred-${at.toString()}`);
  await enrol(referrers);
  const answering = inParallel(referred, 25, (customerId) => {
    const at = Number(customerId.split('-')[1]) % referrers.length;
    return refer(tenant.live, customerId, referrers[at]);
  });
  for (let kills = sizeOf(1, 2); kills > 0; kills -= 1) await killBetweenTheTwo();
  const responses = await answering;
  expect(responses.filter(({ status, body }) => status !== 200 || body.pointsAwarded !== 20)).toEqual([]);
  await eventually('every referrer is credited', async () => (await missingCredits()) === 0);
  // A second credit would be another transaction and would raise the balance.
  const expected = new Map<string, number>();
  for (const one of referred) expected.set(one, 20);
  for (const one of referrers) expected.set(one, 30 * 50);
  expect(await balancesOf(tenant.live)).toEqual(expected);
  expect([await storedCount('event'), await storedCount('credit')]).toEqual([600, 600]);
});

test('a repeated referral credits nobody again, and one without a known referrer credits the referred alone (D65)', async () => {
  const api = tenant.test;
  await api.post('/transactions/evaluate', receiptOf('host'));
  const balances = async () => Object.fromEntries([...(await balancesOf(api))].toSorted());
  await refer(api, 'guest', 'host');
  await eventually('the referrer is credited', async () => (await balances())['host'] === 30);
  const again = await refer(api, 'guest', 'host');
  expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  for (const referrerRef of [undefined, 'never-seen']) {
    const alone = await refer(api, `alone-${String(referrerRef)}`, referrerRef);
    expect(alone.body.pointsAwarded).toBe(20);
  }
  const own = await refer(api, 'narcissus', 'narcissus');
  expect(own.body).toMatchObject({ status: 400, context: { errors: [{ pointer: '/payload/referrerRef' }] } });
  // An earlier credit of this referrer would arrive before this one.
  await refer(api, 'last guest', 'host');
  await eventually('the referrer is credited again', async () => (await balances())['host'] === 60);
  expect(await balances()).toEqual({
    'alone-never-seen': 20,
    'alone-undefined': 20,
    guest: 20,
    host: 60,
    'last guest': 20,
  });
});

test('a suspended referrer gets no credit (D65)', async () => {
  const api = tenant.test;
  const { memberId } = (await api.post('/transactions/evaluate', receiptOf('absent'))).body;
  await api.post(`/members/${memberId}/suspend`);
  expect((await refer(api, 'visitor', 'absent')).body.pointsAwarded).toBe(20);
  await api.post(`/members/${memberId}/reinstate`);
  const receipt = (await api.post('/transactions/evaluate', receiptOf('absent'))).body;
  expect(receipt.pointsBalance).toBe(0);
});

test('I1 I2 I4 I6 I9 the check finds nothing afterwards', async () => {
  const { code, stdout } = await loyaltyctl('check');
  expect(stdout).not.toContain('✗');
  expect(code).toBe(0);
});
