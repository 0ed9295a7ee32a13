/** This many digits are dialled within the smallest countries that number nationally. */
const digitsMin = 7;

/** True for what may be a telephone number as people dial it at home: digits, without a country's code. */
export const isNationalNumber = (text: string): boolean =>
  /^\(?[\d][\d ().-]*$/.test(text) &&
  !text.startsWith('00') &&
  text.replaceAll(/\D/g, '').length >= digitsMin;
