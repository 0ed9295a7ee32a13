import type { Checked } from '@loyalty/contracts';

/** The number of rows on a page of a list (D11). */
const pageLimitDefault = 50;
const pageLimitMax = 200;

/** Returns the query's `limit` as a number from 1 to 200; 50 without one. Refuses anything else with its pointer (D11). */
export const pageLimit = (limit: unknown): Checked<number> => {
  if (limit === undefined) return { ok: true, value: pageLimitDefault };
  const value = typeof limit === 'string' && /^\d{1,3}$/.test(limit) ? Number(limit) : limit;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= pageLimitMax) {
    return { ok: true, value };
  }
  const message = `must be an integer from 1 to ${pageLimitMax.toString()}`;
  return { ok: false, errors: [{ pointer: '/limit', message }] };
};
