import { randomBytes } from 'node:crypto';
import { randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSecretBox, parseSecretKeys, type SecretBox } from '@loyalty/storage/secrets';
import { note } from '@loyalty/tables/audit';
import { createCampaign } from '@loyalty/tables/campaigns/management';
import { readClosed, setCell } from '@loyalty/tables/cells';
import { createApiKey } from '@loyalty/tables/keys';
import { setProvider } from '@loyalty/tables/rewards/management';
import { createTenant, findEnvironment } from '@loyalty/tables/tenants';
import { countUnreadableSecrets } from '@loyalty/tables/tenants/management';
import { parkTasks } from '@loyalty/task-queue/parked-tasks';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { secretColumns } from '../commands/secrets.ts';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';
import { copyTenant } from './copy-tenant.ts';
import { movedRowsOf, type MovedTenant } from './moved-tables.ts';

let [here, there]: ScratchDatabase[] = [];
let system: ScratchSystem;
let moved: MovedTenant;

beforeEach(async () => {
  [here, there] = await Promise.all([createSchemaDatabase(), createSchemaDatabase()]);
  system = await createScratchSystem(dbOf(here), here.url);
  const [row] = await dbOf(here).query<{ id: string }>('SELECT tenant_id AS id FROM environments');
  const tenantId = row?.id ?? '';
  await setCell(dbOf(there), 1);
  const ids = await dbOf(here).query<{ id: number }>('SELECT id FROM environments ORDER BY id');
  moved = { tenantId, environmentIds: ids.map(({ id }) => id as MovedTenant['environmentIds'][number]) };
});
afterEach(() => Promise.all([here?.drop(), there?.drop()]));

const dbOf = (scratch: ScratchDatabase | undefined): Database => {
  if (scratch === undefined) throw new Error('no database');
  return scratch.db;
};

const copy = (): Promise<void> =>
  copyTenant({ from: { db: dbOf(here) }, to: { db: dbOf(there) } }, moved, () => undefined);

const close = () => dbOf(here).query(`UPDATE environments SET closed = 'MOVING'`);

/** All rows of the tenant, but for the columns that every database fills by itself. */
const rowsIn = async (db: Database): Promise<unknown> => {
  const tables: [string, unknown][] = [];
  for (const { table, where, drawn = [], values = {} } of movedRowsOf(moved)) {
    const own = [...drawn, ...Object.keys(values)].map((column) => `'${column}'`);
    const rows = await db.query(
      `SELECT to_jsonb(t) - ARRAY[${own.join(', ')}]::text[] AS row FROM ${table} t WHERE ${where} ORDER BY 1`,
    );
    if (rows.length > 0) tables.push([table, rows]);
  }
  return Object.fromEntries(tables);
};

const lane = '0198c0de-0000-7000-8000-000000000001';
const at = '2026-03-01T12:00:00.123Z';

/** Something of every kind that is not moved as it stands. */
const fill = async (): Promise<void> => {
  const db = dbOf(here);
  const { environmentId } = system;
  await system.enrol('card-1', 7);
  await createCampaign(db, environmentId, { name: 'Five', earningRule: { type: 'FIXED_POINTS', points: 5 } });
  await createApiKey(db, environmentId, { name: 'till' });
  await noteChange(db);
  // Pools of another tenant make the numbers differ.
  const other = await createTenant(dbOf(there), { name: 'Other' });
  const strange = await findEnvironment(dbOf(there), other.id, 'live');
  await makePool(dbOf(there), strange?.environmentId ?? 0, ['X']);
  await makePool(db, environmentId, ['A', 'B', 'C']);
  await db.query('SELECT add_delivery_days($1::date, 1)', [at]);
  await db.query(
    `INSERT INTO webhook_events (environment_id, created_at, id, type, targets, body, delivery_id_at) VALUES ($1, $2, $3, 'x', 1, '\\x00ff', 0)`,
    [environmentId, at, lane],
  );
  await db.query(
    `INSERT INTO jobs (name, environment_id, at, cursor, done, chunks) VALUES ('j', $1, $2, 'null', 1, 1)`,
    [environmentId, at],
  );
  for (const table of ['fulfilment_tasks', 'delivery_tasks'])
    await db.query(
      `INSERT INTO ${table} (destination_id, rank, due_at, id, environment_id, attempt, created_at) VALUES ($1, 1, $2, $1, $3, 0, $2)`,
      [lane, at, environmentId],
    );
};

