import { parse } from 'yaml';
import { ruleGroups, rulesFile } from './rule-groups.ts';
import { scaling } from './scaling.ts';
import { scopeLabel, withScopes } from './scoped-queries.ts';
import { type SeriesScope, scopes } from './scopes.ts';

/** An installed release of the chart. */
export interface ChartRelease {
  readonly namespace: string;
  readonly release: string;
}

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface RulesDocument {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

/** Returns the rules that the chart renders for an installation with its usual values. */
export const installationRules = (installation: ChartRelease): RulesDocument => {
  const { groups } = parse(rulesFile(ruleGroups, withScopes)) as RulesDocument;
  const { namespace, release } = installation;
  return {
    groups: groups.map(({ name, rules }) => ({
      name,
      rules: rules.map((rule) =>
        Object.assign({}, rule, {
          expr: installationQuery(rule.expr, installation),
          labels: Object.assign({}, rule.labels, { namespace, release }),
        }),
      ),
    })),
  };
};

/** Returns the queries by which KEDA scales an installation, by workload and trigger. */
export const installationScaling = (
  installation: ChartRelease,
): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  Object.fromEntries(
    Object.entries(scaling).map(([workload, { triggers }]) => [
      workload,
      Object.fromEntries(
        triggers.map(({ name, query }) => [name, installationQuery(withScopes(query), installation)]),
      ),
    ]),
  );

const installationQuery = (query: string, { namespace, release }: ChartRelease): string =>
  Object.keys(scopes).reduce((text, scope) => {
    const matchers = scopes[scope as SeriesScope]
      .replaceAll('NAMESPACE', namespace)
      .replaceAll('RELEASE', release)
      .replaceAll('NIGHTLY_CHECK', `${release}-check`)
      .replaceAll('WEEKLY_CHECK', `${release}-check-all`)
      .replaceAll('ERASURES', `${release}-erasures`)
      .replaceAll('PROBE', `${release}-probe`);
    return text.replaceAll(`${scopeLabel}="${scope}"`, matchers);
  }, query);
