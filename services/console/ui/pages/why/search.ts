import { given, type Search, textIn } from '../../model/address.ts';
import { basketFrom, type Basket } from './basket.ts';

export interface WhySearch {
  readonly receipt?: string;
  /** The basket is as it was typed: a link shows the same. */
  readonly basket?: Basket;
  /** A member's page sets it, and begins a basket of theirs. */
  readonly member?: string;
}

export const whySearch = ({ receipt, basket, member }: Search): WhySearch =>
  given({ receipt: textIn(receipt), basket: basketFrom(basket) ?? undefined, member: textIn(member) });
