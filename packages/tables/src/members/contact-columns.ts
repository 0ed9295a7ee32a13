/** The separator of a search text, as Postgres writes it. */
const between = String.raw`U&'\FFFF'`;

/** Indexes of `0271` serve these expressions: they must be written as they are there. `p` is a profile. */
export const phoneDigits = `translate(p.phone, ' ().-', '')`;
export const foldedEmail = `split_part(p.search_text, ${between}, 3)`;

/** Leaves out erased members, whose placeholders are no contacts. */
export const hasPhone = `p.phone IS NOT NULL AND p.search_text <> ''`;
export const hasEmail = `p.email IS NOT NULL AND p.search_text <> ''`;

/** Compares `expression` with the texts of a parameter, by the index of its hashes. */
export const isOneOf = (expression: string, texts: string): string =>
  `hashtextextended(${expression}, p.environment_id)
     = ANY (ARRAY(SELECT hashtextextended(t, $1::int) FROM unnest(${texts}::text[]) AS t))
   AND ${expression} = ANY (${texts}::text[])`;

/**
 * A text to which `completeSearchText` would add: its member has a telephone number, or it is not of ASCII
 * beyond the two separators of three bytes. An erased member's text has no separators.
 */
export const toFold = `(phone IS NOT NULL OR octet_length(search_text) > char_length(search_text) + 4)
  AND search_text LIKE U&'%\\FFFF%\\FFFF%' AND search_text NOT LIKE U&'%\\FFFF%\\FFFF%\\FFFF%'`;
