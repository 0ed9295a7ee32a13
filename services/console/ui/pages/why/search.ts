import { given, type Search, textIn } from '../../model/address.ts';
import { basketFrom, type Basket } from './basket.ts';

export interface WhySearch {
  readonly receipt?: string;
  /** The basket as it was typed, so that a link shows the same one. */
  readonly basket?: Basket;
  /** The member of a new basket, which a member's page sets. */
  readonly member?: string;
}

export const whySearch = ({ receipt, basket, member }: Search): WhySearch =>
  given({ receipt: textIn(receipt), basket: basketFrom(basket) ?? undefined, member: textIn(member) });
