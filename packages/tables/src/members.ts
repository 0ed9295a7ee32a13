/** Members as the API shows and changes them: records, locks, profiles, states. */

export {
  type ChangeMemberStateResult,
  type Profile,
  reinstateMember,
  suspendMember,
  suspendMemberAgain,
  updateProfile,
  writeProfile,
} from './members/change-member.ts';
export {
  findMember,
  findMemberByKey,
  lockedAtOnceMax,
  type LockedMember,
  lockMembers,
  type MemberName,
  type MemberRecord,
  readMemberNames,
  readMemberStates,
  type Scope,
} from './members/members.ts';
