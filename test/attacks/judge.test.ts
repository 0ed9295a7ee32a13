import { judgeBlows, victimFaults } from './src/run/judge.ts';
import type { BlowFigures } from './src/run/figures.ts';
import { reportOf, type Measure, type VictimReport, type Wait } from './src/victim/report.ts';

const wait = (measure: Measure, tookMs: number | null = 20, failure: string | null = null): Wait => ({
  measure,
  sentMs: 0,
  tookMs,
  failure,
});

const good: readonly Wait[] = (['evaluate', 'redeem', 'webhook', 'code', 'membership'] as const).map(
  (measure) => wait(measure),
);
const report = (waits: readonly Wait[] = good, unready: readonly string[] = []): VictimReport =>
  reportOf(waits, unready, 30_000);

const blow = (more: Partial<BlowFigures> = {}): BlowFigures =>
  Object.assign(
    {
      seconds: 5,
      machineLoad: 2,
      before: report(),
      during: report(),
      after: report(),
      statuses: { 200: 10, 429: 3, 503: 1 },
      acknowledged: 10,
      lost: 0,
      failure: null,
    },
    more,
  );

test('an attack that nobody notices breaks no promise', () => {
  expect(judgeBlows([blow(), blow(), blow()], {})).toEqual({ broken: [], unjudged: [] });
});

test.each<readonly [string, Partial<BlowFigures>, string]>([
  [
    'a till that gets a 503',
    { during: report([...good, wait('evaluate', 10, '503 BUSY')]) },
    'during: evaluate of the victim: 503 BUSY 1 times',
  ],
  [
    'a redeem of 1.5 s',
    { during: report([...good, wait('redeem', 1_500)]) },
    'during: redeem p99 1500 ms, at most 1000 ms',
  ],
  [
    'a webhook that has not come',
    { during: report([...good, wait('webhook', null)]) },
    'during: webhook p99 30000 ms, at most 2000 ms',
  ],
  [
    'a service that is not ready',
    { during: report(good, ['ingress was not ready']) },
    'during: ingress was not ready',
  ],
  [
    'a code that is late afterwards',
    { after: report([...good, wait('code', 4_000)]) },
    'ten seconds after: code p99 4000 ms, at most 3000 ms',
  ],
  ['a victim that was not measured', { during: report(good.slice(1)) }, 'during: no evaluate was measured'],
  ['an attacker who gets a 500', { statuses: { 500: 2 } }, 'the attacker got 500 2 times'],
  ['a connection of the attacker that breaks', { statuses: { 0: 1 } }, 'the attacker got 0 1 times'],
  ['an acknowledged receipt that is lost', { lost: 1 }, 'of 10 acknowledged receipts 1 are not stored once'],
  ['an attack that throws', { failure: 'Error: no' }, 'the attack was not carried out: Error: no'],
])('%s breaks a promise', (_, more, text) => {
  expect(judgeBlows([blow(more)], {}).broken).toEqual([text]);
});

test('what an attack expects of its own requests breaks no promise', () => {
  const statuses = { 0: 1, 409: 5 };
  expect(judgeBlows([blow({ statuses })], { mayGet: [409], mayBreak: true }).broken).toEqual([]);
});

test('a measure that was too slow before the attack is not judged, but its failures are', () => {
  const before = report([...good, wait('evaluate', 2_000)]);
  const slow = [...good, wait('evaluate', 3_000)];
  expect(judgeBlows([blow({ before, during: report(slow) })], {})).toEqual({
    broken: [],
    unjudged: ['evaluate was too slow before the attack'],
  });
  const failed = report([...slow, wait('evaluate', 1, '503 BUSY')]);
  expect(judgeBlows([blow({ before, during: failed })], {}).broken).toHaveLength(1);
});

test('of three blows the medians are judged too', () => {
  const slower = blow({ during: report([...good, wait('evaluate', 400)]) });
  expect(judgeBlows([blow(), slower, blow()], {}).broken).toEqual([]);
  expect(judgeBlows([slower, slower, blow()], {}).broken).toEqual([
    'the median of evaluate p99 is 400 ms, at most 300 ms',
  ]);
});

test('what has not ended counts with the time that it has taken', () => {
  const waits = good.map(({ measure }) => wait(measure, null));
  expect(victimFaults('now', reportOf(waits, [], 900))).toEqual([]);
});
