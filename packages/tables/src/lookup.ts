/** Bounded caches in front of the database: by version, by age, and with a share for each owner. */

export { createLruMap, createSharedLruMap } from './lookup/lru-map.ts';
export { createTimedLookup, type HeldValue, renewed, singleFlight } from './lookup/timed-lookup.ts';
export { createVersionedCache, loadNewest, type VersionedCache } from './lookup/versioned-cache.ts';
