/** The separator of a search text, as Postgres writes it. */
const between = String.raw`U&'\FFFF'`;

/**
 * SQL: the digits of a phone number of the profile `p`. The indexes of `0271` serve these expressions, so
 * they must be written exactly as they are there.
 */
export const phoneDigits = `translate(p.phone, ' ().-', '')`;
export const foldedEmail = `split_part(p.search_text, ${between}, 3)`;

/**
 * SQL: true for profiles with a phone number. It leaves out erased members, whose placeholders are no
 * contacts.
 */
export const hasPhone = `p.phone IS NOT NULL AND p.search_text <> ''`;
export const hasEmail = `p.email IS NOT NULL AND p.search_text <> ''`;

/** Returns SQL that compares `expression` with the texts of a parameter, by the index of its hashes. */
export const isOneOf = (expression: string, texts: string): string =>
  `hashtextextended(${expression}, p.environment_id)
     = ANY (ARRAY(SELECT hashtextextended(t, $1::int) FROM unnest(${texts}::text[]) AS t))
   AND ${expression} = ANY (${texts}::text[])`;

/**
 * SQL: true for a text to which `completeSearchText` would add something. Its member has a telephone number,
 * or the text has more characters outside ASCII than the two separators of three bytes. An erased member's
 * text has no separators.
 */
export const toFold = `(phone IS NOT NULL OR octet_length(search_text) > char_length(search_text) + 4)
  AND search_text LIKE U&'%\\FFFF%\\FFFF%' AND search_text NOT LIKE U&'%\\FFFF%\\FFFF%\\FFFF%'`;
