import type { Checked } from '@loyalty/contracts/http';

/** Values by name. A repeated name has all of its values, and the validator refuses it. */
type QueryValues = Readonly<Record<string, string | readonly string[]>>;

/** Limits the work on a hostile URL; our longest list of parameters has a handful. */
const parametersMax = 100;

const nothing: Checked<QueryValues> = { ok: true, value: {} };

/** Reads the part of a URL after `?`. Malformed percent-encoding and NUL are refused, never replaced (D9). */
export const readQuery = (url: string): Checked<QueryValues> => {
  const start = url.indexOf('?') + 1;
  if (start === 0 || start === url.length) return nothing;
  const pairs = url.slice(start).split('&');
  if (pairs.length > parametersMax)
    return refused(`must not have more than ${parametersMax.toString()} query parameters`);
  const values = new Map<string, string | string[]>();
  for (const pair of pairs) {
    if (pair !== '' && !readPair(pair, values))
      return refused('must have a query in valid percent-encoded UTF-8');
  }
  return { ok: true, value: Object.fromEntries(values) };
};

const refused = (message: string): Checked<QueryValues> => ({
  ok: false,
  errors: [{ pointer: '', message }],
});

const readPair = (pair: string, values: Map<string, string | string[]>): boolean => {
  const equals = pair.indexOf('=');
  const name = decode(equals === -1 ? pair : pair.slice(0, equals));
  const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
  if (name === undefined || value === undefined) return false;
  const earlier = values.get(name);
  values.set(name, earlier === undefined ? value : [...[earlier].flat(), value]);
  return true;
};

const decode = (text: string): string | undefined => {
  const decoded = decodePercent(text.replaceAll('+', ' '));
  return decoded === undefined || decoded.includes('\0') ? undefined : decoded;
};

export const decodePercent = (text: string): string | undefined => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};
