const similarMax = 5;
const lettersCompared = 4;

/** Names of time zones that begin, behind a slash or not, as the last part of the text does; at most 5. */
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
