import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { rulesVersion } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import { forgetProcess, noteProcess } from '@loyalty/storage/processes';
import { createOwnTenant, createSchemaDatabase, openSharedDatabase } from '@loyalty/testkit/database';
import { historyRuns } from '@loyalty/testkit/runs';
import { silentLogger } from '@loyalty/telemetry/logger';
import fc from 'fast-check';
import { readEnvironmentUse } from '../configuration/used-limits.ts';
import { type ApiKeyRecord, listApiKeys } from './api-keys.ts';
import { narrowApiKey, revokeApiKeys, rotateApiKey } from './change-api-keys.ts';
import { createKeyDirectory } from './directories.ts';
import { KeyUses, type UsedKey } from './key-uses.ts';
import { hashOfKey } from './key-text.ts';
import { readApiKeyPage } from './list-api-keys.ts';
import { apiKeysMax, createApiKey, type KeyCall, makeApiKey } from './make-api-key.ts';
import { anyFirstKeys, anyKeyStep, type KeyStep } from './testing/key-steps.ts';

let db: Database;
beforeAll(() => {
  db = openSharedDatabase();
});
afterAll(() => db.close());

const defaultLimit = 60;

const scene = async () => {
  const { environmentIds } = await createOwnTenant(db);
  const environmentId = environmentIds.test;
  const asOperator: KeyCall = { environmentId, caller: null, defaultLimit };
  const asKey = (id: string): KeyCall => ({ environmentId, caller: { kind: 'key', id }, defaultLimit });
  const made = async (part: object = {}, call = asOperator) => {
    const result = await makeApiKey(db, call, { name: 'Till', permissions: ['members:find'], ...part });
    if (result.outcome !== 'created') throw new Error(JSON.stringify(result));
    return { id: result.record.id, record: result.record, keyText: result.keyText };
  };
  return { environmentId, asOperator, asKey, made };
};

const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };

const found = (keyText: string) => createKeyDirectory({ db, clock }).find(keyText);

/** Looks a key up as an earlier build does: only by the hash of its text. */
const foundBefore = async (keyText: string): Promise<number> =>
  (await db.query('SELECT 1 FROM api_keys WHERE hash = $1', [hashOfKey(keyText)])).length;

test('a key with an end or permissions is no key to a build from before; what may do everything is', async () => {
  const { made } = await scene();
  const keys = [
    await made(),
    await made({ role: 'till', permissions: undefined }),
    await made({ role: 'admin', permissions: undefined, expiresAtMs: Date.now() + 60_000 }),
    await made({ role: 'admin', permissions: undefined }),
  ];
  const before = await Promise.all(keys.map(({ keyText }) => foundBefore(keyText)));
  expect(before).toEqual([0, 0, 0, 1]);
  for (const { keyText, id } of keys)
    expect(await found(keyText)).toMatchObject({ state: 'valid', key: { id } });
});

test.each([
  ['loses permissions', { permissions: ['members:find'] }],
  ['gets an end', { expiresAtMs: Date.now() + 3_600_000 }],
])('a key that %s is no key to a build from before, and works on', async (_, patch) => {
  const { environmentId, asOperator } = await scene();
  const fixedKey = `sk_test_demo${randomId()}`;
  const made = await createApiKey(db, environmentId, { name: 'Demo', fixedKey });
  if (made.outcome !== 'created') throw new Error(made.reason);
  const keyId = made.apiKey.id;
  expect(await foundBefore(fixedKey)).toBe(1);
  expect(await narrowApiKey(db, asOperator, { keyId, patch })).toMatchObject({ outcome: 'changed' });
  expect(await foundBefore(fixedKey)).toBe(0);
  // Narrowed once more, it stays under the same hash.
  await narrowApiKey(db, asOperator, { keyId, patch: { permissions: ['members:find'], name: 'Demo' } });
  const directory = createKeyDirectory({ db, clock, extraKeys: [fixedKey] });
  expect(await directory.find(fixedKey)).toMatchObject({ state: 'valid', key: { id: keyId } });
  // The local stack makes its keys at each start.
  const again = await createApiKey(db, environmentId, { name: 'Demo', fixedKey, rateLimitPerMinute: 9 });
  expect(again).toMatchObject({ outcome: 'created', apiKey: { id: keyId, rateLimitPerMinute: null } });
  expect(await foundBefore(fixedKey)).toBe(0);
  expect(await listApiKeys(db, environmentId)).toHaveLength(1);
});

