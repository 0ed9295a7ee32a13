import { userInfo } from 'node:os';
import type { AuditEntryRecord } from '@loyalty/tables/audit';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';

let scratch: ScratchDatabase;
let system: ScratchSystem;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  system = await createScratchSystem(scratch.db, scratch.url);
});
afterAll(() => scratch.drop());

const listed = async (...flags: string[]): Promise<readonly AuditEntryRecord[]> => {
  const { document } = await system.documentOf('audit', 'list', ...system.place, ...flags);
  return (document as { auditEntries: readonly AuditEntryRecord[] }).auditEntries;
};

const done = async (...line: string[]): Promise<string> => {
  const { exitCode, out, err } = await system.loyaltyctl(line);
  expect({ line, exitCode, err }).toMatchObject({ exitCode: 0 });
  return out;
};

test('▲ what an operator changes is in the log with who they are, and a repeat is not (D208)', async () => {
  const set = ['settings', 'set', 'pointValueCents', '3', ...system.place];
  await done(...set, '--as', 'thandi');
  await done(...set, '--as', 'thandi');
  await done('settings', 'set', 'corsOrigins', '["https://shop.example"]', ...system.place);
  const [second, first, ...others] = await listed();
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    actor: { kind: 'OPERATOR', id: 'thandi', name: null },
    action: 'setting.changed',
    object: { type: 'setting', id: 'pointValueCents' },
    changes: [{ pointer: '/pointValueCents', from: 1, to: 3 }],
    requestId: null,
  });
  expect(second?.actor.id).toBe(userInfo().username);
});

test('▲ a key that is made or a provider that is set is in the log, never the key or the secret (D209)', async () => {
  const made = await done(
    'keys',
    'create',
    '--name',
    'till 7',
    '--role',
    'till',
    ...system.place,
    '--as',
    'sipho',
  );
  const key = /sk_live_\w+/.exec(made)?.[0] ?? 'no key';
  const secret = 'a secret of a provider';
  const provider = ['providers', 'set', 'acme', '--secret', secret, ...system.place, '--as', 'sipho'];
  await done(...provider, '--url', 'https://acme.example/codes?token=hidden');
  await done(...provider, '--url', 'https://other.example/codes?token=hidden');
  const other = provider.map((word) => (word === secret ? `another ${secret}` : word));
  await done(...other, '--url', 'https://other.example/codes?token=hidden');
  await done('providers', 'remove', 'acme', ...system.place, '--as', 'sipho');
  const entries = await listed('--actor', 'sipho');
  expect(entries.map(({ action, object }) => [action, object.name])).toEqual([
    ['provider.deleted', 'acme'],
    ['provider.changed', 'acme'],
    ['provider.changed', 'acme'],
    ['provider.created', 'acme'],
    ['api_key.created', 'till 7'],
  ]);
  expect(entries[1]?.changes).toEqual([{ pointer: '/secret' }]);
  expect(entries[2]?.changes).toEqual([
    { pointer: '/url', from: 'https://acme.example', to: 'https://other.example' },
  ]);
  const text = JSON.stringify(await scratch.db.query('SELECT to_jsonb(a) FROM audit_entries a'));
  for (const hidden of [key, key.slice(-6), secret, 'hidden']) expect(text).not.toContain(hidden);
  expect(text).toContain('acme.example');
});

test('the list is narrowed by object and time, and shown as lines', async () => {
  expect(await listed('--object', 'setting:pointValueCents')).toHaveLength(1);
  expect(await listed('--object', 'provider:acme', '--limit', '2')).toHaveLength(2);
  expect(await listed('--since', '2999-01-01')).toEqual([]);
  const lines = await done('audit', 'list', ...system.place);
  expect(lines).toContain('OPERATOR thandi');
  expect(await done('audit', 'list', ...system.place, '--actor', 'nobody')).toBe(
    'There are no such changes.\n',
  );
  const wrong = await system.loyaltyctl(['audit', 'list', ...system.place, '--object', 'campaign']);
  expect(wrong.exitCode).toBe(2);
});

test('members who are added from a file leave an entry with their number', async () => {
  const { db, environmentId } = system;
  const segmentId = '0198c0de-0000-7000-8000-0000000000aa';
  await db.query(
    `INSERT INTO segments (environment_id, id, name, type) VALUES ($1, $2, 'Guests', 'STATIC')`,
    [environmentId, segmentId],
  );
  await system.enrol('guest-1');
  await system.enrol('guest-2');
  const line = ['segments', 'import', '-', '--segment', segmentId, ...system.place, '--as', 'thandi'];
  for (let n = 0; n < 2; n += 1) await system.loyaltyctl(line, { input: ['guest-1\nguest-2\n'] });
  const entries = await listed('--object', `segment:${segmentId}`);
  expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
    ['segment.members_added', [{ pointer: '/added', from: null, to: 2 }]],
  ]);
});
