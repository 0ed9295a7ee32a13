import { isJsonList, isJsonObject, type Json, type JsonObject } from '../drafts/draft.ts';

/** What a tree is about: receipts, events, the payload of one kind of event, or the lines of a basket. */
export type ConditionScope = 'receipts' | 'events' | 'payload' | 'lines';

/** The form of a value, which decides the control that edits it. */
export type ValueForm = 'days' | 'date' | 'time' | 'whole' | 'cents' | 'text' | 'tier' | 'segment' | 'plain';

interface FieldForm {
  readonly form: ValueForm;
  readonly ops: readonly string[];
}

const equality = ['eq', 'neq', 'in', 'not_in'] as const;
const numeric = ['eq', 'neq', 'gte', 'gt', 'lte', 'lt'] as const;
const ordered = [...numeric, 'in', 'not_in'] as const;

/** The fields of conditions; for `attributes`, `payload` and `path` somebody types a name. */
export const conditionFields = {
  weekday: { form: 'days', ops: ['in', 'not_in', 'eq', 'neq'] },
  date: { form: 'date', ops: ordered },
  time: { form: 'time', ops: ordered },
  day_of_month: { form: 'whole', ops: ordered },
  store_ref: { form: 'text', ops: [...equality, 'exists'] },
  attributes: { form: 'text', ops: [...equality, 'exists'] },
  tier_id: { form: 'tier', ops: ['gte', ...equality] },
  segment_id: { form: 'segment', ops: equality },
  purchase_number: { form: 'whole', ops: numeric },
  days_since_last_txn: { form: 'whole', ops: numeric },
  payload: { form: 'plain', ops: [...ordered, 'contains', 'exists'] },
  path: { form: 'plain', ops: [...numeric, 'in', 'contains', 'exists'] },
  category: { form: 'text', ops: equality },
  sku: { form: 'text', ops: equality },
  unit_price_cents: { form: 'cents', ops: ordered },
} as const satisfies Readonly<Record<string, FieldForm>>;
export type RowField = keyof typeof conditionFields;

export const lineFields = ['category', 'sku', 'unit_price_cents'] as const;

/** The sums over several lines. */
export const lineSums = {
  quantity: { form: 'whole', ops: numeric },
  spend_cents: { form: 'cents', ops: numeric },
  count: { form: 'whole', ops: numeric },
} as const satisfies Readonly<Record<string, FieldForm>>;

/** The maximum levels of nested groups, which the API sets. */
export const levelsMax = { receipts: 5, events: 5, payload: 5, lines: 3 } as const;

export interface ComparisonRow {
  readonly kind: 'comparison';
  readonly field: RowField;
  /** The name of an attribute, or a path; empty for other fields. */
  readonly name: string;
  readonly op: string;
  /** The value; undefined until somebody has typed one. */
  readonly value: Json | undefined;
}

/** A row that asks whether its tree selects any lines, or compares a sum over them. */
export interface LinesRow {
  readonly kind: 'lines';
  readonly lines: ConditionRow;
  /** The compared sum; null means at least one line. */
  readonly sum: {
    readonly field: keyof typeof lineSums;
    readonly op: string;
    readonly value: Json | undefined;
  } | null;
}

/** A range from one time until before another; it goes over midnight if the second one is earlier. */
export interface RangeRow {
  readonly kind: 'between';
  readonly from: string;
  readonly to: string;
  /**
   * True if the range is written as a group of its own, and false if it is two conditions of the group around
   * it.
   */
  readonly isApart: boolean;
}

export interface GroupRow {
  readonly kind: 'group';
  readonly operator: 'AND' | 'OR';
  readonly rows: readonly PlacedRow[];
}

/** The row has a part that no other row can show; it stays as it is written. */
interface TextRow {
  readonly kind: 'json';
  readonly json: Json;
}

export type ConditionRow = ComparisonRow | LinesRow | RangeRow | GroupRow | TextRow;

export interface PlacedRow {
  readonly row: ConditionRow;
  /** The place of its first condition among those of the group. */
  readonly place: number;
  readonly size: number;
}

/**
 * Returns the row that shows a tree of conditions, or one of its parts. {@link conditionsOf} is the reverse.
 */
