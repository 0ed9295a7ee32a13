export * from './failed-requests.ts';
export * from './invariant-checks.ts';
export * from './ledger.ts';
export * from './lock-accounts.ts';
export * from './members.ts';
export * from './migrations/0200-accounts.ts';
export * from './store-transactions.ts';
export * from './stored-answers.ts';
