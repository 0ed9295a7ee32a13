export { segmentsNamedBy } from './conditions/named-ids.ts';
export type { Account, Claim, MemberState } from './member.ts';
export {
  emptyBasketsVersion,
  narrowKeysVersion,
  requireKnownRules,
  rulesVersion,
  rulesVersionOf,
} from './rules-version.ts';
export { currencyOf, type Closed, type EventDefinition, type Mode, type Snapshot } from './snapshot.ts';
