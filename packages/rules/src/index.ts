export { segmentsNamedBy } from './conditions/named-ids.ts';
export {
  type Account,
  type Claim,
  isReferenceRefused,
  type MemberState,
  type ReferenceState,
} from './member.ts';
export {
  emptyBasketsVersion,
  narrowKeysVersion,
  notesVersion,
  referencesVersion,
  requireKnownRules,
  rulesVersion,
  rulesVersionOf,
} from './rules-version.ts';
export type { Closed, EventDefinition, Mode, Snapshot } from './snapshot.ts';
