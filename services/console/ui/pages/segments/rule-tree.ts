import { isJsonList, type Json, type JsonObject, listAt, textAt, valueAt } from '../../model/drafts/draft.ts';

export type FieldKind = 'cents' | 'count' | 'days' | 'points' | 'tier' | 'state';

export const kindOfField = (field: string): FieldKind => {
  if (field === 'tier_id') return 'tier';
  if (field === 'state') return 'state';
  if (field.includes('cents')) return 'cents';
  if (field.startsWith('days')) return 'days';
  return field.includes('points') ? 'points' : 'count';
};

export const newComparison: JsonObject = { field: 'spend_cents_30d', op: 'gte' };

export const newGroup = (operator: 'AND' | 'OR' = 'AND'): JsonObject => ({
  operator,
  conditions: [newComparison],
});

/** Another kind of field begins without a value, and with an operator that it has. */
export const withField = (comparison: Json, field: string): JsonObject => {
  const op = textAt(comparison, '/op');
  const kind = kindOfField(field);
  if (kind === kindOfField(textAt(comparison, '/field')))
    return { field, op, value: valueAt(comparison, '/value') };
  if (kind === 'tier') return { field, op: 'eq', value: null };
  if (kind === 'state') return { field, op: 'eq', value: 'active' };
  return { field, op: op === 'eq' ? 'gte' : op };
};

export const isGroup = (condition: Json): boolean => isJsonList(valueAt(condition, '/conditions'));

/** True where every comparison has a value: rules that somebody is still typing are not worth a count. */
export const isFilled = (condition: Json): boolean => {
  if (!isGroup(condition)) return valueAt(condition, '/value') !== undefined;
  const conditions = listAt(condition, '/conditions');
  return conditions.length > 0 && conditions.every((one) => isFilled(one));
};