export const rowOf = (json: Json, scope: ConditionScope): ConditionRow => {
  const row = isJsonObject(json) ? shownRow(json, scope) : null;
  return row ?? { kind: 'json', json };
};

const shownRow = (json: JsonObject, scope: ConditionScope): ConditionRow | null => {
  if (json['conditions'] !== undefined) return groupOf(json, scope);
  const isOfTree = scope === 'receipts' || scope === 'events';
  return isOfTree && json['lines'] !== undefined ? linesOf(json) : comparisonOf(json, scope);
};

const hasOnly = (json: JsonObject, names: readonly string[]): boolean =>
  Object.keys(json).every((name) => names.includes(name));

const groupOf = (json: JsonObject, scope: ConditionScope): GroupRow | RangeRow | null => {
  const { operator, conditions } = json;
  const isGroup = (operator === 'AND' || operator === 'OR') && isJsonList(conditions);
  if (!isGroup || !hasOnly(json, ['operator', 'conditions'])) return null;
  const between = conditions.length === 2 ? betweenOf(conditions, operator, scope) : null;
  if (between !== null) return { kind: 'between', from: between.from, to: between.to, isApart: true };
  return { kind: 'group', operator, rows: rowsIn(conditions, operator, scope) };
};

const rowsIn = (
  conditions: readonly Json[],
  operator: GroupRow['operator'],
  scope: ConditionScope,
): readonly PlacedRow[] => {
  const rows: PlacedRow[] = [];
  for (let place = 0; place < conditions.length; place += rows.at(-1)?.size ?? 1) {
    const pair = conditions.slice(place, place + 2);
    const between = operator === 'AND' ? betweenOf(pair, 'AND', scope) : null;
    rows.push(
      between === null
        ? { row: rowOf(conditions[place] ?? null, scope), place, size: 1 }
        : { row: { kind: 'between', from: between.from, to: between.to, isApart: false }, place, size: 2 },
    );
  }
  return rows;
};

/**
 * Returns null for two conditions that are no span of time: `22:00` and `02:00` both hold never, one of them
 * over midnight.
 */
const betweenOf = (
  [first, second]: readonly Json[],
  operator: GroupRow['operator'],
  scope: ConditionScope,
): { readonly from: string; readonly to: string } | null => {
  const from = timeOf(first, 'gte');
  const to = timeOf(second, 'lt');
  if (from === null || to === null || scope === 'lines' || scope === 'payload') return null;
  return (operator === 'OR') === isOverMidnight(from, to) ? { from, to } : null;
};

const timeOf = (json: Json | undefined, op: 'gte' | 'lt'): string | null => {
  if (!isJsonObject(json) || !hasOnly(json, ['field', 'op', 'value'])) return null;
  const isTime = json['field'] === 'time' && json['op'] === op && typeof json['value'] === 'string';
  return isTime ? (json['value'] as string) : null;
};

const isOverMidnight = (from: string, to: string): boolean => from !== '' && to !== '' && from > to;

const linesOf = (json: JsonObject): LinesRow | null => {
  const { lines = null, field, op, value } = json;
  if (!hasOnly(json, ['lines', 'field', 'op', 'value'])) return null;
  const shown = rowOf(lines, 'lines');
  if (hasOnly(json, ['lines'])) return { kind: 'lines', lines: shown, sum: null };
  if (typeof field !== 'string' || typeof op !== 'string' || !isNamed(lineSums, field)) return null;
  const form: FieldForm = lineSums[field];
  if (!form.ops.includes(op) || !isShown(form.form, op, value)) return null;
  return { kind: 'lines', lines: shown, sum: { field, op, value } };
};

const isNamed = <Table extends object>(table: Table, name: string): name is keyof Table & string =>
  Object.hasOwn(table, name);

const comparisonOf = (json: JsonObject, scope: ConditionScope): ComparisonRow | null => {
  const { field: written, op, value } = json;
  if (typeof written !== 'string' || typeof op !== 'string' || !hasOnly(json, ['field', 'op', 'value']))
    return null;
  const named = fieldOf(written, scope);
  if (named === null) return null;
  const { form, ops }: FieldForm = conditionFields[named.field];
  if (!ops.includes(op) || !isShown(form, op, value)) return null;
  return { kind: 'comparison', field: named.field, name: named.name, op, value };
};

