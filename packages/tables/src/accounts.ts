/** The accounts of members as a batch or a job locks and reads them, by key or id; their days of purchase. */

export {
  hasAllIds,
  type KnownAccount,
  lockAccounts,
  type MemberIdentity,
  type MemberRef,
  membersWithIds,
  type NamedAccount,
  type OwnedId,
  readAccountById,
  readAccounts,
  readMemberRefs,
  readNamedAccount,
  readWholeReturns,
  ReferenceMoved,
  type WholeReturns,
} from './accounts/accounts.ts';
export { type KnownReference, readReferences } from './accounts/references.ts';
export {
  type BackdatedPurchase,
  type MemberDayWrites,
  type OpenedDay,
  readStatisticsInputs,
  type StatisticsInputs,
  writeMemberDays,
} from './accounts/member-days.ts';
export {
  type EnrolledMember,
  findEnrolledMembers,
  hasEnrolledMembers,
  noteEnrolledMembers,
  purgeEnrolledMembers,
} from './accounts/enrolled-members.ts';
