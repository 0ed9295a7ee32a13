import { centsField, numberField, typedCents, typedNumber } from './typed-number.ts';

export interface BasketLine {
  readonly sku: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly categories?: readonly string[];
}

/** A basket that can be explained, as the API takes it. */
export interface Basket {
  readonly memberRef: string;
  readonly amount: number;
  readonly storeRef?: string;
  readonly currency?: string;
  readonly occurredAt?: string;
  readonly products?: readonly BasketLine[];
}

export interface LineFields {
  readonly sku: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly categories: string;
}

/** As it is typed. */
export interface BasketFields {
  readonly memberRef: string;
  readonly amount: string;
  readonly storeRef: string;
  readonly currency: string;
  readonly occurredAt: string;
  readonly lines: readonly LineFields[];
}

export const noLine: LineFields = { sku: '', quantity: '1', unitPrice: '', categories: '' };

export const noBasket: BasketFields = {
  memberRef: '',
  amount: '',
  storeRef: '',
  currency: '',
  occurredAt: '',
  lines: [],
};

export const basketFields = (basket: Partial<Basket>, locale?: string): BasketFields => ({
  memberRef: basket.memberRef ?? '',
  amount: centsField(basket.amount, locale),
  storeRef: basket.storeRef ?? '',
  currency: basket.currency ?? '',
  occurredAt: minuteOf(basket.occurredAt),
  lines: (basket.products ?? []).map(({ sku, quantity, unitPrice, categories = [] }) => ({
    sku,
    quantity: numberField(quantity, locale),
    unitPrice: centsField(unitPrice, locale),
    categories: categories.join(', '),
  })),
});

/** As a field for day and time holds it, in UTC. */
const minuteOf = (iso: string | undefined): string => {
  const atMs = Date.parse(iso ?? '');
  return Number.isNaN(atMs) ? '' : new Date(atMs).toISOString().slice(0, 16);
};

/** Names of fields that cannot be read, as JSON pointers into the body. */
export type BasketFaults = ReadonlySet<string>;

/**
 * Reads what was typed. Numbers and times that cannot be read are faults here; whatever else is wrong, the API says.
 */
export const readBasket = (
  fields: BasketFields,
  locale?: string,
): { readonly basket: Basket; readonly faults: BasketFaults } => {
  const faults = new Set<string>();
  const read = (pointer: string, value: number | null): number => {
    if (value === null) faults.add(pointer);
    return value ?? 0;
  };
  const products = fields.lines.map((line, place) => ({
    sku: line.sku.trim(),
    quantity: read(`/products/${place.toString()}/quantity`, typedNumber(line.quantity, locale)),
    unitPrice: read(`/products/${place.toString()}/unitPrice`, typedCents(line.unitPrice, locale)),
    ...categoriesOf(line.categories),
  }));
  const basket = {
    memberRef: fields.memberRef.trim(),
    amount: read('/amount', typedCents(fields.amount, locale)),
    ...given('storeRef', fields.storeRef.trim()),
    ...given('currency', fields.currency.trim().toUpperCase()),
    ...given('occurredAt', fields.occurredAt === '' ? '' : `${fields.occurredAt}:00Z`),
    ...(products.length === 0 ? {} : { products }),
  };
  return { basket, faults };
};

const given = <Name extends string>(name: Name, text: string): Readonly<Partial<Record<Name, string>>> =>
  (text === '' ? {} : { [name]: text }) as Readonly<Partial<Record<Name, string>>>;

const categoriesOf = (text: string): Pick<BasketLine, 'categories'> => {
  const categories = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return categories.length === 0 ? {} : { categories };
};

/** Returns a basket from an address or a log; null for anything else. It is judged by the API alone. */
export const basketFrom = (value: unknown): Basket | null => {
  if (typeof value !== 'object' || value === null) return null;
  const { memberRef, amount, storeRef, currency, occurredAt, products } = value as Record<string, unknown>;
  if (typeof memberRef !== 'string' || typeof amount !== 'number') return null;
  const lines = Array.isArray(products) ? products.filter(isLine) : [];
  return {
    memberRef,
    amount,
    ...texts({ storeRef, currency, occurredAt }),
    ...(lines.length === 0 ? {} : { products: lines }),
  };
};

const texts = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

const isLine = (value: unknown): value is BasketLine => {
  if (typeof value !== 'object' || value === null) return false;
  const { sku, quantity, unitPrice, categories } = value as Record<string, unknown>;
  return (
    typeof sku === 'string' &&
    typeof quantity === 'number' &&
    typeof unitPrice === 'number' &&
    (categories === undefined ||
      (Array.isArray(categories) && categories.every((one) => typeof one === 'string')))
  );
};
