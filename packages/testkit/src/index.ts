export * from './eventually.ts';
export * from './line.ts';
export * from './memory-broker.ts';
export * from './memory-database.ts';
export * from './memory-store.ts';
export * from './quick-clock.ts';
export * from './toy-ledger.ts';
export * from './simulation/simulate.ts';
