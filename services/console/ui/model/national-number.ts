/** This many digits are dialled within the smallest countries that number nationally. */
const digitsMin = 7;

/** True for what may be a telephone number as people dial it at home: digits, without a country's code. */
const isNationalNumber = (text: string): boolean =>
  /^\(?[\d][\d ().-]*$/.test(text) &&
  !text.startsWith('00') &&
  text.replaceAll(/\D/g, '').length >= digitsMin;

/**
 * True if a search for this national telephone number can find nothing, because the environment does not say
 * in which country it is dialled. An older API does not say whether it does.
 */
export const isCountryMissing = (
  text: string,
  list: { readonly phoneCountry?: string | null } | undefined,
): boolean => isNationalNumber(text) && list?.phoneCountry === null;
