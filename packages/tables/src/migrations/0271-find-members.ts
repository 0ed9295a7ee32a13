import { indexMigration, type Migration } from '@loyalty/storage/migrations';

/**
 * An index of hashes. ANALYZE keeps samples of expressions too, and of a person's number not even the hash
 * may stay.
 */
const contactIndex = (name: string, index: string, on: string): Migration => ({
  name,
  transaction: false,
  lockTimeoutMs: 600_000,
  sql: [
    ...indexMigration(name, { index, on: `ON member_profiles ${on}` }).sql,
    `ALTER INDEX ${index} ALTER COLUMN 2 SET STATISTICS 0`,
  ],
});

/**
 * Adds indexes that find members by phone number and email. They contain hashes, so no number or address is
 * in an index and none is too long for it. Members without either have no entry. The third one finds texts to
 * which the job `fold-profiles` has something to add.
 */
export const findMembersMigrations: readonly Migration[] = [
  contactIndex(
    '0271a-members-by-phone',
    'member_profiles_phone',
    `(environment_id, hashtextextended(translate(phone, ' ().-', ''), environment_id))
       WHERE phone IS NOT NULL AND search_text <> ''`,
  ),
  contactIndex(
    '0271b-members-by-email',
    'member_profiles_email',
    `(environment_id, hashtextextended(split_part(search_text, U&'\\FFFF', 3), environment_id))
       WHERE email IS NOT NULL AND search_text <> ''`,
  ),
  indexMigration('0271c-profiles-to-fold', {
    index: 'member_profiles_unfolded',
    on: `ON member_profiles (environment_id, member_id)
         WHERE (phone IS NOT NULL OR octet_length(search_text) > char_length(search_text) + 4)
           AND search_text LIKE U&'%\\FFFF%\\FFFF%' AND search_text NOT LIKE U&'%\\FFFF%\\FFFF%\\FFFF%'`,
  }),
];
