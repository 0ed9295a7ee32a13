import type { FieldError, Warning } from '@loyalty/contracts/http';

/** One delivery is enough to try secrets without asking us; 2^80 tries are beyond anybody. */
const bitsMin = 80;

/** Fewer are a slip or a joke, whatever their length. */
const differentMin = 8;

/** After `whsec_` fewer bytes are refused: 2^128 tries are what a signature by HMAC-SHA256 deserves. */
const bytesMin = 16;

/** Standard Webhooks asks for secrets of this length, and its libraries may refuse others. */
const standardBytes = { min: 24, max: 64 };

/**
 * Reports secrets with which nobody may sign: too uniform, or behind `whsec_` no canonical base64 of at least
 * 16 bytes, so that receivers would verify with another key (D141). Others are accepted, some with a warning.
 */
export const secretFaults = (secret: string): readonly FieldError[] => {
  if (secret.startsWith(prefix) && (standardBytesOf(secret)?.length ?? 0) < bytesMin)
    return [
      { pointer: '/secret', message: 'must have the base64 of at least 16 bytes after whsec_, padded' },
    ];
  return new Set(symbolsOf(secret)).size < differentMin
    ? [{ pointer: '/secret', message: 'must have at least 8 different characters' }]
    : [];
};

const prefix = 'whsec_';

/** Returns the bytes behind `whsec_`; null if the secret has another form, or is no canonical base64. */
const standardBytesOf = (secret: string): Buffer | null => {
  if (!secret.startsWith(prefix)) return null;
  const encoded = secret.slice(prefix.length);
  const bytes = Buffer.from(encoded, 'base64');
  return encoded !== '' && bytes.toString('base64') === encoded ? bytes : null;
};

/**
 * Warns of a secret that is given: WEAK_SECRET if it has too few bits (D124, D141), NOT_STANDARD_SECRET if
 * libraries of Standard Webhooks cannot take it as it is. A secret of words may have fewer bits than are seen
 * here.
 */
export const secretWarnings = (secret: string | undefined): readonly Warning[] => {
  if (secret === undefined) return [];
  return [
    ...(bitsOf(secret) < bitsMin ? [weakSecret] : []),
    ...(isStandard(secret) ? [] : [notStandardSecret]),
  ];
};

const isStandard = (secret: string): boolean => {
  const bytes = standardBytesOf(secret)?.length ?? 0;
  return bytes >= standardBytes.min && bytes <= standardBytes.max;
};

const weakSecret: Warning = {
  code: 'WEAK_SECRET',
  message:
    'This secret can be found by guessing, and anybody who has it can sign deliveries to you. If you send no secret, a strong one is generated.',
  pointer: '/secret',
};

const notStandardSecret: Warning = {
  code: 'NOT_STANDARD_SECRET',
  message:
    'Libraries of Standard Webhooks take whsec_ and the base64 of 24 to 64 bytes. They cannot verify with this secret as it is; verify with its bytes. If you send no secret, a standard one is generated.',
  pointer: '/secret',
};

/**
 * Returns the most bits that it can have: as if each symbol that does not follow from one before it were
 * drawn from all of its kind.
 */
const bitsOf = (secret: string): number => {
  const symbols = symbolsOf(secret);
  return Math.min(unforeseen(symbols), unforeseen(stepsOf(symbols))) * Math.log2(alphabetOf(symbols));
};

/** The bytes that sign: those after `whsec_` in base64, otherwise the text. Its case is for `alphabetOf` alone. */
const symbolsOf = (secret: string): readonly number[] => [
  ...(standardBytesOf(secret) ?? Buffer.from(secret)),
];

const kinds: readonly (readonly [of: RegExp, size: number])[] = [
  [/[0-9]/, 10],
  [/[a-f]/, 6],
  [/[g-z]/, 20],
  [/[A-F]/, 6],
  [/[G-Z]/, 20],
  [/[!-/:-@[-`{-~ ]/, 33],
  [/[^ -~]/, 161],
];

/** The number of symbols of all kinds that occur. */
const alphabetOf = (symbols: readonly number[]): number => {
  const text = String.fromCharCode(...symbols);
  return kinds.reduce((sum, [of, size]) => (of.test(text) ? sum + size : sum), 0);
};

/** Differences of neighbours: `abcd` and `2468` are as regular as `aaaa`. */
const stepsOf = (symbols: readonly number[]): readonly number[] =>
  symbols.map((symbol, index) => symbol - (symbols[index - 1] ?? 0));

/** A shorter repeat occurs by chance in what was drawn. */
const repeatMin = 3;

/** How many pieces it has, if what stood before is copied in one piece, as Lempel and Ziv count. 2 n² comparisons; n is 1,024 at most. */
const unforeseen = (symbols: readonly number[]): number => {
  let pieces = 0;
  for (let at = 0; at < symbols.length; pieces += 1) at += Math.max(1, repeatedAt(symbols, at));
  return pieces;
};

/** How many symbols from `at` on stand before it too; 0 where they are too few. */
const repeatedAt = (symbols: readonly number[], at: number): number => {
  let longest = 0;
  for (let from = 0; from < at; from += 1) {
    let length = 0;
    while (at + length < symbols.length && symbols[from + length] === symbols[at + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest < repeatMin ? 0 : longest;
};
