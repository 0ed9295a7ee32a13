import type { Migration } from '@loyalty/storage/migrations';

/** Adds authors and stores (D303). Rows that older builds write, and earlier rows, have neither. */
export const authorsMigration: Migration = {
  name: '0382-authors',
  sql: `
    ALTER TABLE transactions ADD COLUMN author bytea, ADD COLUMN store_ref text;
    ALTER TABLE transactions ALTER author SET STATISTICS 0, ALTER store_ref SET STATISTICS 0;
    COMMENT ON COLUMN transactions.author IS
      'Who did it: k and the 16 bytes of an API key''s id; p and the subject of a token; o and the operator of loyaltyctl; t and a topic; j and a job.';
    COMMENT ON COLUMN transactions.store_ref IS 'The store that the request named.';
    ALTER TABLE members ADD COLUMN enrolled_by bytea;
    ALTER TABLE members ALTER enrolled_by SET STATISTICS 0;
    COMMENT ON COLUMN members.enrolled_by IS 'As transactions.author.';
    ALTER TABLE rewards ADD COLUMN changed_by bytea;
    ALTER TABLE rewards ALTER changed_by SET STATISTICS 0;
    COMMENT ON COLUMN rewards.changed_by IS 'Who redeemed, expired, took back or retried it last; as transactions.author.';
    ALTER TABLE consents ADD COLUMN author bytea;
    ALTER TABLE consents ALTER author SET STATISTICS 0;
    COMMENT ON COLUMN consents.author IS 'Who recorded it; as transactions.author.';
  `,
};
