const removed = '[removed]';

/** The names are in lower case without separators. */
const secretNames: ReadonlySet<string> = new Set([
  'secret',
  'clientsecret',
  'webhooksecret',
  'apikey',
  'xapikey',
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'password',
  'authorization',
  'privatekey',
  'cookie',
]);

const codeNames: ReadonlySet<string> = new Set([
  'code',
  'vouchercode',
  'couponcode',
  'rewardcode',
  'giftcardcode',
  'pin',
]);

/** API keys, secrets of webhooks, JWTs, and codes of our own generator, wherever they stand in a text. */
const secretTexts =
  /sk_(?:test|live)_\w+|whsec_[\w+/=-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]*|(?<=:\/\/)[^/\s@]+(?=@)|\b(?:[A-HJKMNP-Z2-9]{6}-){2}[A-HJKMNP-Z2-9]{6}\b/g;

export const redactText = (text: string): string => text.replace(secretTexts, removed);

/**
 * Removes codes from a path. A caller who names a reward by its code gets a 404, and the code must not stay
 * in the log.
 */
export const redactPath = (path: string): string =>
  redactText(
    path.replace(/(?<=\/rewards\/)(?![\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?:\/|$))[^/]+/i, removed),
  );

/** Where a body comes from. The `code` of a problem, and that of a campaign's warning, is not a voucher's. */
export type BodyOrigin = 'request' | 'response' | 'problem';

/** Removes secrets and voucher codes (D82). Throws a RangeError for JSON that is nested too deeply. */
export const redact = (value: unknown, origin: BodyOrigin): unknown =>
  redactedWithin(value, { origin, keepsCode: origin === 'problem' });

interface ValuePlace {
  readonly origin: BodyOrigin;
  readonly keepsCode: boolean;
}

const redactedWithin = (value: unknown, place: ValuePlace): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redactedWithin(item, place));
  const fields = Object.entries(value).map(([name, field]) => [name, redactedField(name, field, place)]);
  return Object.fromEntries(fields);
};

const redactedField = (name: string, value: unknown, { origin, keepsCode }: ValuePlace): unknown => {
  if (isSecret(name, value) && !(keepsCode && name === 'code')) return removed;
  return redactedWithin(value, { origin, keepsCode: origin !== 'request' && name === 'warnings' });
};

/** These are codes of a pool: a member pays with each. */
const codesName = 'codes';

const isSecret = (name: string, value: unknown): boolean => {
  if (value === null || typeof value === 'boolean') return false;
  const plain = name.toLowerCase().replaceAll(/[-_ ]/g, '');
  if (secretNames.has(plain) || plain === codesName) return true;
  return codeNames.has(plain) && typeof value !== 'object';
};
