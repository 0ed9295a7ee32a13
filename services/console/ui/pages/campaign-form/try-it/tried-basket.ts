import type { Json, JsonObject } from '../../../model/drafts/draft.ts';
import { typedCents, typedNumber } from '../../../model/numbers/typed-number.ts';

/** A line as somebody types it. */
export interface TriedLine {
  readonly sku: string;
  readonly categories: string;
  readonly quantity: string;
  readonly price: string;
  /** The amount that was paid for the line; if it is empty, quantity × price. */
  readonly amount: string;
}

export interface TriedAttribute {
  readonly name: string;
  readonly value: string;
}

export interface TriedBasket {
  readonly memberRef: string;
  readonly lines: readonly TriedLine[];
  /** The amount, which counts if there is no line. */
  readonly amount: string;
  readonly storeRef: string;
  readonly currency: string;
  readonly at: string;
  readonly attributes: readonly TriedAttribute[];
}

/** A text that cannot be read is sent as it was typed: the API says what it wants instead. */
const numberOf = (text: string, locale?: string): Json => typedNumber(text, locale) ?? text;
const centsOf = (text: string, locale?: string): Json => typedCents(text, locale) ?? text;

/** Returns the sum of the lines in cents; null if a line cannot be counted. */
export const totalOf = (lines: readonly TriedLine[], locale?: string): number | null => {
  let total = 0;
  for (const { quantity, price, amount } of lines) {
    const count = typedNumber(quantity, locale);
    const cents = typedCents(price, locale);
    const paid = amount.trim() === '' ? null : typedCents(amount, locale);
    if (count === null || cents === null || (amount.trim() !== '' && paid === null)) return null;
    total += paid ?? Math.round(count * cents);
  }
  return total;
};

/** Returns true if nothing is missing and every number can be read, so that the basket can be judged. */
export const isWhole = ({ memberRef, lines, amount }: TriedBasket, locale?: string): boolean => {
  if (memberRef.trim() === '') return false;
  if (lines.length === 0) return typedCents(amount, locale) !== null;
  return lines.every(({ sku }) => sku.trim() !== '') && totalOf(lines, locale) !== null;
};

/** This is the length of `2026-12-24T10:30`, as browsers write an instant without seconds. */
const minutesLength = 16;

/** Returns the body of a request for what a draft awards for the basket. */
export const explainBodyOf = (
  basket: TriedBasket,
  draft: { readonly campaign: JsonObject; readonly campaignId: string | null },
  locale?: string,
): JsonObject => {
  const { memberRef, lines, amount, storeRef, currency, at, attributes } = basket;
  const products = lines.map(({ sku, categories, quantity, price, amount: paid }) => {
    const names = categories
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    return {
      sku: sku.trim(),
      quantity: numberOf(quantity, locale),
      unitPrice: centsOf(price, locale),
      ...(names.length === 0 ? {} : { categories: names }),
      ...(paid.trim() === '' ? {} : { amount: centsOf(paid, locale) }),
    };
  });
  const said = (name: string, text: string): JsonObject =>
    text.trim() === '' ? {} : { [name]: text.trim() };
  return {
    memberRef: memberRef.trim(),
    amount: lines.length === 0 ? centsOf(amount, locale) : totalOf(lines, locale),
    ...(products.length === 0 ? {} : { products }),
    ...said('storeRef', storeRef),
    ...said('currency', currency),
    ...saidAttributes(attributes),
    ...said('occurredAt', at === '' ? '' : `${at}${at.length === minutesLength ? ':00' : ''}Z`),
    drafts: [
      draft.campaignId === null
        ? { campaign: draft.campaign }
        : { campaignId: draft.campaignId, campaign: draft.campaign },
    ],
  };
};

/** One without a name and a value is still empty. */
const saidAttributes = (attributes: readonly TriedAttribute[]): JsonObject => {
  const said = attributes.filter(({ name, value }) => name.trim() !== '' || value !== '');
  return said.length === 0
    ? {}
    : { attributes: Object.fromEntries(said.map(({ name, value }) => [name.trim(), value])) };
};

const draftPointer = '/drafts/0/campaign';

/**
 * Divides what the API says about the body into faults of the draft, by its own pointers, and faults of the
 * basket.
 */
export const splitFaults = (
  faults: ReadonlyMap<string, string>,
): { readonly ofDraft: ReadonlyMap<string, string>; readonly ofBasket: ReadonlyMap<string, string> } => {
  const isOfDraft = (pointer: string): boolean =>
    pointer === draftPointer || pointer.startsWith(`${draftPointer}/`);
  const all = [...faults];
  return {
    ofDraft: new Map(
      all
        .filter(([pointer]) => isOfDraft(pointer))
        .map(([pointer, message]) => [pointer.slice(draftPointer.length), message]),
    ),
    ofBasket: new Map(all.filter(([pointer]) => !isOfDraft(pointer))),
  };
};
