/** Returns the transactionRef in a JSON text; an empty string without one. */
export const transactionRefIn = (text: string): string => /"transactionRef":"([^"]+)"/.exec(text)?.[1] ?? '';
