import { readFileSync } from 'node:fs';
import { goldenOutput, type GoldenInput } from './testing/golden.ts';
import { ruleTypes } from './testing/make-rule.ts';
import { recordGolden } from './testing/record-golden.ts';

interface GoldenLine {
  readonly input: GoldenInput;
  readonly output: object;
}

const lines = readFileSync(new URL('../golden/decisions.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const recorded = lines.map((line) => JSON.parse(line) as GoldenLine);
const outputs = recorded.map(({ output }) => JSON.stringify(output));

it('every recorded decision is decided again bit for bit', () => {
  expect(recorded.map(({ input }) => JSON.stringify(goldenOutput(input)))).toEqual(outputs);
  expect(recorded.length).toBeGreaterThanOrEqual(500);
});

it.each(ruleTypes)('decisions are recorded in which a campaign of type %s fires', (type) => {
  const award = new RegExp(`"campaignName":"${type} \\d","pointsEarned":`);
  expect(outputs.some((output) => award.test(output))).toBe(true);
});

it.each([
  'CAMPAIGN_NOT_ACTIVE',
  'DATE_RANGE',
  'STORE_MISMATCH',
  'CURRENCY_MISMATCH',
  'BELOW_MIN_SPEND',
  'SEGMENT_MISMATCH',
  'TIER_NOT_ELIGIBLE',
  'BUDGET_EXHAUSTED',
  'NOT_A_TRANSACTION_RULE',
  'PRODUCT_MISMATCH',
  'PROBABILITY_MISS',
  'NOTHING_TO_AWARD',
  'ALREADY_AWARDED',
])('decisions are recorded in which a campaign does not fire for %s', (reason) => {
  expect(outputs.some((output) => new RegExp(`"c\\d ${reason}"`).test(output))).toBe(true);
});

it.each([
  '"MEMBER_SUSPENDED"',
  '"MEMBER_ERASED"',
  '"POINTS_OVERFLOW"',
  '"MEMBER_UNKNOWN"',
  '"transactionId"',
  '"_debug":null',
  '"_debug":{',
  '"eventId"',
  '"creditId"',
  '"stampCards":[{',
  '"completed":true',
  '"kind":"SHARED"',
  '"referrerAwards":[{',
  '"alerts":true',
  '"suspends":true',
  '"needs":["',
  '"validDays":null',
])('%s is among what is recorded', (text) => {
  expect(outputs.some((output) => output.includes(text))).toBe(true);
});

it('the same seed records the same decisions', () => {
  expect(recordGolden(1, 3)).toEqual(recordGolden(1, 3));
});
