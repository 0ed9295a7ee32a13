import { evaluateRequestOf } from '@loyalty/contracts/http';
import { inParallel } from '../support/in-parallel.ts';
import { type KafkaTill, openKafkaTill, type TillEnvironment } from '../support/kafka-till.ts';
import { distinctFacts, readFacts } from '../support/read-facts.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { buildToys, killToy, startToy } from '../support/toy-service.ts';

const members = 10;
const gifts = 120;
const points = 7;
const deadlineMs = 3_000;
const triesMax = 20;

const stored = openStoredRows();
let till: KafkaTill;

beforeAll(async () => {
  await buildToys();
  till = await openKafkaTill('loyalty.toy-gifts');
});

afterAll(async () => {
  await till.stop();
  await stored.rowsOf(`DELETE FROM stream_positions WHERE consumer_group = 'gift-engine'`, []);
  await stored.close();
});

const environmentOf = async ({ tenantId }: TestTenant): Promise<TillEnvironment> => {
  const [row] = await stored.rowsOf<TillEnvironment>(
    `SELECT id, secret FROM environments WHERE tenant_id = $1 AND mode = 'live'`,
    [tenantId],
  );
  if (row === undefined) throw new Error('the tenant has no live environment');
  return row;
};

const giftTo = (member: string, ref: string) => evaluateRequestOf(ref, { memberRef: member, amount: points });

/** Repeats the request with the same reference until a reply comes, as a till does. */
const askPersistently = async (environment: TillEnvironment, member: string, ref: string) => {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const outcome = await till.ask(environment, giftTo(member, ref), deadlineMs);
    if (outcome.outcome === 'replied') return outcome.reply;
  }
  throw new Error(`${ref} was not answered`);
};

test('I3 I4 a toy engine decides each reference exactly once, though it is killed and tills repeat', async () => {
  const beganMs = Date.now();
  const shop = await createTestTenant('Gifts');
  const environment = await environmentOf(shop);
  for (let n = 0; n < members; n += 1) {
    const body = { transactionRef: `enrol-${n.toString()}`, memberRef: `m${n.toString()}`, amount: 1_000 };
    expect((await shop.live.post('/transactions/evaluate', body)).status).toBe(200);
  }
  const first = await startToy('gift-engine');
  // Each reference twice, in any order of arrival.
  const refs = Array.from({ length: gifts * 2 }, (_, n) => n % gifts);
  const asked = inParallel(refs, 24, (n) =>
    askPersistently(environment, `m${(n % members).toString()}`, `gift-${n.toString()}`),
  );
  await killToy(first);
  const second = await startToy('gift-engine');
  const replies = await asked;

  const responses = new Map<number, Set<string>>();
  replies.forEach((reply, at) => {
    expect(reply.code).toBeNull();
    const given = responses.get(refs[at] ?? -1) ?? new Set<string>();
    responses.set(refs[at] ?? -1, given.add(String(reply.body)));
  });
  expect([...responses.values()].map(({ size }) => size)).toEqual(Array.from({ length: gifts }, () => 1));

  const { body } = await shop.live.get('/members?limit=200');
  const balances = body.members.map(({ pointsBalance }) => pointsBalance);
  expect(balances).toEqual(Array.from({ length: members }, () => (gifts / members) * points));

  const unknown = await till.ask(environment, giftTo('nobody', 'gift-to-nobody'), 10_000);
  expect(unknown).toMatchObject({ outcome: 'replied', reply: { code: 'MEMBER_NOT_FOUND' } });
  await second.stop();
  const facts = distinctFacts(await readFacts(shop.tenantId, beganMs), 'points.credited');
  expect(facts).toHaveLength(gifts);
});
