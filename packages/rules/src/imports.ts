/** What a member brings along from another programme. */

export {
  decideOpening,
  type DecidedOpening,
  type MemberOpening,
  openingDescription,
  type OpeningLot,
  type OpeningRefusal,
} from './imports/decide-opening.ts';
