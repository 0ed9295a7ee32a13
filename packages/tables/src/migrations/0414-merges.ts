import type { Migration } from '@loyalty/storage/migrations';
import { countPointsSql } from './0405-point-days.ts';

/** Members who were merged into another one (D346). */
export const mergesMigration: Migration = {
  name: '0414-merges',
  sql: `
    ALTER TABLE members DROP CONSTRAINT members_state_check, ADD CONSTRAINT members_state_check
      CHECK (state IN ('active', 'suspended', 'anonymized', 'reference', 'merged')) NOT VALID;
    -- An older engine that earns for a merged member fails here, and its request is replayed.
    ALTER TABLE members ADD CONSTRAINT members_merged_owns_nothing
      CHECK (state <> 'merged' OR (leads_to IS NOT NULL AND points_balance = 0 AND lifetime_points = 0
                                   AND points_to_deduct = 0)) NOT VALID;
    COMMENT ON COLUMN members.leads_to IS
      'The member whose reference this is, or into whom this one was merged; NULL for a member.';
    COMMENT ON COLUMN ledger_entries.lifetime_change IS
      'Of a RETURN: by how much lifetime points change, 0 or less. Of an ADJUST: how many a merge moved; NULL: by hand.';
    -- What a merge moves was neither given nor taken by hand.
    ${countPointsSql("(SELECT * FROM entries WHERE type <> 'ADJUST' OR lifetime_change IS NULL) e")}
  `,
};
