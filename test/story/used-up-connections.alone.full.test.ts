import { randomUUID } from 'node:crypto';
import { readLocalStack, type StartedService, startService } from '@loyalty/stack';
import { createApiKey } from '@loyalty/tables/keys';
import { findEnvironment } from '@loyalty/tables/tenants';
import { withDatabase } from '@loyalty/testkit/database';
import { type Api, type ApiAnswer, createApi } from '../support/api.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { counted } from '../support/toy-service.ts';

/** A process of its own, because a metric of its requests is read. */
let ingress: StartedService;
let origin: string;
let attacker: TestTenant;
let neighbour: TestTenant;

beforeAll(async () => {
  ingress = await startService({ name: 'ingress' });
  origin = `http://127.0.0.1:${ingress.httpPort.toString()}`;
  attacker = await createTestTenant('Adjusts one member without end');
  neighbour = await createTestTenant('Beside who adjusts');
});

afterAll(() => ingress.stop());

/** Keys that no process has seen, so each must be looked up. */
const newKeys = (count: number): Promise<readonly Api[]> =>
  withDatabase(readLocalStack().databaseUrl, async (db) => {
    const environment = await findEnvironment(db, neighbour.tenantId, 'live');
    if (environment === null) throw new Error('the neighbour is gone');
    const apis: Api[] = [];
    for (let made = 0; made < count; made += 1) {
      const key = await createApiKey(db, environment.environmentId, { name: 'new', rateLimitPerMinute: 600 });
      if (key.outcome === 'refused') throw new Error(key.reason);
      apis.push(createApi(neighbour.tenantId, key.keyText, `${origin}/v1`));
    }
    return apis;
  });

/** Runs `work` while another transaction holds a member, so that every write on them waits. */
const whileHeld = <T>(memberId: string, work: () => Promise<T>): Promise<T> =>
  withDatabase(readLocalStack().databaseUrl, (db) =>
    db.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM members WHERE id = $1 FOR UPDATE', [memberId]);
      return work();
    }),
  );

const adjustments = 600;
const newcomers = 10;

/** Asks with a key that is not known yet: a till, then a read of the configuration. */
const askAll = async (api: Api): Promise<readonly number[]> => {
  const receipt = { transactionRef: randomUUID(), memberRef: randomUUID(), amount: 100 };
  const responses = [await api.post('/transactions/evaluate', receipt), await api.get('/campaigns')];
  return responses.map(({ status }) => status);
};

test('600 adjustments of one locked member at once: others are authenticated and served, readiness stays', async () => {
  const api = createApi(attacker.tenantId, attacker.keys.live, `${origin}/v1`);
  const receipt = { transactionRef: randomUUID(), memberRef: 'adjusted', amount: 100 };
  const { memberId } = (await api.post('/transactions/evaluate', receipt)).body;
  const keys = await newKeys(newcomers);
  const adjust = (): Promise<ApiAnswer> =>
    api.post(`/members/${memberId}/ledger/adjust`, { points: 1, reason: 'attack', ref: randomUUID() });
  const { adjusting, statuses } = await whileHeld(memberId, async () => {
    const under = Array.from({ length: adjustments }, adjust);
    const seen: number[] = [];
    for (const key of keys) {
      seen.push(...(await askAll(key)), (await fetch(`${origin}/health/ready`)).status);
    }
    // Nothing is adjusted while the member is held, so the first response is a refusal, however fast the others were.
    await Promise.race(under);
    return { adjusting: under, statuses: seen };
  });
  expect(statuses).toEqual(Array.from({ length: newcomers * 3 }, () => 200));
  const responses = await Promise.all(adjusting);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 503]));
  const refused = responses.filter(({ status }) => status === 503);
  expect(refused.every(({ headers }) => Number(headers.get('Retry-After')) >= 1)).toBe(true);
  expect(await counted(ingress, 'loyalty_http_shed_total{reason="database"}')).toBeGreaterThan(0);
  const { body } = await api.get(`/members/${memberId}`);
  expect(body.pointsBalance).toBe(responses.length - refused.length);
});
