import { cause, type RuleGroup } from './alert.ts';

const requests = 'loyalty_console_requests_total';
const seriesOf = (status: string): string => `${requests}{instance="c",route="api",status="${status}"}`;

/** The rules about the console. Its users are people and not tills, so nobody is woken. */
export const consoleRules: RuleGroup = {
  name: 'console',
  recordings: [],
  alerts: [
    cause({
      name: 'ConsoleFails',
      expr: [
        `sum(rate(${requests}{status=~"5.."}[10m])) / sum(rate(${requests}[10m])) > 0.05`,
        `and sum(increase(${requests}{status=~"5.."}[10m])) > 10`,
      ].join('\n'),
      forMinutes: 5,
      severity: 'ticket',
      summary: 'People get errors from the console: more than a twentieth of its requests in ten minutes.',
      runbook: 'console',
      atMinutes: 30,
      fires: { [seriesOf('200')]: '0+90x40', [seriesOf('503')]: '0+10x40' },
      quiet: { [seriesOf('200')]: '0+97x40', [seriesOf('503')]: '0+3x40' },
      quietToo: [{ [seriesOf('200')]: '0+1x40', [seriesOf('503')]: '0x10 1+0x30' }],
    }),
  ],
};
