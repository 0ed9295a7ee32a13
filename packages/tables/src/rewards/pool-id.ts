declare const brand: unique symbol;

/** The id of a pool of codes in the database, in any environment. */
export type PoolId = number & { readonly [brand]: 'PoolId' };
