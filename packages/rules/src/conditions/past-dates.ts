import { rulesOfField } from './condition-fields.ts';

/**
 * Returns false if no receipt of this day (days since 1970) or of a later one can meet the conditions, because
 * they compare dates that have passed. Takes conditions as they are stored, and regards dates only.
 */
export const canHoldFrom = (tree: unknown, day: number): boolean => {
  const { operator, conditions, field, op, value } = (tree ?? {}) as Readonly<Record<string, unknown>>;
  if (Array.isArray(conditions)) {
    const canHold = (one: unknown): boolean => canHoldFrom(one, day);
    return operator === 'OR' ? conditions.some(canHold) : conditions.every(canHold);
  }
  if (field !== 'date') return true;
  const latest = latestDayOf(op, value);
  return latest === null || latest >= day;
};

/** Returns the latest day that meets the comparison; null if there is none, or the comparison cannot be read. */
const latestDayOf = (op: unknown, value: unknown): number | null => {
  if (op === 'in' && Array.isArray(value)) {
    const days = value.map(dayOf).filter((day) => day !== null);
    return days.length === value.length ? Math.max(...days) : null;
  }
  const day = dayOf(value);
  if (day === null) return null;
  if (op === 'lt') return day - 1;
  return op === 'eq' || op === 'lte' ? day : null;
};

const dayOf = (value: unknown): number | null => {
  const day = rulesOfField('date').parse(value, 'eq');
  return typeof day === 'number' ? day : null;
};
