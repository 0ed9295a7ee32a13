/** By code units, whatever the locale of the process or the release of Node: several processes lock rows in this order. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
