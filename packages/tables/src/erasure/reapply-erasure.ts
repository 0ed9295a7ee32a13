import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import { findMemberByKey } from '../members/members.ts';
import { eraseMemberAgain } from './erase-member.ts';
import { placeholderOfMember } from './placeholders.ts';

/** An erasure as the topic of erasures keeps it. */
export interface KeptErasure {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  /** 16 bytes. */
  readonly memberKey: Buffer;
  readonly erasedAtMs: number;
}

/**
 * Erases a member again in a database that was restored to a time before their erasure, with the time of the first erasure. A
 * member who enrolled after the backup does not exist. They get an empty row, because reprocessing their receipts would enrol them
 * again. Returns what it did.
 */
export const reapplyErasure = async (
  tx: Transaction,
  erasure: KeptErasure,
): Promise<'erased' | 'already' | 'tombstone'> => {
  const { environmentId, memberId, memberKey, erasedAtMs } = erasure;
  const scope = { environmentId, tenantId: '' };
  const member = await findMemberByKey(tx, scope, memberKey);
  if (member !== null) {
    const { outcome } = await eraseMemberAgain(tx, scope, { memberId: member.id, erasedAtMs });
    return outcome === 'erased' ? 'erased' : 'already';
  }
  await tx.query(tombstoneStatement, [environmentId, memberId, memberKey, placeholderOfMember(memberId)]);
  await tx.query(emptyProfileStatement, [environmentId, memberId]);
  await tx.query(noteStatement, [environmentId, memberId, memberKey, erasedAtMs]);
  return 'tombstone';
};

const tombstoneStatement: Statement = {
  name: 'member-tombstone',
  text: `INSERT INTO members (environment_id, id, member_key, external_ref, state, points_balance, lifetime_points,
                              ledger_seq, enrolled_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, 'anonymized', 0, 0, 0, now(), now(), now())`,
};

const emptyProfileStatement: Statement = {
  name: 'member-tombstone-profile',
  text: `INSERT INTO member_profiles (environment_id, member_id, state_changed_at, search_text, grams, updated_at)
         VALUES ($1, $2, now(), '', '{}', now())`,
};

const noteStatement: Statement = {
  name: 'erasure-reapplied',
  text: `INSERT INTO erasures (environment_id, member_id, member_key, erased_at, scrub_after)
         VALUES ($1, $2, $3, to_timestamp($4::bigint / 1000.0), now())`,
};
