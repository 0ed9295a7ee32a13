/** The ranges that charts show. */
export const ranges = ['1h', '24h', '7d', '30d'] as const;
export type ShownRange = (typeof ranges)[number];

/** The default, which the address need not name. */
export const defaultRange: ShownRange = '24h';
