/** The invariants of the stored data that `loyaltyctl check` checks. */

export { checkDeliveries } from './checks/check-deliveries.ts';
export { invariantChecks, type InvariantFinding, runInvariantCheck } from './checks/invariant-checks.ts';
export { poolChecks } from './checks/subject-checks.ts';
