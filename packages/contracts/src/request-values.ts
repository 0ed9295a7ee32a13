/**
 * The accepted currency codes. Codes that were withdrawn since 2021 are included, because tills, late
 * receipts and stored campaigns may use them (D34).
 */
export const currencyCodes: ReadonlySet<string> = new Set(
  [
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD',
    'CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP',
    'GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF',
    'KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR',
    'MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK',
    'SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU',
    'UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA',
    'XXX YER ZAR ZMW ZWG',
    // Withdrawn: Cuba's convertible peso 2021, Croatia 2023, Sierra Leone and Zimbabwe 2024, the Netherlands
    // Antilles 2025.
    'CUC HRK SLL ZWL ANG',
  ].flatMap((line) => line.split(' ')),
);

export const isCurrencyCode = (text: string): boolean => currencyCodes.has(text);

/** The currency of a receipt that names none. */
export const defaultCurrency = 'ZAR';

/** Three times 0.1 is 0.30000000000000004 in most languages: nobody means the difference. */
const roundingErrorMax = 1e-9;

/**
 * Rounds a value to at most this many decimals if that changes it by at most 1e-9; otherwise returns null.
 * Also returns null if the result is 0 and the value is not.
 */
export const toDecimals = (value: number, decimals: number): number | null => {
  if (Number.isInteger(value)) return value;
  const rounded = Number(value.toFixed(decimals));
  if (rounded === value) return value;
  return Math.abs(rounded - value) <= roundingErrorMax && rounded !== 0 ? rounded : null;
};

/**
 * Returns true if the value has at most this many decimals, exactly or within 1e-9. The remainder of a
 * division by 0.001 would be less exact; 1e-7 has seven decimals.
 */
export const hasAtMostDecimals = (value: number, decimals: number): boolean =>
  toDecimals(value, decimals) !== null;

/**
 * The maximum size of a body whose operation sets no bound of its own, and of one receipt from any source
 * (D10).
 */
export const bodyBytesMax = 256 * 1024;
