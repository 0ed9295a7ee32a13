/** Returns the two ends of an id. Ids that were made one after another are alike in their first characters. */
export const shortId = (id: string): string => `${id.slice(0, 8)}…${id.slice(-4)}`;
