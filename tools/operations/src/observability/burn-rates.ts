import type { Alert, Example, Recording, RuleGroup, Severity } from './alerts/alert.ts';
import type { ByShare, Objective } from './objectives.ts';

/** The budget of 30 days, seen in a long window; a short one ends the alert. */
interface BurnRate {
  readonly factor: number;
  readonly long: Window;
  readonly short: Window;
  readonly severity: Severity;
  readonly everyMinutes: number;
  readonly ending: string;
}

const minutesOf = { '5m': 5, '30m': 30, '1h': 60, '2h': 120, '6h': 360, '1d': 1_440, '3d': 4_320 } as const;

type Window = keyof typeof minutesOf;

const windows = Object.keys(minutesOf) as readonly Window[];

/** The four of «Alerting on SLOs» (Google, The Site Reliability Workbook). */
const burnRates: readonly BurnRate[] = [
  {
    factor: 14.4,
    long: '1h',
    short: '5m',
    severity: 'page',
    everyMinutes: 1,
    ending: 'a fiftieth of the budget of 30 days was used in an hour',
  },
  {
    factor: 6,
    long: '6h',
    short: '30m',
    severity: 'page',
    everyMinutes: 5,
    ending: 'a twentieth of the budget of 30 days was used in six hours',
  },
  {
    factor: 3,
    long: '1d',
    short: '2h',
    severity: 'ticket',
    everyMinutes: 30,
    ending: 'a tenth of the budget of 30 days was used in a day',
  },
  {
    factor: 1,
    long: '3d',
    short: '6h',
    severity: 'ticket',
    everyMinutes: 60,
    ending: 'the budget of 30 days is used up if this goes on',
  },
];

export const burnGroupOf = (objective: Objective): RuleGroup => ({
  name: `slo-${objective.slo}`,
  recordings: recordingsOf(objective),
  alerts: burnRates.map((rate) => alertOf(objective, rate)),
});

export const badRatio = (window: string, slo: string): string =>
  `loyalty:slo_bad:ratio_${window}{slo="${slo}"}`;

const recordingsOf = ({ slo, measure }: Objective): readonly Recording[] => {
  const record = (window: Window, expr: string): Recording => ({
    record: `loyalty:slo_bad:ratio_${window}`,
    expr,
    labels: { slo },
  });
  if (measure.kind === 'share')
    return windows.map((window) => record(window, `(${measure.bad(window)}) / ${measure.all(window)}`));
  const minute: Recording = { record: 'loyalty:slo_bad_minute', expr: measure.bad, labels: { slo } };
  const shares = windows.map((window) =>
    record(window, `avg_over_time(loyalty:slo_bad_minute{slo="${slo}"}[${window}])`),
  );
  return [minute].concat(shares);
};

const alertOf = (objective: Objective, rate: BurnRate): Alert => ({
  name: `${objective.stem}Burn${rate.factor.toString().replace('.', '_')}x`,
  expr: exprOf(objective, rate),
  forMinutes: 0,
  severity: rate.severity,
  summary: `${objective.summary}: ${rate.ending}.`,
  runbook: objective.runbook,
  fires: firesOf(objective, rate),
  quiet: quietOf(objective, rate),
});

const exprOf = ({ slo, goal, measure }: Objective, { factor, long, short }: BurnRate): string => {
  const bound = shareOf(factor, goal).toString();
  const burning = `${badRatio(long, slo)} > ${bound} and ${badRatio(short, slo)} > ${bound}`;
  if (measure.kind === 'minutes') return burning;
  return `${burning} and on () ${measure.all(long)} >= ${measure.floorPerSecond.toString()}`;
};

/** The noise of binary fractions is removed. */
const shareOf = (factor: number, goal: number): number => Number((factor * (1 - goal)).toPrecision(6));

const firesOf = ({ goal, measure }: Objective, rate: BurnRate): readonly Example[] =>
  measure.kind === 'minutes'
    ? [exampleOf(measure.exampleBad, rate)]
    : [shareExample(measure, rate, { perSecond: 100, share: shareOf(rate.factor, goal) * 1.1 })];

const quietOf = ({ goal, measure }: Objective, rate: BurnRate): readonly Example[] => {
  if (measure.kind === 'minutes') return [exampleOf(measure.exampleGood, rate)];
  const share = shareOf(rate.factor, goal);
  return [
    shareExample(measure, rate, { perSecond: 100, share: share * 0.9 }),
    shareExample(measure, rate, { perSecond: measure.floorPerSecond * 0.9, share: 0.5 }),
  ];
};

const shareExample = (
  measure: ByShare,
  rate: BurnRate,
  { perSecond, share }: { readonly perSecond: number; readonly share: number },
): Example => {
  const all = perSecond * rate.everyMinutes * 60;
  return exampleOf(measure.example(all, all * share, stepsOf(rate)), rate);
};

const stepsOf = ({ long, everyMinutes }: BurnRate): number => minutesOf[long] / everyMinutes;

const exampleOf = (series: Example['series'], { long, everyMinutes }: BurnRate): Example => ({
  series,
  atMinutes: minutesOf[long],
  everyMinutes,
});
