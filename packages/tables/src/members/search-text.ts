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

/** Folds as `foldText` does, and removes accents, however they are encoded. */
export const unaccentedText = (text: string): string =>
  foldText(text.normalize('NFKD').replaceAll(accents, '').normalize('NFC')).replaceAll(
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

/** Returns the forms that an email address may have in the text, whichever way its accents are encoded. */
export const foldedEmailsOf = (email: string): readonly string[] => [
  ...new Set([foldText(email.normalize('NFC')), foldText(email.normalize('NFD'))]),
];

/** Returns the needle at the beginning of a field. */
export const fieldFrom = (needle: string): string => between + needle;

/** The number of UTF-16 units in a gram. A shorter needle has no grams. */
export const gramLength = 3;

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