const fieldOf = (
  written: string,
  scope: ConditionScope,
): { readonly field: RowField; readonly name: string } | null => {
  if (scope === 'payload') return { field: 'path', name: written };
  for (const field of ['attributes', 'payload'] as const)
    if (scope !== 'lines' && written.startsWith(`${field}.`))
      return { field, name: written.slice(field.length + 1) };
  const isWhole = isNamed(conditionFields, written) && !['attributes', 'payload', 'path'].includes(written);
  const isOfLines = lineFields.some((field) => field === written);
  return isWhole && isOfLines === (scope === 'lines') ? { field: written, name: '' } : null;
};

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

/** Returns true if a control shows all of the value. */
const isShown = (form: ValueForm, op: string, value: Json | undefined): boolean => {
  if (value === undefined) return op !== 'exists';
  if (op === 'exists') return typeof value === 'boolean';
  if (op !== 'in' && op !== 'not_in') return shownAlone[form](value);
  if (!isJsonList(value) || new Set(value).size < value.length) return false;
  if (form === 'plain') return value.every(isText) || value.every(isNumberOrTyped);
  return value.every(shownAlone[form]);
};

const isText = (value: Json): value is string => typeof value === 'string';

/** A text is one that somebody typed and that cannot be read as a number. */
const isNumberOrTyped = (value: Json): boolean =>
  typeof value === 'number' || (isText(value) && Number.isNaN(Number(value)));

const isNumberText = (value: Json): boolean => value === '' || isNumberOrTyped(value);

const shownAlone: Readonly<Record<ValueForm, (value: Json) => boolean>> = {
  days: (value) => value === '' || weekdays.some((day) => day === value),
  date: isText,
  time: isText,
  whole: isNumberText,
  cents: isNumberText,
  text: isText,
  tier: (value) => value === null || isText(value),
  segment: isText,
  plain: (value) => !isJsonObject(value) && !isJsonList(value),
};

/** Returns a row as conditions: one, or two of the group around it. */
export const conditionsOf = (row: ConditionRow): readonly Json[] => {
  switch (row.kind) {
    case 'comparison':
      return [said({ field: writtenField(row), op: row.op, value: row.value })];
    case 'lines':
      return [said({ lines: treeOf(row.lines), ...row.sum })];
    case 'between':
      return betweenConditions(row);
    case 'group':
      return [{ operator: row.operator, conditions: row.rows.flatMap((one) => conditionsOf(one.row)) }];
    case 'json':
      return [row.json];
  }
};

/** Returns what {@link conditionsOf} does, for a row without a group around it. */
export const treeOf = (row: ConditionRow): Json => {
  const [first = null, ...others] = conditionsOf(row);
  return others.length === 0 ? first : { operator: 'AND', conditions: [first].concat(others) };
};

const said = (json: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(json).filter(([, value]) => value !== undefined));

export const writtenField = ({ field, name }: Pick<ComparisonRow, 'field' | 'name'>): string => {
  if (field === 'path') return name;
  return field === 'attributes' || field === 'payload' ? `${field}.${name}` : field;
};

const betweenConditions = ({ from, to, isApart }: RangeRow): readonly Json[] => {
  const both = [
    { field: 'time', op: 'gte', value: from },
    { field: 'time', op: 'lt', value: to },
  ];
  if (isOverMidnight(from, to)) return [{ operator: 'OR', conditions: both }];
  return isApart ? [{ operator: 'AND', conditions: both }] : both;
};

/** Keeps what was typed if the other comparison can hold it. */
export const valueFor = (op: string, value: Json | undefined): Json => {
  if (op === 'exists') return typeof value === 'boolean' ? value : true;
  const isEmpty = value === undefined || value === '' || typeof value === 'boolean';
  if (op === 'in' || op === 'not_in') return isJsonList(value) ? value : isEmpty ? [] : [value];
  if (isJsonList(value)) return value[0] ?? '';
  return value ?? '';
};
