import { given, type Search, textIn } from '../../model/address.ts';

export const memberTabs = [
  'ledger',
  'timeline',
  'receipts',
  'rewards',
  'events',
  'consents',
  'figures',
] as const;
export type MemberTab = (typeof memberTabs)[number];

interface MemberPageSearch {
  readonly tab?: MemberTab;
  /** This is a type of the ledger, or of the receipts. */
  readonly type?: string;
}

export const memberSearch = ({ tab, type }: Search): MemberPageSearch =>
  given({ tab: memberTabs.find((one) => one === tab && one !== 'ledger'), type: textIn(type) });
