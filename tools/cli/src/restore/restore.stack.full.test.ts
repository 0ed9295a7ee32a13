import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TypedFact } from '@loyalty/contracts';
import { randomId } from '@loyalty/kernel';
import { tryAdvisoryLock } from '@loyalty/storage';
import { listEpochs, listGhosts, readEpochState } from '@loyalty/storage/history';
import { outboxLockClass } from '@loyalty/storage/outbox';
import { insertPositions } from '@loyalty/storage/positions';
import { findMemberByKey } from '@loyalty/tables/members';
import { type PoolId, readPools } from '@loyalty/tables/rewards';
import { addCodes, openPool } from '@loyalty/tables/rewards/management';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { publishFacts } from '../testing/publish-facts.ts';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';

let scratch: ScratchDatabase;
let system: ScratchSystem;
let since: string;
beforeEach(async () => {
  scratch = await createSchemaDatabase();
  // Environments that the services of the stack do not have, so that its followers have nothing to do.
  const first = 30_000_000 + Math.floor(Math.random() * 50_000_000);
  await scratch.db.query(`SELECT setval('environments_id_seq', $1)`, [first]);
  system = await createScratchSystem(scratch.db, scratch.url);
  since = new Date().toISOString();
});
afterEach(() => scratch.drop());

const memberId = randomId();
const redeemed = (transactionRef: string): TypedFact => ({
  type: 'transaction.redeemed',
  data: {
    redeemTransactionId: randomId(),
    transactionRef,
    memberId,
    pointsRedeemed: 20,
    discountAmount: 200,
    balanceBefore: 20,
    balanceAfter: 0,
    constraintApplied: null,
    campaignId: randomId(),
    state: 'PROCESSED',
  },
});
const written = (kind: string, entityId: string): TypedFact => ({
  type: 'management.written',
  data: { actor: 'loyaltyctl', kind, entityId, action: 'created', body: { name: 'Lost' } },
});
const issued = (rewardId: string, pool: { id: PoolId; place: number }): TypedFact => ({
  type: 'reward.issued',
  data: {
    rewardId,
    memberId,
    campaignId: randomId(),
    tierId: null,
    rewardType: 'GIFT_CARD',
    expiresAt: null,
    pool,
  },
});

const openFilms = async (...codes: readonly string[]): Promise<PoolId> => {
  const opened = await openPool(scratch.db, system.environmentId, { name: 'films' });
  if (opened.outcome !== 'opened') throw new Error(opened.reason);
  await addCodes(scratch.db, opened.poolId, codes);
  return opened.poolId;
};

/** The state after a restore: no process has raised an epoch yet. */
const beginAnew = (): Promise<unknown> =>
  scratch.db.query(`UPDATE database_epochs SET incarnation = 'an earlier life'`);

/** The database has read on another cluster only. */
const readElsewhere = (): Promise<void> =>
  insertPositions(scratch.db, { clusterId: 'lost', consumerGroup: 'burn-engine' }, [
    { topic: 'loyalty.facts', partition: 0, nextOffset: 1_000 },
  ]);

const idsIn = (entries: readonly { readonly factId: string }[]): readonly string[] =>
  entries.map(({ factId }) => factId);

interface LossDocument {
  readonly missing: { readonly calls: number; readonly redeems: number };
  readonly calls: readonly { readonly factId: string; readonly data: object }[];
  readonly redeems: readonly { readonly factId: string }[];
  readonly repeated: readonly { readonly factId: string }[];
  readonly environments: readonly { readonly environmentId: number }[];
}

const verify = async () => {
  const { document, exitCode } = await system.documentOf('restore', 'verify', '--since', since);
  return { exitCode, ...(document as LossDocument) };
};

const prepare = (...flags: readonly string[]) =>
  system.loyaltyctl(['restore', 'prepare', '--since', since, ...flags]);

const withoutFile = '--without-erasures-file';

test('▲ verify lists writes of calls, redeems and environments that are gone, and not what is stored', async () => {
  const enrolled = await system.enrol('anna');
  const lost = await publishFacts(system.environmentId, [
    written('campaign', randomId()),
    redeemed('redeem-1'),
  ]);
  const [kept = ''] = await publishFacts(system.environmentId, [
    { type: 'member.enrolled', data: { memberId: enrolled, enrolledAt: since } },
  ]);
  const gone = (system.environmentId + 7) as typeof system.environmentId;
  const [strange = ''] = await publishFacts(gone, [written('tenant', randomId())]);
  const found = await verify();
  expect(found.exitCode).toBe(1);
  expect(idsIn(found.calls)).toEqual(expect.arrayContaining([lost[0], strange]));
  expect(idsIn(found.redeems)).toContain(lost[1]);
  expect(idsIn(found.repeated)).not.toContain(kept);
  expect(found.calls.find(({ factId }) => factId === lost[0])?.data).toMatchObject({
    body: { name: 'Lost' },
  });
  const environments = found.environments.map(({ environmentId }) => environmentId);
  expect(environments).toContain(gone);
  expect(environments).not.toContain(system.environmentId);
  const { out } = await system.loyaltyctl(['restore', 'verify', '--since', since]);
  expect(out).toMatch(/Changes by calls, which nobody repeats: [1-9]/);
});