/** Leaves what a change of the campaign leaves. */
const noteChange = (db: Database): Promise<void> =>
  db.transaction((tx) =>
    note(tx, {
      environmentId: system.environmentId,
      actor: { kind: 'OPERATOR', id: 'thandi' },
      action: 'campaign.paused',
      objectId: randomId(),
      objectName: 'Five',
      changes: [{ pointer: '/state', from: 'ACTIVE', to: 'PAUSED' }],
      requestId: null,
    }),
  );

const makePool = async (db: Database, environmentId: number, codes: readonly string[]): Promise<void> => {
  await db.query(
    `INSERT INTO reward_providers (environment_id, id, name, kind) VALUES ($1, gen_random_uuid(), 'pool', 'POOL')`,
    [environmentId],
  );
  await db.query(`INSERT INTO code_pools (environment_id, name) VALUES ($1, 'pool')`, [environmentId]);
  await db.query(
    `INSERT INTO pool_codes (pool_id, place, environment_id, code)
     SELECT p.id, k.place, p.environment_id, k.code
       FROM code_pools p CROSS JOIN unnest($2::text[]) WITH ORDINALITY AS k (code, place) WHERE p.environment_id = $1`,
    [environmentId, codes],
  );
};

const poolCodes = `SELECT p.name, c.place, c.code FROM pool_codes c JOIN code_pools p
                      ON p.id = c.pool_id AND p.environment_id = c.environment_id
                    WHERE c.environment_id = ANY ($1::int[]) ORDER BY c.place`;

test('a tenant is copied with all that it has, and is open there', async () => {
  await fill();
  await close();
  await parkTasks(dbOf(here), moved.environmentIds);
  await copy();
  expect(await rowsIn(dbOf(there))).toEqual(await rowsIn(dbOf(here)));
  expect(await rowsIn(dbOf(there))).toHaveProperty('audit_entries', [expect.anything()]);
  expect(await readClosed(dbOf(there), moved.tenantId)).toBeNull();
  const ids = [moved.environmentIds];
  expect(await dbOf(there).query(poolCodes, ids)).toEqual(await dbOf(here).query(poolCodes, ids));
  expect(await dbOf(there).query(poolCodes, ids)).toHaveLength(3);
  const due = 'SELECT due_at AS at, owner FROM delivery_tasks WHERE environment_id = ANY ($1::int[])';
  expect(await dbOf(there).query(due, ids)).toEqual([{ at: new Date(at), owner: 0 }]);
});

test('what is there already is not copied again', async () => {
  await close();
  await copy();
  await copy();
  expect(await rowsIn(dbOf(there))).toEqual(await rowsIn(dbOf(here)));
});

test('▲ a tenant that was opened again while it was copied is not there', async () => {
  await expect(copy()).rejects.toMatchObject({ code: 'NOT_MOVING' });
  expect(await rowsIn(dbOf(there))).toEqual({});
});

test('▲ a tenant whose work could still be done here is not there', async () => {
  await fill();
  await close();
  await expect(copy()).rejects.toMatchObject({ code: 'TENANT_CHANGED', retry: true });
  expect(await rowsIn(dbOf(there))).toEqual({});
});

test.each<[string, () => Promise<unknown>]>([
  ['members', () => system.enrol('card-2')],
  ['entries of the audit log', () => noteChange(dbOf(here))],
])('▲ a tenant that gets other %s while it is copied is not there', async (_, change) => {
  await fill();
  await close();
  await parkTasks(dbOf(here), moved.environmentIds);
  let copied = 0;
  const changing = copyTenant({ from: { db: dbOf(here) }, to: { db: dbOf(there) } }, moved, async () => {
    copied += 1;
    if (copied === 3) await change();
  });
  await expect(changing).rejects.toMatchObject({ code: 'TENANT_CHANGED', retry: true });
  expect(await rowsIn(dbOf(there))).toEqual({});
});

test("▲ secrets that the other cell's keys do not open are counted, and no key is wanted where there is no secret", async () => {
  const boxOf = (): SecretBox => createSecretBox(parseSecretKeys(`k:${randomBytes(32).toString('base64')}`));
  const [ours, theirs] = [boxOf(), boxOf()];
  const count = (box: () => SecretBox) =>
    countUnreadableSecrets(dbOf(here), { box, columns: secretColumns, environmentIds: moved.environmentIds });
  const noKeys = (): never => {
    throw new Error('no keys');
  };
  expect(await count(noKeys)).toBe(0);
  await setProvider({ db: dbOf(here), box: ours }, system.environmentId, {
    name: 'codes',
    url: 'https://acme.example/',
    secret: 'of the provider',
    isIdempotent: true,
    callsMax: 8,
  });
  expect(await count(() => ours)).toBe(0);
  expect(await count(() => theirs)).toBe(1);
});
