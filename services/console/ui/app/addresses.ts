import { asBasket, type Basket } from '../model/basket.ts';

/** A router reads digits as a number. */
const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? value.toString()
      : undefined;

export const memberTabs = ['ledger', 'receipts', 'rewards', 'events', 'consents', 'figures'] as const;
export type MemberTab = (typeof memberTabs)[number];

export interface MemberPageSearch {
  readonly tab?: MemberTab;
  /** Of the ledger, or of the receipts. */
  readonly type?: string;
}

export const memberSearch = ({ tab, type }: Readonly<Record<string, unknown>>): MemberPageSearch => {
  const known = memberTabs.find((one) => one === tab && one !== 'ledger');
  const filter = textIn(type);
  return Object.assign(
    {},
    known === undefined ? {} : { tab: known },
    filter === undefined ? {} : { type: filter },
  );
};

export interface WhySearch {
  readonly receipt?: string;
  /** As it was typed: a link shows the same. */
  readonly basket?: Basket;
  /** Of a member's page: begins a basket of theirs. */
  readonly member?: string;
}

export const whySearch = (search: Readonly<Record<string, unknown>>): WhySearch => {
  const [receipt, member] = [textIn(search['receipt']), textIn(search['member'])];
  const basket = asBasket(search['basket']);
  return Object.assign(
    {},
    receipt === undefined ? {} : { receipt },
    basket === null ? {} : { basket },
    member === undefined ? {} : { member },
  );
};