test('a rotated admin key, which has an end now, is no key to a build from before', async () => {
  const { asOperator, made } = await scene();
  const { id: keyId, keyText } = await made({ role: 'admin', permissions: undefined });
  const rotated = await rotateApiKey(db, asOperator, { keyId, overlapHours: 1 });
  if (rotated.outcome !== 'rotated') throw new Error(rotated.outcome);
  expect([await foundBefore(keyText), await foundBefore(rotated.keyText)]).toEqual([0, 1]);
  expect(await found(keyText)).toMatchObject({ state: 'valid' });
  expect(await found(rotated.keyText)).toMatchObject({ key: { permissions: null, expiresAtMs: null } });
});

test('while an ingress of an older release runs, what it would refuse is not made: 409; what it knows is (D216)', async () => {
  // A database of its own: the older process would keep other tests from making keys.
  const scratch = await createSchemaDatabase();
  const own = scratch.db;
  const { environmentIds } = await createOwnTenant(own);
  const call: KeyCall = { environmentId: environmentIds.test, caller: null, defaultLimit };
  const wide = await makeApiKey(own, call, { name: 'Wide', role: 'admin' });
  if (wide.outcome !== 'created') throw new Error(wide.outcome);
  const keyId = wide.record.id;
  const older = { id: randomId(), service: 'ingress', version: '0.3.0', rulesVersion: 3, schema: '' };
  await noteProcess(own, { ...older, id: randomId(), service: 'earn-engine' });
  const outcomes = async () => [
    await makeApiKey(own, call, { name: 'Till', role: 'till' }),
    await makeApiKey(own, call, { name: 'Till', role: 'admin', expiresAtMs: Date.now() + 60_000 }),
    await narrowApiKey(own, call, { keyId, patch: { expiresAtMs: Date.now() + 60_000 } }),
    await rotateApiKey(own, call, { keyId, overlapHours: 0 }),
  ];
  await noteProcess(own, older);
  const refused = { outcome: 'not-yet-available', needs: 4, known: 3 };
  expect(await outcomes()).toEqual([refused, refused, refused, refused]);
  const allowed = [
    await makeApiKey(own, call, { name: 'Till', role: 'admin' }),
    await narrowApiKey(own, call, { keyId, patch: { rateLimitPerMinute: 5 } }),
  ];
  expect(allowed.map(({ outcome }) => outcome)).toEqual(['created', 'changed']);
  await forgetProcess(own, older.id);
  await noteProcess(own, { ...older, id: randomId(), rulesVersion });
  const later = await outcomes();
  expect(later.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'changed', 'rotated']);
  await scratch.drop();
});

describe('the number of keys', () => {
  const fill = (environmentId: EnvironmentId, count: number, revokedAt: string) =>
    db.query(
      `INSERT INTO api_keys (id, environment_id, name, hash, hint, revoked_at)
       SELECT gen_random_uuid(), $1, 'Filler', sha256(gen_random_uuid()::text::bytea), '', ${revokedAt}
         FROM generate_series(1, $2::int)`,
      [environmentId, count],
    );

  test('of an environment is bounded, also for operators; a rotation needs no place', async () => {
    const { environmentId, asOperator, made } = await scene();
    const { id: keyId } = await made();
    await fill(environmentId, apiKeysMax - 1, 'NULL');
    const exceeded = { outcome: 'limit-exceeded', limit: apiKeysMax, of: 'apiKeys' };
    expect(await makeApiKey(db, asOperator, { name: 'One more', role: 'till' })).toEqual(exceeded);
    expect(await rotateApiKey(db, asOperator, { keyId, overlapHours: 24 })).toMatchObject({
      outcome: 'rotated',
    });
    expect(await makeApiKey(db, asOperator, { name: 'One more', role: 'till' })).toEqual(exceeded);
  });

  test('counts a rotated key no more, so its successor has its place', async () => {
    const { environmentId, asOperator, made } = await scene();
    const { id: keyId } = await made();
    await fill(environmentId, apiKeysMax - 2, 'NULL');
    await rotateApiKey(db, asOperator, { keyId, overlapHours: 24 });
    expect((await readEnvironmentUse(db, environmentId)).used.apiKeys).toBe(apiKeysMax - 1);
    const more = () => makeApiKey(db, asOperator, { name: 'One more', role: 'till' });
    expect([(await more()).outcome, (await more()).outcome]).toEqual(['created', 'limit-exceeded']);
  });

  test('that were revoked or replaced within a day is bounded too; older ones do not count', async () => {
    const { environmentId, asOperator, made } = await scene();
    const { id: keyId } = await made();
    await fill(environmentId, 2 * apiKeysMax - 1, "now() - interval '23 hours'");
    const refused = [
      await makeApiKey(db, asOperator, { name: 'One more', role: 'till' }),
      await rotateApiKey(db, asOperator, { keyId, overlapHours: 24 }),
    ];
    expect(refused.map(({ outcome }) => outcome)).toEqual(['limit-exceeded', 'limit-exceeded']);
    await db.query(
      `UPDATE api_keys SET revoked_at = now() - interval '25 hours' WHERE environment_id = $1 AND name = 'Filler'`,
      [environmentId],
    );
    expect((await rotateApiKey(db, asOperator, { keyId, overlapHours: 24 })).outcome).toBe('rotated');
  });

  test('holds for calls at once', async () => {
    const { environmentId, asOperator } = await scene();
    await fill(environmentId, apiKeysMax - 2, 'NULL');
    const results = await Promise.all(
      Array.from({ length: 8 }, () => makeApiKey(db, asOperator, { name: 'Raced', role: 'till' })),
    );
    expect(results.filter(({ outcome }) => outcome === 'created')).toHaveLength(2);
  });
});

