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

/** The currency of an environment that sets none. */
export const defaultCurrency = 'ZAR';

/** The decimals of amounts in ISO 4217; all other currencies have two. */
const digitsOfUnit: ReadonlyMap<string, number> = new Map(
  [
    [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'] as const,
    [3, 'BHD IQD JOD KWD LYD OMR TND'] as const,
    [4, 'CLF UYW'] as const,
  ].flatMap(([digits, codes]) => codes.split(' ').map((code): [string, number] => [code, digits])),
);

/** Returns how many decimals an amount in the currency has: 2 in rand, 0 in yen, 3 in dinars. */
export const decimalsOf = (currency: string): number => digitsOfUnit.get(currency) ?? 2;

/** Returns how many minor units a unit of the currency has: 100 cents in a rand, 1 in a yen, 1,000 in a dinar. */
export const minorUnitsIn = (currency: string): number => 10 ** decimalsOf(currency);

/** Metals, baskets of currencies and codes for tests, in which nobody sells. */
const withoutUnit: ReadonlySet<string> = new Set(
  'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '),
);

/** Returns true for a currency that an environment may have (D321). */
export const isEnvironmentCurrency = (text: string): boolean =>
  isCurrencyCode(text) && !withoutUnit.has(text);