test('▲ a dry run writes nothing, and without a yes nothing is done', async () => {
  await beginAnew();
  const before = await listEpochs(scratch.db);
  expect((await prepare(withoutFile, '--dry-run')).exitCode).toBe(0);
  expect(await listEpochs(scratch.db)).toEqual(before);
  const unconfirmed = await prepare(withoutFile);
  expect([unconfirmed.exitCode, unconfirmed.err]).toEqual([1, expect.stringContaining('Nothing was done')]);
  expect(await readEpochState(scratch.db)).toMatchObject({ isOpen: false, isFinished: false });
});

test('▲ prepare opens the database with evidence of redeems, past numbers and codes that lost commits gave', async () => {
  const suspended = await system.enrol('anna');
  const poolId = await openFilms('A', 'B', 'C', 'D');
  const rewardId = randomId();
  const later = (system.environmentId + 900_000) as typeof system.environmentId;
  const [, redeem = ''] = await publishFacts(system.environmentId, [
    issued(rewardId, { id: poolId, place: 2 }),
    redeemed('redeem-1'),
    {
      type: 'member.state_changed',
      data: { memberId: suspended, from: 'active', to: 'suspended' },
    },
  ]);
  await publishFacts(later, [written('tenant', randomId())]);
  await beginAnew();
  const { exitCode, out, err } = await prepare(withoutFile, '--skip-codes', '0', '--yes');
  expect([exitCode, err]).toEqual([0, '']);
  expect(out).toMatch(/Kafka|cluster/);
  const { epoch, isOpen, isFinished } = await readEpochState(scratch.db);
  expect([isOpen, isFinished]).toEqual([true, true]);
  const ghosts = (await listGhosts(scratch.db, epoch)).map(({ id }) => id);
  expect(ghosts).toContain(redeem);
  const [member] = await scratch.db.query<{ state: string }>('SELECT state FROM members WHERE id = $1', [
    suspended,
  ]);
  expect(member).toEqual({ state: 'suspended' });
  expect(await readPools(scratch.db, system.environmentId)).toMatchObject([{ remaining: 2 }]);
  const [next] = await scratch.db.query<{ id: number }>(`SELECT nextval('environments_id_seq') AS id`);
  expect(next?.id).toBeGreaterThan(later);
});

test('▲ on another cluster erasures and codes are asked for; a repeat changes nothing', async () => {
  await openFilms('A', 'B', 'C', 'D');
  await readElsewhere();
  await beginAnew();
  expect((await prepare('--yes')).err).toContain('--erasures');
  const folder = createTemporaryFolder();
  const file = join(folder.path, 'erasures.ndjson');
  const memberKey = Buffer.from(randomId().replaceAll('-', ''), 'hex');
  const erasure = { environmentId: system.environmentId, memberId: randomId(), erasedAt: since };
  writeFileSync(file, `${JSON.stringify({ ...erasure, memberKey: memberKey.toString('base64url') })}\n`);
  expect((await prepare('--erasures', file, '--yes')).err).toContain('--skip-codes');
  const flags = ['--erasures', file, '--skip-codes', '3', '--yes', '--json'];
  const first = await prepare(...flags);
  expect(JSON.parse(first.out)).toMatchObject({
    plan: { isKnownCluster: false, isComplete: false, erasuresToPublish: 1 },
    done: { skippedCodes: 3 },
  });
  const again = await prepare(...flags);
  expect(JSON.parse(again.out)).toMatchObject({ plan: { isKnownCluster: true }, done: { skippedCodes: 0 } });
  folder.remove();
  const scope = { environmentId: system.environmentId, tenantId: '' };
  expect(await findMemberByKey(scratch.db, scope, memberKey)).toMatchObject({ state: 'anonymized' });
  expect(await readPools(scratch.db, system.environmentId)).toMatchObject([{ remaining: 1 }]);
  const positions = await scratch.db.query<{ partition: number }>(
    `SELECT partition FROM stream_positions WHERE cluster_id <> 'lost' AND consumer_group = 'burn-engine'`,
  );
  expect(positions.length).toBeGreaterThan(0);
});

test('▲ nothing is prepared while a service runs on the database', async () => {
  const lock = await tryAdvisoryLock(scratch.url, outboxLockClass, 1);
  const { exitCode, err } = await prepare(withoutFile, '--yes');
  await lock?.release();
  expect([exitCode, err]).toEqual([1, expect.stringContaining('stop them')]);
});

test('a mistyped file of erasures is refused', async () => {
  const { exitCode, err } = await prepare('--erasures', '/nowhere/erasures.ndjson', '--yes');
  expect([exitCode, err]).toEqual([1, expect.stringContaining('There is no file')]);
});
