import fc from 'fast-check';
import { readSegmentRule, type SegmentField, segmentFields, type SegmentRule } from '@loyalty/rules/segments';
import { ruleSql, SqlValues } from './rule-sql.ts';

const fields = Object.keys(segmentFields) as SegmentField[];

/** Values that an attacker could write into a rule, and similar ones. */
const hostile = fc.oneof(
  fc.constantFrom(
    "'; DROP TABLE members; --",
    "' OR ''='",
    '$1',
    '$$',
    '1) OR (1=1',
    '*/ SELECT',
    'p.id',
    '\u0000',
    "\\'",
    'eq',
    'neq',
    'gt',
    'AND',
    'OR',
    'active',
    'tier_id',
    'state',
    '__proto__',
    'constructor',
    null,
    -1,
    2 ** 53,
    5e-324,
    -0,
    'NaN',
    '0198C0DE-3333-7000-8000-00000000000B',
  ),
  fc.string(),
  fc.integer(),
);

const leaf = fc.record({
  field: fc.oneof({ arbitrary: fc.constantFrom<unknown>(...fields), weight: 9 }, hostile),
  op: fc.oneof({ arbitrary: fc.constantFrom<unknown>('eq', 'neq', 'gte', 'lt'), weight: 9 }, hostile),
  value: fc.oneof({ arbitrary: fc.integer(), weight: 4 }, hostile),
});
const { tree } = fc.letrec((tie) => ({
  tree: fc.record({
    operator: fc.oneof({ arbitrary: fc.constantFrom<unknown>('AND', 'OR'), weight: 9 }, hostile),
    conditions: fc.array(fc.oneof({ maxDepth: 3 }, leaf, tie('tree')), { minLength: 1, maxLength: 2 }),
  }),
}));

const word = /^(?:AND|OR|IS|NOT|DISTINCT|FROM|TRUE|NULL|NULLIF|CASE|WHEN|THEN|ELSE|END|greatest)$/;
const column =
  /^p\.(?:state|tier_id|points_balance|lifetime_points|today|spend_cents|txn_count|last_txn_on|enrolled_on|(?:spend|txns)_(?:7|30|90|365))$/;
const place = /^\$[1-9][0-9]*::(?:bigint|text|uuid)$/;
const token = /'anonymized'|\$[0-9]+::[a-z]+|[A-Za-z_][A-Za-z_0-9.]*|[0-9]+|<>|<=|>=|[(),<>=/-]|\s+/gy;

/**
 * Returns the tokens of a text that a rule must not bring into a statement. The only text and number in it
 * are our own.
 */
const strangersIn = (text: string): string[] => {
  const tokens = text.match(token) ?? [];
  const rest = text.slice(tokens.join('').length);
  const isOurs = (one: string) =>
    /^(?:'anonymized'|0|<>|<=|>=|[(),<>=/-]|\s+)$/.test(one) ||
    [word, column, place].some((kind) => kind.test(one));
  return [...tokens.filter((one) => !isOurs(one)), ...(rest === '' ? [] : [rest])];
};

const sqlOf = (rule: SegmentRule) => {
  const values = new SqlValues();
  return { text: ruleSql(rule, values), values: values.all };
};

test("▲ no content of a rule becomes part of a statement's text", () => {
  let read = 0;
  fc.assert(
    fc.property(tree, (json) => {
      const rule = readSegmentRule(json);
      if (rule === null) return;
      read += 1;
      const { text, values } = sqlOf(rule);
      expect(strangersIn(text)).toEqual([]);
      const places = [...text.matchAll(/\$([0-9]+)/g)].map(([, number]) => Number(number));
      expect(Math.max(0, ...places)).toBeLessThanOrEqual(values.length);
    }),
    { numRuns: 10_000 },
  );
  expect(read).toBeGreaterThan(1_000);
});

test('▲ the same holds for a rule that validation wrongly accepted', () => {
  fc.assert(
    fc.property(fc.constantFrom('tier_id', 'state', 'points_balance'), hostile, (field, value) => {
      const rule = { operator: 'AND', conditions: [{ field, op: 'eq', value }] } as unknown as SegmentRule;
      const { text, values } = sqlOf(rule);
      expect(strangersIn(text)).toEqual([]);
      expect(values).toContain(value);
    }),
  );
});

test('a text that came from a rule is detected', () => {
  expect(strangersIn(`(p.state <> 'anonymized' AND p.state = 'active')`)).toContain(`'active')`);
  expect(strangersIn('p.id = 17')).toEqual(['p.id', '17']);
});

test('every field has a text of its own', () => {
  const texts = fields.map((field) => {
    const { kind } = segmentFields[field];
    const value = { number: 1, tier: null, state: 'active' }[kind];
    const rule = readSegmentRule({ operator: 'AND', conditions: [{ field, op: 'eq', value }] });
    return rule === null ? '' : sqlOf(rule).text;
  });
  expect(new Set(texts).size).toBe(fields.length);
});
