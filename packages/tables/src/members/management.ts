/** Lists and counts of members, and a member's transactions and consents. */

export {
  type ConsentRecord,
  type CurrentConsent,
  insertConsent,
  listConsents,
  readCurrentConsents,
} from './consents.ts';
export { countMembers, findMemberWindow, listMembers, type MemberFilters } from './list-members.ts';
export {
  findTransactionResponse,
  type FoundTransaction,
  listMemberTransactions,
  type MemberTransaction,
} from './member-transactions.ts';
export { addNote, type AddNoteResult, deleteNote, listNotes, notesMax } from './notes.ts';
export { findPurchase, type FoundPurchase } from '../transactions/purchases.ts';
export {
  listReferences,
  putReference,
  type PutReferenceResult,
  type ReferenceOrder,
  type ReferenceRecord,
  releaseReference,
  type ReleaseReferenceResult,
} from './references.ts';
export { mergeMembers, type MergeResult } from './merge-members.ts';
export type { MemberSource } from './scan-members.ts';
export {
  countWindow,
  type MemberSort,
  type MemberTotal,
  type MemberWindow,
  sortMembers,
} from './sort-members.ts';
