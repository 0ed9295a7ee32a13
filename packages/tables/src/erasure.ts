/** The first phase of erasure, erasures that are listed, and reapplied after a restore. */

export {
  eraseMember,
  type ErasurePlace,
  type KeptErasure,
  listErasures,
  reapplyErasure,
} from './erasure/erase-member.ts';