test('a caller whose key has just ended or was revoked gives nothing; one that was narrowed gives what is left', async () => {
  const { asOperator, asKey, made } = await scene();
  const caller = await made({ permissions: ['keys:write', 'members:find', 'members:read'] });
  const wanted = { name: 'Mine', permissions: ['members:read'] };
  const patch = { permissions: ['keys:write', 'members:find'] };
  await narrowApiKey(db, asOperator, { keyId: caller.id, patch });
  expect(await makeApiKey(db, asKey(caller.id), wanted)).toEqual({
    outcome: 'not-permitted',
    permission: 'members:read',
  });
  await revokeApiKeys(db, asOperator, { keyId: caller.id, alsoMade: true });
  expect(await makeApiKey(db, asKey(caller.id), wanted)).toEqual({ outcome: 'caller-ended' });
  const ending = await made({ permissions: patch.permissions, expiresAtMs: Date.now() + 300 });
  await new Promise((resolve) => setTimeout(resolve, 350));
  const gone = [
    await makeApiKey(db, asKey(ending.id), wanted),
    await narrowApiKey(db, asKey(ending.id), { keyId: ending.id, patch: {} }),
    await rotateApiKey(db, asKey(ending.id), { keyId: ending.id, overlapHours: 0 }),
    await revokeApiKeys(db, asKey(ending.id), { keyId: ending.id, alsoMade: false }),
  ];
  expect(new Set(gone.map(({ outcome }) => outcome))).toEqual(new Set(['caller-ended']));
});

test('keys of one state are found behind any number of others, page by page', async () => {
  const { environmentId, made } = await scene();
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) ids.push((await made()).id);
  await db.query('UPDATE api_keys SET revoked_at = now() WHERE id = ANY ($1::uuid[])', [[ids[0], ids[1]]]);
  await db.query(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, [ids[2]]);
  const inState = async (state: ApiKeyRecord['state']) => {
    const { rows } = await readApiKeyPage(db, { environmentId, state, limit: 10 });
    return rows.map(({ id }) => id);
  };
  expect(await inState('REVOKED')).toEqual([ids[1], ids[0]]);
  expect(await inState('EXPIRED')).toEqual([ids[2]]);
  expect(await inState('ACTIVE')).toEqual([ids[3]]);
  const first = await readApiKeyPage(db, { environmentId, state: 'REVOKED', limit: 10 }, 2);
  expect([first.rows, first.next?.id]).toEqual([[], ids[2]]);
});

describe('uses of a key (D218)', () => {
  const today = () => new Date().toISOString().slice(0, 10);
  const usesOf = () => new KeyUses({ db, clock, logger: silentLogger });
  const used = (id: string): UsedKey => ({ id, lastUsedOn: null, usedPermissions: new Set() });
  const versionOf = async (id: string) =>
    (await db.query<{ xmin: string }>('SELECT xmin::text FROM api_keys WHERE id = $1', [id]))[0]?.xmin;

  test('are the last day and every permission, from all processes; a repeat writes no row', async () => {
    const { environmentId, made } = await scene();
    const { id } = await made();
    const [one, other] = [usesOf(), usesOf()];
    one.note(used(id), 'members:find');
    other.note(used(id), 'members:read');
    other.note(used(id), null);
    await Promise.all([one.write(), other.write()]);
    const [key] = await listApiKeys(db, environmentId);
    expect(key).toMatchObject({ lastUsedOn: today(), usedPermissions: ['members:find', 'members:read'] });
    const before = await versionOf(id);
    const third = usesOf();
    third.note(used(id), 'members:find');
    await third.write();
    expect(await versionOf(id)).toBe(before);
  });

  test('are not written once the tenant moves: the copy would differ', async () => {
    const { environmentId, made } = await scene();
    const { id } = await made();
    await db.query(`UPDATE environments SET closed = 'MOVING' WHERE id = $1`, [environmentId]);
    const uses = usesOf();
    uses.note(used(id), 'members:find');
    await uses.write();
    expect(await listApiKeys(db, environmentId)).toMatchObject([{ lastUsedOn: null, usedPermissions: [] }]);
  });
});

