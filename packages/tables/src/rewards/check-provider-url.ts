/** The table stores up to 2,048 characters, and every server accepts so many. */
const urlLengthMax = 2_048;

/** Returns why a text cannot be the address of a provider, as the end of a sentence; null when it can. */
export const checkProviderUrl = (text: string): string | null => {
  if (text.length > urlLengthMax) return `has more than ${urlLengthMax.toString()} characters`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return 'is no http or https URL';
  return url.username === '' && url.password === '' ? null : 'has a user or password in it';
};
