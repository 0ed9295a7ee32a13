import { randomUUID } from 'node:crypto';
import { startService } from '@loyalty/stack';
import { type Api, createApi } from '../support/api.ts';
import { type CommitProxy, startCommitProxy } from '../support/commit-proxy.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let shop: TestTenant;
let rows: StoredRows;
let proxy: CommitProxy;

beforeAll(async () => {
  shop = await createTestTenant('Audited changes');
  rows = openStoredRows();
  proxy = await startCommitProxy();
});
afterAll(async () => {
  await proxy.stop();
  await rows.close();
});

interface Change {
  /** Asked again it changes nothing. */
  readonly ask: (by: Api) => Promise<{ readonly status: number }>;
  /** How often it is stored. */
  readonly storedText: string;
  readonly objectId: string;
}

const changes: Readonly<Record<string, () => Promise<Change>>> = {
  'a campaign': async () => {
    const earningRule = { type: 'FIXED_POINTS', points: 10 };
    const { id } = (await shop.live.post('/campaigns', { name: 'Ten', earningRule })).body;
    return {
      ask: (by) => by.patch(`/campaigns/${id}`, { description: 'Changed' }),
      storedText: `SELECT 1 FROM campaigns WHERE id = $1 AND description = 'Changed'`,
      objectId: id,
    };
  },
  'the points of a member': async () => {
    const { id } = (await shop.live.post('/members', { externalRef: randomUUID() })).body;
    const adjustment = { points: 5, reason: 'Goodwill', ref: randomUUID() };
    return {
      ask: (by) => by.post(`/members/${id}/ledger/adjust`, adjustment),
      storedText: `SELECT 1 FROM ledger_entries WHERE member_id = $1 AND type = 'ADJUST'`,
      objectId: id,
    };
  },
  'the reference of a member who is erased': async () => {
    const { id } = (await shop.live.post('/members', { externalRef: randomUUID() })).body;
    return {
      ask: (by) => by.delete(`/members/${id}`),
      storedText: 'SELECT 1 FROM erasures WHERE member_id = $1',
      objectId: id,
    };
  },
};

/** How often the change is stored, and how many entries say so besides that of its making. */
const storedAndNoted = async ({ storedText, objectId }: Change): Promise<readonly number[]> => {
  const noted = `SELECT 1 FROM audit_entries WHERE object_id = $1 AND action NOT LIKE '%.created'`;
  const found = [storedText, noted].map((text) => rows.rowsOf(text, [objectId]));
  return (await Promise.all(found)).map(({ length }) => length);
};

/** The name of the prepared statement by which ingress inserts into the outbox, as it appears on the wire. */
const outboxInsert = 'outbox-insert';

describe.each(Object.keys(changes))('ingress changes %s', (what) => {
  test.each([
    ['before', [0, 0]],
    ['after', [1, 1]],
  ] as const)(
    '▲ and is killed %s the COMMIT: change and entry are both there or both not, and once when it is asked again (D208)',
    async (when, left) => {
      const change = await (changes[what] as () => Promise<Change>)();
      const ingress = await startService({ name: 'ingress', env: { DATABASE_URL: proxy.databaseUrl } });
      const api = createApi(
        shop.tenantId,
        shop.keys.live,
        `http://127.0.0.1:${ingress.httpPort.toString()}/v1`,
      );
      const held = proxy.holdNext(outboxInsert, when);
      const asked = change.ask(api).catch(() => 'no response');
      await held;
      ingress.kill('SIGKILL');
      expect(await asked).toBe('no response');
      expect(await storedAndNoted(change)).toEqual(left);
      for (let n = 0; n < 2; n += 1) {
        expect((await change.ask(shop.live)).status).toBeLessThan(300);
        expect(await storedAndNoted(change)).toEqual([1, 1]);
      }
    },
  );
});
