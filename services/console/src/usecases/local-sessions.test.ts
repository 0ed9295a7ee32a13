import { LocalSessions } from './local-sessions.ts';

const minute = 60_000;
const tenant = { id: '0198c0de-0000-7000-8000-000000000001', name: 'Karoo' };
let nowMs = 0;
const sessionsNow = (): LocalSessions => new LocalSessions([tenant], { now: () => nowMs });

test('a session ends after 30 minutes without use, and after 12 hours in any case', async () => {
  const sessions = sessionsNow();
  const idle = sessions.open({})?.id ?? '';
  nowMs += 30 * minute;
  expect(await sessions.find(idle)).toMatchObject({ tenant, scope: 'admin' });
  nowMs += 30 * minute + 1;
  expect(await sessions.find(idle)).toBeNull();
  const used = sessions.open({})?.id ?? '';
  const endsAtMs = nowMs + 12 * 60 * minute;
  while (nowMs + 29 * minute <= endsAtMs) {
    nowMs += 29 * minute;
    expect(await sessions.find(used)).not.toBeNull();
  }
  nowMs = endsAtMs + 1;
  expect(await sessions.find(used)).toBeNull();
});

test('a thousand sessions are kept; the one that was used longest ago makes way', async () => {
  const sessions = sessionsNow();
  const ids = Array.from({ length: 1_000 }, () => sessions.open({})?.id ?? '');
  expect(new Set(ids).size).toBe(1_000);
  const [first = '', second = ''] = ids;
  expect(await sessions.find(first)).not.toBeNull();
  sessions.open({});
  expect(await sessions.find(first)).not.toBeNull();
  expect(await sessions.find(second)).toBeNull();
});

test('somebody may sign in with a role, or with single permissions, and with no word that the API has not', () => {
  const permissionsWith = (scope: string) => sessionsNow().open({ scope })?.session.permissions ?? null;
  expect(permissionsWith('audit:read keys:read')).toEqual(['keys:read', 'audit:read']);
  expect(permissionsWith('integrator')).toContain('webhooks:write');
  expect(permissionsWith('integrator')).not.toContain('campaigns:read');
  expect(permissionsWith('write')).toContain('members:read');
  for (const scope of ['', ' ', 'root', 'read root']) expect(permissionsWith(scope)).toBeNull();
});
