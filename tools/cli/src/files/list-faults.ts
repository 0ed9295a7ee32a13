import { invisibleCharacter } from '@loyalty/contracts/http';

/** How a file with one value in each line is read. */
export interface ListFormat {
  /** The noun for a value, for example `code`. */
  readonly noun: string;
  /** True if a line with more columns than the first one may be a value with a comma. */
  readonly mayHaveCommas: boolean;
  /** True if spaces and tabs around a value do not belong to it. */
  readonly isTrimmed: boolean;
  /** True if each line is one value as it is: no columns, no quotation marks, no header. */
  readonly isWhole: boolean;
  /** The separator; null means a comma, and a value that contains another usual separator is refused. */
  readonly separator: string | null;
  /** True if the first line is a header. Null means that it is refused if it looks like one. */
  readonly hasHeader: boolean | null;
}

export interface ListedField {
  /** The whole line, or the lines of one record. */
  readonly text: string;
  readonly value: string;
  readonly columns: number;
}

/**
 * Returns the end of a sentence that begins with the line and says what to do; null for a value that is
 * valid.
 */
export const listFaultOf = (field: ListedField, columnsMax: number, form: ListFormat): string | null => {
  const isQuoted = field.text.startsWith('"');
  const found = faults.find(({ is, inQuotes }) => (inQuotes || !isQuoted) && is(field.value, form));
  if (found !== undefined) return found.says(field.value, form);
  return form.mayHaveCommas && field.columns > columnsMax
    ? columnsText(field.columns, columnsMax, form)
    : null;
};

/** Returns the fault of a line that is not a record of a CSV. */
export const recordFaultOf = (outcome: 'stray' | 'unclosed', { noun }: ListFormat): string =>
  outcome === 'stray'
    ? `has a quotation mark in it: put the ${noun} in "…" and double the mark inside, or pass --lines`
    : `begins with a quotation mark that is never closed: remove it, or pass --lines if it belongs to the ${noun}`;

export const headerText = (value: string, { noun }: ListFormat): string =>
  `«${shortened(value)}» looks like a header: pass --header to skip the first line, or --no-header if it is a ${noun}`;

interface ListFault {
  readonly is: (value: string, form: ListFormat) => boolean;
  readonly says: (value: string, form: ListFormat) => string;
  /** Whether a value in quotation marks has the fault, too. They say that a separator in it is meant. */
  readonly inQuotes: boolean;
}

const separatorNames: Readonly<Record<string, string>> = { ';': 'semicolon', '\t': 'tab', '|': 'bar' };
const otherSeparator = /[;\t|]/u;

const names: ReadonlyMap<string, string> = new Map([
  ['\n', 'line feed'],
  ['\r', 'carriage return'],
  ['\0', 'NUL'],
  ['\u00A0', 'no-break space'],
  ['\u00AD', 'soft hyphen'],
  ['\u200B', 'zero width space'],
  ['\u200C', 'zero width non-joiner'],
  ['\u200D', 'zero width joiner'],
  ['\u2060', 'word joiner'],
  ['\u202F', 'narrow no-break space'],
  ['\uFEFF', 'byte order mark'],
]);

/** A long number of digits is one that a spreadsheet has turned into a power of ten. */
export const isRoundedNumber = (value: string): boolean => /^\d([.,]\d+)?E\+\d+$/i.test(value);

const asIs = ({ noun }: ListFormat): string => `pass --lines if it belongs to the ${noun}`;

/** Faults are in the order in which they are looked for. */
const faults: readonly ListFault[] = [
  {
    is: (value, { separator }) => separator === null && otherSeparator.test(value),
    says: (value, form) => {
      const [found = ''] = otherSeparator.exec(value) ?? [];
      const name = separatorNames[found] ?? found;
      return (
        `has a ${name} in it: pass --separator ${name} if it separates columns, ` +
        `or put the ${form.noun} in "…" if it belongs to it`
      );
    },
    inQuotes: false,
  },
  {
    is: (value) => value.includes('\uFFFD'),
    says: () => 'is not UTF-8: convert the file, for example with «iconv -f WINDOWS-1252 -t UTF-8»',
    inQuotes: true,
  },
  {
    is: (value) => invisibleCharacter.test(value),
    says: (value, form) => {
      const [found = ''] = invisibleCharacter.exec(value) ?? [];
      return `has an invisible character in it (${characterText(found)}): remove it, or ${asIs(form)}`;
    },
    inQuotes: true,
  },
  {
    is: (value) => /^(['‘’‚`´].*|[“”„«»].*|.*[“”«»])$/u.test(value),
    says: (_value, form) =>
      `has quotation marks that CSV does not use: remove them, or put the ${form.noun} in "…" if they belong to it`,
    inQuotes: false,
  },
  {
    is: isRoundedNumber,
    says: (_value, form) =>
      `is a number that a spreadsheet has rounded: save the column as text, or ${asIs(form)}`,
    inQuotes: true,
  },
  {
    is: (value) =>
      /^(#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)|#+|\(?null\)?|undefined|NaN|\\N)$/i.test(value),
    says: (_value, form) =>
      `is what an export writes for a missing ${form.noun}: remove it, or put it in "…" if it really is a ${form.noun}`,
    inQuotes: false,
  },
];

const characterText = (character: string): string => {
  const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const name = names.get(character);
  return name === undefined ? `U+${point}` : `U+${point}, ${name}`;
};

const columnsText = (columns: number, most: number, { noun }: ListFormat): string =>
  `has ${columns.toString()} columns, but the first line has ${most.toString()}: ` +
  `put a ${noun} that contains a separator in quotation marks, or pass --lines if each line is one ${noun}`;

const shortened = (value: string): string => (value.length > 40 ? `${value.slice(0, 40)}…` : value);

/** Names of columns in files of codes and members, without what joins their words. */
const headerNames: ReadonlySet<string> = new Set(
  [
    'code codes vouchercode vouchercodes voucher vouchers couponcode couponcodes coupon coupons promocode',
    'promotioncode discountcode giftcard giftcardcode giftcode rewardcode redemptioncode serial serialnumber serialno',
    'pin number value token key barcode ean id ids uuid member members memberid memberref memberreference membernumber',
    'externalref externalid reference ref customer customers customerid customerref customernumber customerno',
    'customerreference clientid userid user username account accountid accountnumber cardnumber loyaltycard',
    'loyaltyid loyaltynumber email emailaddress phone phonenumber name firstname msisdn kundennummer gutscheincode',
    'codigo código codeclient numeroclient',
  ].flatMap((line) => line.split(' ')),
);

const shapedAfter = 3;
const lookedAt = 20;

/**
 * Returns true for a header, which is recognised by a column's name, or because it alone has no digit and
 * differs in length from all lines that follow.
 */
export const isHeader = (first: ListedField, others: readonly ListedField[]): boolean => {
  const nameOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  if (headerNames.has(nameOf(first.value))) return true;
  const next = others.slice(0, lookedAt).map(({ value }) => value);
  return (
    next.length >= shapedAfter &&
    !/\d/.test(first.value) &&
    next.every((value) => /\d/.test(value) && value.length !== first.value.length)
  );
};
