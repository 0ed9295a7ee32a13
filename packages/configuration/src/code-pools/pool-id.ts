declare const brand: unique symbol;

/** Names a pool of codes in the database, whichever environment it belongs to. */
export type PoolId = number & { readonly [brand]: 'PoolId' };
