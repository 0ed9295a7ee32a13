/** The checks of stored data that `loyaltyctl check` runs. */

export {
  checkChanged,
  type CheckMark,
  type CheckScope,
  readCheckMark,
  readStartMark,
  storeCheckMark,
} from './checks/changed-checks.ts';
export { checkConditions } from './checks/condition-checks.ts';
export {
  checkDeliveries,
  invariantChecks,
  type InvariantFinding,
  runInvariantCheck,
} from './checks/invariant-checks.ts';
export { checkIndexes, checkKeys, checkTextOrder } from './checks/key-checks.ts';
