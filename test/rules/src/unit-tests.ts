import type { Alert, Example } from '@loyalty/operations';

/** A file of promtool's unit tests; one for each pace of evaluations, because a file has one. */
export interface UnitTests {
  readonly everyMinutes: number;
  /** The text is JSON, which is also YAML. */
  readonly text: string;
}

interface Case {
  readonly alert: Alert;
  readonly example: Example;
  readonly fires: boolean;
}

/** Makes the files for all alerts. `rules` is the absolute path of the rules. */
export const unitTestsOf = (alerts: readonly Alert[], rules: string): readonly UnitTests[] => {
  const cases = alerts.flatMap(casesOf);
  const paces = [...new Set(cases.map(({ example }) => everyOf(example)))];
  return paces.map((everyMinutes) => ({
    everyMinutes,
    text: JSON.stringify({
      rule_files: [rules],
      evaluation_interval: `${everyMinutes.toString()}m`,
      tests: cases.filter(({ example }) => everyOf(example) === everyMinutes).map(testOf),
    }),
  }));
};

const casesOf = (alert: Alert): readonly Case[] => [
  ...alert.fires.map((example) => ({ alert, example, fires: true })),
  ...alert.quiet.map((example) => ({ alert, example, fires: false })),
];

export const everyOf = ({ everyMinutes = 1 }: Example): number => everyMinutes;

const testOf = ({ alert, example, fires }: Case) => ({
  interval: `${everyOf(example).toString()}m`,
  input_series: Object.entries(example.series).map(([series, values]) => ({
    series,
    values: typeof values === 'string' ? values : constant(values, example),
  })),
  promql_expr_test: [
    {
      expr: `count(ALERTS{alertname="${alert.name}",alertstate="firing"}) > bool 0`,
      eval_time: `${example.atMinutes.toString()}m`,
      exp_samples: fires ? [{ labels: '{}', value: 1 }] : [],
    },
  ],
});

export const constant = (value: number, example: Example): string =>
  `${value.toString()}+0x${Math.ceil(example.atMinutes / everyOf(example) + 5).toString()}`;
