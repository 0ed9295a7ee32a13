export * from './backoff.ts';
export * from './clock.ts';
export * from './fault.ts';
export * from './group-by.ts';
export * from './ids.ts';
export * from './invariant.ts';
export * from './lifecycle.ts';
export * from './settle-together.ts';
