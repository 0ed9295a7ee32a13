const similarMax = 5;
const lettersCompared = 4;

/**
 * Returns at most 5 names of time zones that begin like the last part of the text, or have a part after a
 * slash that does.
 */
export const nearestZones = (text: string): readonly string[] => {
  const beginning = lettersOf(text.split('/').at(-1) ?? '').slice(0, lettersCompared);
  if (beginning.length < 2) return [];
  return Intl.supportedValuesOf('timeZone')
    .filter((name) => name.split('/').some((part) => lettersOf(part).startsWith(beginning)))
    .slice(0, similarMax);
};

/** Returns the letters in lower case, without accents, blanks and underscores. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();