/** Compares everything that the API shows of two keys. */
const isWithin = (one: ApiKeyRecord, other: ApiKeyRecord): boolean =>
  (other.role === 'admin' ||
    (one.role !== 'admin' && one.permissions.every((name) => other.permissions.includes(name)))) &&
  Date.parse(one.expiresAt ?? '9999-12-31') <= Date.parse(other.expiresAt ?? '9999-12-31') &&
  (one.rateLimitPerMinute ?? defaultLimit) <= (other.rateLimitPerMinute ?? defaultLimit);

test('▲ on Postgres: no sequence of calls gives anybody more, and alsoMade ends all that a thief has', async () => {
  let changes = 0;
  const property = fc.asyncProperty(
    anyFirstKeys,
    fc.array(anyKeyStep, { minLength: 3, maxLength: 12 }),
    async (first, steps) => {
      const { environmentId, asOperator, asKey } = await scene();
      const ids: string[] = [];
      const add = (result: Awaited<ReturnType<typeof makeApiKey>>): void => {
        if (result.outcome === 'created') ids.push(result.record.id);
      };
      for (const { name, permissions, expiresAtMs, rateLimitPerMinute } of first) {
        const grant = permissions === null ? { role: 'admin' } : { permissions };
        add(await makeApiKey(db, asOperator, { name, expiresAtMs, rateLimitPerMinute, ...grant }));
      }
      const stolen = new Set([ids[0] ?? '']);
      const shown = async () =>
        new Map((await listApiKeys(db, environmentId)).map((key) => [key.id, key] as const));
      const [began] = [...(await shown()).values()].filter(({ id }) => id === ids[0]);
      if (began === undefined) throw new Error('the first key is not shown');
      const act = async (step: Exclude<KeyStep, { kind: 'wait' }>): Promise<void> => {
        const call = asKey([...stolen][step.by % stolen.size] ?? '');
        const keyId = 'key' in step ? (ids[step.key % ids.length] ?? '') : '';
        if (step.kind === 'make') {
          const result = await makeApiKey(db, call, step.wanted);
          add(result);
          if (result.outcome === 'created') stolen.add(result.record.id);
        } else if (step.kind === 'narrow') await narrowApiKey(db, call, { keyId, patch: step.patch });
        else if (step.kind === 'revoke') await revokeApiKeys(db, call, { keyId, alsoMade: step.alsoMade });
        else {
          const result = await rotateApiKey(db, call, { keyId, overlapHours: step.overlapHours });
          if (result.outcome !== 'rotated') return;
          ids.push(result.successor.record.id);
          stolen.add(result.successor.record.id);
        }
      };
      for (const step of steps) {
        if (step.kind === 'wait') continue;
        const before = await shown();
        await act(step);
        const after = await shown();
        for (const [id, key] of before) {
          const shownNow = after.get(id) ?? { ...key, role: 'admin' };
          expect(isWithin(shownNow, key)).toBe(true);
          if (JSON.stringify(after.get(id)) !== JSON.stringify(key)) changes += 1;
        }
      }
      const held = [...(await shown()).values()].filter(({ id }) => stolen.has(id));
      expect(held.filter((key) => !isWithin(key, began))).toEqual([]);
      await revokeApiKeys(db, asOperator, { keyId: ids[0] ?? '', alsoMade: true });
      const alive = [...(await shown()).values()].filter(
        ({ id, state }) => stolen.has(id) && state === 'ACTIVE',
      );
      expect(alive).toEqual([]);
    },
  );
  const numRuns = Math.max(40, Math.ceil(historyRuns / 10));
  await fc.assert(property, { numRuns, endOnFailure: true });
  expect(changes).toBeGreaterThan(numRuns / 2);
});
