import { type EnvironmentId, type MemberId, randomId, type TierId } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import type { RewardType } from '@loyalty/rules/campaigns';
import type { Database } from '@loyalty/storage';
import type { SecretBox } from '@loyalty/storage/secrets';
import { invariantChecks } from '@loyalty/tables/checks';
import { insertRewards, type RewardKey } from '@loyalty/tables/granted-rewards';
import { addCodes, openPool, type ProviderInput, setProvider } from '@loyalty/tables/rewards/management';
import { createTenant, type RewardProviderSetting } from '@loyalty/tables/tenants';
import { setSettings } from '@loyalty/tables/tenants/management';
import { enrolMember } from '@loyalty/tables/testing';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';

export const openRewardDatabase = (): Promise<ScratchDatabase> => createSchemaDatabase();

/** Returns the invariants that codes and rewards violate, as `loyaltyctl check` would find them. */
export const violatedPromises = async (db: Database): Promise<string[]> => {
  const checks = invariantChecks.filter(({ invariant }) => ['I18', 'I19'].includes(invariant));
  const found = await Promise.all(checks.map(({ sql }) => db.query(sql)));
  return checks.flatMap(({ promise }, at) => (found[at]?.length === 0 ? [] : [promise]));
};

/** Opens an environment without members; its rewards get codes of the generator. */
export const openEnvironment = async (db: Database): Promise<EnvironmentId> =>
  (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;

export interface Member {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

export const enrol = async (db: Database, environmentId: EnvironmentId): Promise<Member> => ({
  environmentId,
  memberId: await enrolMember(db, environmentId),
});

export const changeState = async (db: Database, member: Member, state: MemberState): Promise<void> => {
  await db.query('UPDATE members SET state = $3 WHERE environment_id = $1 AND id = $2', [
    member.environmentId,
    member.memberId,
    state,
  ]);
};

export interface GivenReward {
  readonly atMs: number;
  readonly rewardType?: RewardType;
  readonly value?: Readonly<Record<string, unknown>>;
  readonly validDays?: number;
}

/** Stores a reward that waits for its code. */
export const giveReward = async (
  db: Database,
  { environmentId, memberId }: Member,
  { atMs, rewardType = 'GIFT_CARD', value = { amount: 5_000 }, validDays }: GivenReward,
): Promise<RewardKey> => {
  const id = randomId();
  const reward = { id, rewardType, value, validDays: validDays ?? null, tierId: randomId() as TierId };
  await db.transaction((tx) => insertRewards(tx, [{ environmentId, memberId, reward, atMs }]));
  return { environmentId, id };
};

export const fillPool = async (
  db: Database,
  environmentId: EnvironmentId,
  { name, codes }: { readonly name: string; readonly codes: readonly string[] },
): Promise<void> => {
  const opened = await openPool(db, environmentId, { name });
  if (opened.outcome !== 'opened') throw new Error(opened.reason);
  await addCodes(db, opened.poolId, codes);
};

/** Adds a provider over HTTP. Returns its id. */
export const addProvider = async (
  { db, box }: { readonly db: Database; readonly box: SecretBox },
  environmentId: EnvironmentId,
  given: Partial<ProviderInput> = {},
): Promise<string> => {
  const result = await setProvider({ db, box }, environmentId, {
    name: 'acme',
    url: 'https://acme.example/codes',
    secret: 'whsec_first',
    isIdempotent: true,
    callsMax: 8,
    ...given,
  });
  if (result.outcome === 'refused') throw new Error(result.reason);
  // The clock of these tests is behind the database's.
  await db.query(`UPDATE reward_providers SET idempotent_since = $2 WHERE id = $1 AND is_idempotent`, [
    result.record.id,
    new Date(0),
  ]);
  return result.record.id;
};

/** Sets the providers of an environment's rewards. */
export const assign = async (
  db: Database,
  environmentId: EnvironmentId,
  rewardProviders: Partial<RewardProviderSetting>,
): Promise<void> => {
  const { outcome } = await setSettings(db, environmentId, { rewardProviders });
  if (outcome !== 'changed') throw new Error(outcome);
};
