import type { EnvironmentId } from '@loyalty/kernel';

interface SearchableMember {
  readonly externalRef: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** Separates the fields, so that no needle spans two of them. No text contains this character. */
const between = '\uffff';

/**
 * Returns the text in which members are searched. Its first three fields are those that builds before 0.4
 * write and search.
 */
export const searchTextOf = ({ externalRef, name, email, phone }: SearchableMember): string =>
  completeSearchText(foldText([externalRef, name ?? '', email ?? ''].join(between)), phone);

/**
 * Adds the digits of the telephone number and the fields with accents in a form without them. It adds at
 * least two fields, by which the job `fold-profiles` recognises that they were added. It adds nothing if the
 * text is only ASCII and there is no number.
 */
export const completeSearchText = (text: string, phone: string | null): string => {
  if (phone === null && !/[\u0080-\ufffe]/.test(text)) return text;
  const plain = text.split(between).flatMap((field) => {
    const bare = unaccentedText(field);
    return bare === field ? [] : [bare];
  });
  return [text, phone === null ? '' : digitsOf(phone), plain.join(between)].join(between);
};

/** Removes the characters that may be between the digits of a telephone number; a leading plus stays. */
export const digitsOf = (phone: string): string => phone.replaceAll(/[ ().-]/g, '');

/**
 * Folds by Unicode, because under the locale C the database folds only ASCII. Both forms of the small sigma
 * become one.
 */
export const foldText = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** Folds as `foldText` does, and removes accents, however they are encoded. An accent of its own is an apostrophe. */
export const unaccentedText = (text: string): string =>
  foldText(text.replaceAll('´', "'").normalize('NFKD').replaceAll(accents, '').normalize('NFC')).replaceAll(
    /[ßæœøđðłħıþ]/g,
    (letter) => letters[letter] ?? letter,
  );

const accents = /[\u0300-\u036f]/g;

/** Letters that Unicode does not take for one with an accent. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
};

/**
 * Returns the needles, one of which a text must contain: without accents, and as it is, for texts that are
 * not completed. None is empty, because every text would contain it, and none spans two fields; so there may
 * be no needle.
 */
export const needlesOf = (search: string): readonly string[] =>
  [...new Set([unaccentedText(search), foldText(search)])].filter(
    (needle) => needle !== '' && !needle.includes(between),
  );

/** Signs that keyboards, tills and spreadsheets write for one another. The hyphen is last, as brackets need it. */
const apostrophes = "'‘’ʼʹ′´`＇";
const hyphens = '‐‑‒–—―−－-';
const blanks = String.raw` \t\n\r\u00a0\u2000-\u200a\u202f\u3000`;

const anySign = new RegExp(`([${blanks}]+|[${apostrophes}]|[${hyphens}])`, 'u');

/** Texts stand at even places, and the signs between them at odd ones. */
const piecesOf = (needle: string): readonly string[] => needle.split(anySign);

/**
 * Returns the regular expression of Postgres that finds the needle whichever apostrophes, hyphens and runs of
 * blanks stand in the text; null if the needle has none of them. All else is literal.
 */
export const patternOf = (needle: string): string | null => {
  const pieces = piecesOf(needle);
  if (pieces.length === 1) return null;
  return pieces.map((piece, at) => (at % 2 === 0 ? literal(piece) : classOf(piece))).join('');
};

const literal = (text: string): string => text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);

const classOf = (sign: string): string => {
  if (apostrophes.includes(sign)) return `[${apostrophes}]`;
  return hyphens.includes(sign) ? `[${hyphens}]` : `[${blanks}]+`;
};

/** Returns the grams that each text with the needle has; none if the needle is too short for the index. */
export const gramsOfNeedle = (environmentId: EnvironmentId, needle: string): number[] =>
  piecesOf(needle).flatMap((piece, at) => (at % 2 === 0 ? gramsOf(environmentId, piece) : []));

/** Returns the forms that an email address may have in the text, whichever way its accents are encoded. */
export const foldedEmailsOf = (email: string): readonly string[] => [
  ...new Set([foldText(email.normalize('NFC')), foldText(email.normalize('NFD'))]),
];

/** Returns the needle at the beginning of a field. */
export const fieldFrom = (needle: string): string => between + needle;

/** The number of UTF-16 units in a gram. */
const gramLength = 3;

/**
 * Returns each gram of a text once. The hash includes the environment, so tenants that share an index do not
 * share its lists.
 */
export const gramsOf = (environmentId: EnvironmentId, folded: string): number[] => {
  const grams = new Set<number>();
  for (let at = 0; at + gramLength <= folded.length; at += 1) grams.add(hashOf(environmentId, folded, at));
  return [...grams];
};

/** FNV-1a, as the signed integer that Postgres stores. */
const hashOf = (environmentId: number, text: string, at: number): number => {
  let hash = mixed(fnvOffset, environmentId);
  for (let unit = at; unit < at + gramLength; unit += 1) hash = mixed(hash, text.charCodeAt(unit));
  return hash | 0;
};

const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;

const mixed = (hash: number, value: number): number => {
  let after = Math.imul(hash ^ (value & 0xffff), fnvPrime);
  after = Math.imul(after ^ (value >>> 16), fnvPrime);
  return after ^ (after >>> 15);
};
