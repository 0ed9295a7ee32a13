import { indexMigration, type Migration } from '@loyalty/storage/migrations';

/** References that lead to a member, and the state of a reference (D345). */
export const referencesMigrations: readonly Migration[] = [
  {
    name: '0413-references',
    sql: `
      ALTER TABLE members ADD COLUMN leads_to uuid, ADD COLUMN led_since timestamptz(3),
        ADD COLUMN reference_kind text, ADD COLUMN reference_state text;
      ALTER TABLE members DROP CONSTRAINT members_state_check, ADD CONSTRAINT members_state_check
        CHECK (state IN ('active', 'suspended', 'anonymized', 'reference')) NOT VALID;
      ALTER TABLE members ADD CONSTRAINT members_reference_state
        CHECK (reference_state IN ('EARN_ONLY', 'BLOCKED')) NOT VALID;
      -- An older engine that earns for a reference fails here, and its request is replayed.
      ALTER TABLE members ADD CONSTRAINT members_reference_owns_nothing
        CHECK (state <> 'reference' OR (leads_to IS NOT NULL AND points_balance = 0 AND lifetime_points = 0
                                        AND points_to_deduct = 0 AND ledger_seq = 0)) NOT VALID;
      COMMENT ON COLUMN members.leads_to IS 'The member whose reference this is; NULL for a member.';
      COMMENT ON COLUMN members.reference_state IS 'What the reference may not do; NULL: it may earn and burn.';
    `,
  },
  indexMigration('0413a-members-leading', {
    index: 'members_leading',
    on: 'ON members (environment_id, leads_to) WHERE leads_to IS NOT NULL',
  }),
];

export const hasReferencesMigration: Migration = {
  name: '0413b-has-references',
  sql: `
    ALTER TABLE environments ADD COLUMN has_references boolean NOT NULL DEFAULT false;
    COMMENT ON COLUMN environments.has_references IS
      'Engines ask whose each reference is. Set with the first reference or state, and never taken back.';
  `,
};
