import type { Checked } from '@loyalty/contracts';

/** How many rows a page of a list has (D11). */
const pageLimitDefault = 50;
const pageLimitMax = 200;

/** The query's `limit` as a number from 1 to 200; 50 without one. Anything else is refused with its pointer (D11). */
export const pageLimit = (limit: unknown): Checked<number> => {
  if (limit === undefined) return { ok: true, value: pageLimitDefault };
  const value = typeof limit === 'string' && /^\d{1,3}$/.test(limit) ? Number(limit) : limit;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= pageLimitMax) {
    return { ok: true, value };
  }
  const message = `must be an integer from 1 to ${pageLimitMax.toString()}`;
  return { ok: false, errors: [{ pointer: '/limit', message }] };
};
