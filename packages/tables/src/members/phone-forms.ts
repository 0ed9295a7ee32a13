import { fieldFrom, digitsOf } from './search-text.ts';

type Phones = typeof import('libphonenumber-js/min');
type CountryCode = import('libphonenumber-js/min').CountryCode;

/** National numbers are dialled in this country. */
interface Country {
  readonly phones: Phones;
  readonly country: CountryCode;
}

/**
 * The numbering plans are 80 kB, and few processes look for a number, so they are loaded for the first one.
 */
const loadCountry = async (country: string | null): Promise<Country | null> => {
  if (country === null) return null;
  const phones = await import('libphonenumber-js/min');
  return phones.isSupportedCountry(country) ? { phones, country } : null;
};

/**
 * Returns every form in which a member's number may be stored and still be the number that is searched, as
 * digits with or without a leading plus (D53). With a country, this includes its national forms; without one,
 * national numbers only match themselves.
 */
export const phoneFormsOf = async (asked: string, country: string | null): Promise<readonly string[]> => {
  const digits = dialledOf(asked);
  const known = await loadCountry(country);
  // Australia dials 0011 where others dial 00.
  const number = known === null ? null : (numberOf(known, digits) ?? numberOf(known, withPlus(digits)));
  const forms = known === null || number === null ? [] : formsOf(known, number);
  return [...new Set([...international(number ?? withPlus(digits)), ...forms])];
};

/** A plus that was not encoded in a URL is a blank. */
const dialledOf = (asked: string): string => digitsOf(asked.replace(/^ (?=[1-9])/, '+'));

const withPlus = (digits: string): string => digits.replace(/^00(?=[1-9])/, '+');

const international = (digits: string): readonly string[] =>
  digits.startsWith('+') ? [digits, `00${digits.slice(1)}`] : [digits];

/** E.164; null for what is too short or too long for the country, and for any other. */
const numberOf = ({ phones, country }: Country, digits: string): string | null => {
  const parsed = phones.parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false });
  return parsed?.isPossible() === true ? parsed.number : null;
};

/**
 * Digits that stand before a number within its country, as numbering plans have them. A form with the wrong
 * one is another number, or none.
 */
const trunks = ['', '0', '1', '8', '06'];

/** Returns those of the forms that people and tills write which are this very number in this country. */
const formsOf = (known: Country, number: string): readonly string[] => {
  const parsed = known.phones.parsePhoneNumberFromString(number);
  if (parsed === undefined) return [];
  const { countryCallingCode: code, nationalNumber: rest } = parsed;
  const codes = ['+', '', '00', abroadOf(known)].map((prefix) => prefix + code);
  const written = [
    ...['', ...codes].flatMap((before) => trunks.map((trunk) => before + trunk + rest)),
    digitsOf(parsed.formatNational()),
  ];
  return written.filter((form) => numberOf(known, form) === number);
};

/** Digits that are dialled before the number of another country. */
const abroadOf = ({ phones, country }: Country): string => {
  const metadata = new phones.Metadata();
  metadata.selectNumberingPlan(country);
  return metadata.numberingPlan?.defaultIDDPrefix() ?? metadata.numberingPlan?.IDDPrefix() ?? '';
};

/** Three digits, as many characters as a search by index needs, and nothing but what numbers are written with. */
const isPartOfNumber = (search: string): boolean =>
  /^[+ ]?[\d ().-]+$/.test(search) && search.replaceAll(/\D/g, '').length >= 3;

/** Returns the parts that a member's number may contain if this part of it is searched. */
export const phoneNeedlesOf = async (search: string, country: string | null): Promise<readonly string[]> => {
  if (!isPartOfNumber(search)) return [];
  const digits = withPlus(dialledOf(search));
  const known = await loadCountry(country);
  return known === null ? [digits] : [digits, ...otherBeginnings(known, digits)];
};

/** Returns the international beginning of a national one, and the reverse. */
const otherBeginnings = (known: Country, digits: string): readonly string[] => {
  const code = known.phones.getCountryCallingCode(known.country);
  if (digits.startsWith('+')) {
    if (!digits.startsWith(`+${code}`)) return [];
    const rest = digits.slice(code.length + 1);
    const national = trunks.map((trunk) => trunk + rest);
    return national.filter((form) => beginningOf(known, form) === digits).map(fieldFrom);
  }
  const international = beginningOf(known, digits);
  return international === null || international.includes(digits) ? [] : [fieldFrom(international)];
};

/** Returns the beginning of the international number that begins so; it is null while it has no digit. */
const beginningOf = ({ phones, country }: Country, digits: string): string | null => {
  const typed = new phones.AsYouType(country);
  typed.input(digits);
  return typed.getNumberValue() ?? null;
};
