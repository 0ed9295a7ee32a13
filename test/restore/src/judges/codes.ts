import type { ArchivedPostgres } from '../servers/archived-postgres.ts';

/** The reward of each code that members were shown. */
export type GivenCodes = ReadonlyMap<string, string>;

export const readCodes = async (postgres: ArchivedPostgres): Promise<GivenCodes> => {
  const rows = await postgres.query<{ code: string; rewardId: string }>(
    'SELECT code, reward_id AS "rewardId" FROM reward_codes',
  );
  return new Map(rows.map(({ code, rewardId }) => [code, rewardId]));
};

/** Returns the codes that belong to a different reward from before, and the rewards that lost theirs. */
export const judgeCodes = async (
  postgres: ArchivedPostgres,
  before: GivenCodes,
  isKafkaKept: boolean,
): Promise<readonly string[]> => {
  const after = await readCodes(postgres);
  const taken = [...before].filter(([code, rewardId]) => (after.get(code) ?? rewardId) !== rewardId);
  const rewards = new Set(after.values());
  const changed = [...before].filter(([code, rewardId]) => !after.has(code) && rewards.has(rewardId));
  return [
    ...taken.map(([code, rewardId]) => `${code} of ${rewardId} belongs to ${after.get(code) ?? ''} now`),
    ...(isKafkaKept ? changed.map(([code, rewardId]) => `${rewardId} had ${code} and has another code`) : []),
  ];
};
