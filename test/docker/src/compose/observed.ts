import { eventually } from '@loyalty/testkit/runs';
import { ours } from './ours.ts';
import { judgeReadme } from './readme.ts';
import type { Scene } from './strike.ts';

/** A process is scraped every 15 s, and rules are evaluated as often. */
const patience = { withinMs: 120_000, everyMs: 1_000 };

interface RuleGroups {
  readonly data: {
    readonly groups: readonly {
      readonly rules: readonly { readonly name: string; readonly health: string; readonly state?: string }[];
    }[];
  };
}

interface Vector {
  readonly data: {
    readonly result: readonly {
      readonly metric: { readonly job: string };
      readonly value: readonly [number, string];
    }[];
  };
}

/** The job of a scrape has the name of its service. Prometheus sees every service, and evaluates every rule of the chart. */
export const judgeObserved = async ({ project, verdicts }: Scene): Promise<void> => {
  await judgeReadme(project, verdicts);
  const ask = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${project.prometheusOrigin}/api/v1/${path}`)).json()) as T;
  let seen: readonly string[] = [];
  const areSeen = async (): Promise<boolean> => {
    const { data } = await ask<Vector>(`query?query=${encodeURIComponent('up == 1')}`);
    seen = data.result.map(({ metric: { job } }) => job);
    return ours.every((service) => seen.includes(service));
  };
  await eventually('every service is scraped', areSeen, patience).catch(() => undefined);
  const missing = ours.filter((service) => !seen.includes(service));
  verdicts.judge('Prometheus scrapes every service', missing.length === 0, missing.join(', '));
  let rules: RuleGroups['data']['groups'][number]['rules'] = [];
  const areEvaluated = async (): Promise<boolean> => {
    rules = (await ask<RuleGroups>('rules')).data.groups.flatMap((group) => group.rules);
    return rules.length > 0 && rules.every(({ health }) => health === 'ok');
  };
  await eventually('every rule is evaluated', areEvaluated, patience).catch(() => undefined);
  const ill = rules.filter(({ health }) => health !== 'ok').map(({ name }) => name);
  verdicts.judge(
    'every rule is evaluated',
    rules.length > 0 && ill.length === 0,
    `${rules.length.toString()} rules; ${ill.join(', ')}`,
  );
  // The watchdog alone, which always fires.
  const firing = rules.filter(({ state }) => state === 'firing').map(({ name }) => name);
  verdicts.judge(
    'only the watchdog fires on a healthy demo',
    firing.join() === 'LoyaltyWatchdog',
    firing.join(', '),
  );
};
