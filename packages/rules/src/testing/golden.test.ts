import { readFileSync } from 'node:fs';
import { goldenLives, type GoldenLife } from './golden-lives.ts';
import { goldenOutput } from './golden.ts';
import { ruleTypes } from './make-rule.ts';
import { recordGolden, type GoldenLine } from './record-golden.ts';
import { inputOfRecorded } from './recorded-input.ts';

const lines = readFileSync(new URL('../../golden/decisions.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const recorded = lines.map((line) => JSON.parse(line) as GoldenLine);
const outputs = recorded.map(({ output }) => JSON.stringify(output));

it('every recorded decision is decided again bit for bit', () => {
  expect(recorded.map(({ input }) => JSON.stringify(goldenOutput(inputOfRecorded(input))))).toEqual(outputs);
  expect(recorded.length).toBeGreaterThanOrEqual(500);
});

it('the lives that are recorded are those of the list, in its order', () => {
  const seeds = new Set(recorded.flatMap(({ life }) => (life === undefined ? [] : [life])));
  expect([...seeds]).toEqual(goldenLives.map(({ seed }) => seed));
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
  'CONDITION_NOT_MET',
  'BUDGET_EXHAUSTED',
  'NOT_A_TRANSACTION_RULE',
  'PRODUCT_MISMATCH',
  'PROBABILITY_MISS',
  'NOTHING_TO_AWARD',
  'ALREADY_AWARDED',
  'LIMIT_REACHED',
  'OUTRANKED',
  'CAP_REACHED',
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
  '"slidingDays":',
  '"pointsExpiry":{',
  '"expiresAtMs":17',
  '"reducedBy":"LIMIT"',
  '"reducedBy":"CAP"',
  '"multiplier":',
  '"uses":[{',
  '"campaignUses":[{',
])('%s is among what is recorded', (text) => {
  expect(outputs.some((output) => output.includes(text))).toBe(true);
});

it('what is recorded stays, and a new life is added behind it, the same for the same seed', () => {
  const lives: readonly GoldenLife[] = [{ seed: 7, types: ['STAMP_CARD', 'REFERRAL_BONUS'] }];
  const some = recorded.slice(0, 3);
  const wider = recordGolden(some, lives);
  expect(wider.slice(0, 3)).toEqual(some);
  expect(wider.length).toBeGreaterThan(10);
  expect(wider.slice(3).every(({ life }) => life === 7)).toBe(true);
  expect(recordGolden(wider, lives)).toEqual(wider);
  expect(JSON.stringify(recordGolden(some, lives))).toBe(JSON.stringify(wider));
});
