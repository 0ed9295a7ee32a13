/** The first phase of an erasure, and what replaces the references of an erased member. */

export {
  eraseMember,
  type ErasureCursor,
  type KeptErasure,
  listErasures,
  reapplyErasure,
} from './erasure/erase-member.ts';
export { emptyLateRejected, placeholderOfMember, replaceReference } from './erasure/erased-references.ts';
