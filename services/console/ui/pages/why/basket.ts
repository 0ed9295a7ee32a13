import { linesOf } from '../../model/drafts/typed-list.ts';
import { centsField, numberField, typedCents, typedNumber } from '../../model/numbers/typed-number.ts';

export interface BasketLine {
  readonly sku: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly categories?: readonly string[];
  /** The amount that was paid for the line, in cents. */
  readonly amount?: number;
}

/** A basket that can be explained, in the form of the API. */
export interface Basket {
  readonly memberRef: string;
  readonly amount: number;
  readonly storeRef?: string;
  readonly currency?: string;
  readonly occurredAt?: string;
  readonly products?: readonly BasketLine[];
  /** The attributes; null means that they are not given. */
  readonly attributes?: Readonly<Record<string, string | null>>;
}

export interface LineFields {
  readonly sku: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly categories: string;
  readonly amount: string;
}

/** The fields as they are typed. */
export interface BasketFields {
  readonly memberRef: string;
  readonly amount: string;
  readonly storeRef: string;
  readonly currency: string;
  readonly occurredAt: string;
  /** One attribute in each line, such as `channel=online`. */
  readonly attributes: string;
  readonly lines: readonly LineFields[];
}

export const noLine: LineFields = { sku: '', quantity: '1', unitPrice: '', categories: '', amount: '' };

export const noBasket: BasketFields = {
  memberRef: '',
  amount: '',
  storeRef: '',
  currency: '',
  occurredAt: '',
  attributes: '',
  lines: [],
};

export const basketFields = (basket: Partial<Basket>, locale?: string): BasketFields => ({
  memberRef: basket.memberRef ?? '',
  amount: centsField(basket.amount, locale),
  storeRef: basket.storeRef ?? '',
  currency: basket.currency ?? '',
  occurredAt: minuteOf(basket.occurredAt),
  attributes: Object.entries(basket.attributes ?? {})
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
    .join('\n'),
  lines: (basket.products ?? []).map(({ sku, quantity, unitPrice, categories = [], amount }) => ({
    sku,
    quantity: numberField(quantity, locale),
    unitPrice: centsField(unitPrice, locale),
    categories: categories.join(', '),
    amount: centsField(amount, locale),
  })),
});

/** Returns the minute in UTC, as a field for day and time has it. */
const minuteOf = (iso: string | undefined): string => {
  const atMs = Date.parse(iso ?? '');
  return Number.isNaN(atMs) ? '' : new Date(atMs).toISOString().slice(0, 16);
};

/** These fields of a receipt's basket are stored. */
interface StoredPurchase {
  readonly amount?: number | null;
  readonly storeRef?: string | null;
  readonly occurredAt?: string | null;
}

/** Returns the parts of a receipt's basket that the API keeps. Its products are not among them. */
export const knownBasket = (
  { amount = null, storeRef = null, occurredAt = null }: StoredPurchase,
  memberRef = '',
): Partial<Basket> => ({
  memberRef,
  ...(amount === null ? {} : { amount }),
  ...(storeRef === null ? {} : { storeRef }),
  ...(occurredAt === null ? {} : { occurredAt }),
});

/** The fields that cannot be read, as JSON pointers into the body. */
export type BasketFaults = ReadonlySet<string>;

/**
 * Reads what was typed. Numbers and times that cannot be read are faults here; the API reports anything else
 * that is wrong.
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
    ...(line.amount.trim() === ''
      ? {}
      : { amount: read(`/products/${place.toString()}/amount`, typedCents(line.amount, locale)) }),
  }));
  const basket = {
    memberRef: fields.memberRef.trim(),
    amount: read('/amount', typedCents(fields.amount, locale)),
    ...given('storeRef', fields.storeRef.trim()),
    ...given('currency', fields.currency.trim().toUpperCase()),
    ...given('occurredAt', fields.occurredAt === '' ? '' : `${fields.occurredAt}:00Z`),
    ...(products.length === 0 ? {} : { products }),
    ...attributesOf(fields.attributes),
  };
  return { basket, faults };
};

/** A line without `=` is a name without a value: the API says what it wants. */
const attributesOf = (text: string): Pick<Basket, 'attributes'> => {
  const said = linesOf(text).map((line): readonly [string, string] => {
    const [name = '', ...value] = line.split('=');
    return [name.trim(), value.join('=').trim()];
  });
  return said.length === 0 ? {} : { attributes: Object.fromEntries(said) };
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

/** Returns a basket from an address or a log; null for anything else. Only the API judges it. */
export const basketFrom = (value: unknown): Basket | null => {
  if (typeof value !== 'object' || value === null) return null;
  const { memberRef, amount, storeRef, currency, occurredAt, products, attributes } = value as Record<
    string,
    unknown
  >;
  if (typeof memberRef !== 'string' || typeof amount !== 'number') return null;
  const lines = Array.isArray(products) ? products.filter(isLine) : [];
  return {
    memberRef,
    amount,
    ...texts({ storeRef, currency, occurredAt }),
    ...(lines.length === 0 ? {} : { products: lines }),
    ...(isTexts(attributes) ? { attributes } : {}),
  };
};

const isTexts = (value: unknown): value is Readonly<Record<string, string | null>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((one) => one === null || typeof one === 'string');

const texts = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

const isLine = (value: unknown): value is BasketLine => {
  if (typeof value !== 'object' || value === null) return false;
  const { sku, quantity, unitPrice, categories, amount } = value as Record<string, unknown>;
  const isSold = typeof sku === 'string' && typeof quantity === 'number' && typeof unitPrice === 'number';
  const isPaid = amount === undefined || typeof amount === 'number';
  return isSold && isPaid && (categories === undefined || isTextList(categories));
};

const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
