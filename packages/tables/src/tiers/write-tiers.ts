import type { TierId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import type { TierMemberKey } from './member-key.ts';

/** The announced tier of a member. */
export interface TierWrite extends TierMemberKey {
  readonly tierId: TierId | null;
  readonly tierSeq: number;
}

const statement: Statement = {
  name: 'tiers-announce',
  text: `UPDATE members AS m SET tier_id = w.tier_id, tier_seq = w.tier_seq
           FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::bigint[]) AS w (environment_id, id, tier_id, tier_seq)
          WHERE m.environment_id = w.environment_id AND m.id = w.id`,
};

/** Writes the announced tiers of members whom this transaction has locked. */
export const writeTiers = async (tx: Transaction, writes: readonly TierWrite[]): Promise<void> => {
  if (writes.length === 0) return;
  await tx.query(statement, [
    writes.map(({ environmentId }) => environmentId),
    writes.map(({ memberId }) => memberId),
    writes.map(({ tierId }) => tierId),
    writes.map(({ tierSeq }) => tierSeq),
  ]);
};
