/** The reference of a transaction in a JSON text; empty where there is none. */
export const transactionRefIn = (text: string): string => /"transactionRef":"([^"]+)"/.exec(text)?.[1] ?? '';
