import { readPromql, scopeOf, type Selector } from '@loyalty/operations';
import { type Labels, type Manifest, nameOf, ofKind } from '../manifest.ts';
import type { Policy } from './policy.ts';

export interface RuleObject {
  readonly groups: readonly {
    readonly name: string;
    readonly rules: readonly {
      readonly alert?: string;
      readonly expr: string;
      readonly labels: Labels;
      readonly annotations?: Labels;
    }[];
  }[];
}

export const rulesOf = (objects: readonly Manifest[]) =>
  ofKind(objects, 'PrometheusRule').flatMap(({ spec }) =>
    (spec as RuleObject).groups.flatMap(({ rules }) => rules),
  );

interface Scaled {
  readonly triggers: readonly { readonly metadata: Labels }[];
}

export const scalingQueriesOf = (objects: readonly Manifest[]): readonly string[] =>
  ofKind(objects, 'ScaledObject').flatMap(({ spec }) =>
    (spec as Scaled).triggers.map(({ metadata: { query = '' } }) => query),
  );

const hasLabel = ({ matchers }: Selector, label: string): boolean =>
  matchers.some((each) => each.label === label && ['=', '=~'].includes(each.operator) && each.value !== '');

/** Servers may be shared by releases of one namespace; our processes, recordings and Jobs are not. */
const labelsOfScope: Readonly<Record<ReturnType<typeof scopeOf>, readonly string[]>> = {
  services: ['namespace', 'release'],
  rules: ['namespace', 'release'],
  checkJobs: ['namespace', 'job_name'],
  cronJobs: ['namespace', 'cronjob'],
  pods: ['namespace'],
  postgres: ['namespace'],
  kafka: ['namespace'],
  redis: ['namespace'],
  volumes: ['namespace'],
  certificates: ['exported_namespace'],
};

const isScoped = (selector: Selector): boolean =>
  labelsOfScope[scopeOf(selector)].every((label) => hasLabel(selector, label));

/** Staging's readiness would hide the outage of live, and one would be scaled by the other's load. */
export const queriesSeeOneInstallation: Policy = {
  promise: 'rules and scaling ask for series of this installation alone, and alerts say whose they are',
  breaches: (objects) => [
    ...rulesOf(objects)
      .map(({ expr }) => expr)
      .concat(scalingQueriesOf(objects))
      .filter((query) => !readPromql(query).selectors.every(isScoped)),
    ...rulesOf(objects)
      .filter(({ labels }) => labels['namespace'] === undefined || labels['release'] === undefined)
      .map(({ alert = 'a recording' }) => `${alert}: no label of its installation`),
    ...monitorsWithoutRelease(objects),
  ],
};

interface Endpoint {
  readonly relabelings?: readonly { readonly targetLabel?: string }[];
}

const monitorsWithoutRelease = (objects: readonly Manifest[]): readonly string[] =>
  ['PodMonitor', 'ServiceMonitor']
    .flatMap((kind) => ofKind(objects, kind))
    .filter(({ spec }) => {
      const { podMetricsEndpoints = [], endpoints = [] } = spec as Readonly<
        Record<string, readonly Endpoint[]>
      >;
      return [...podMetricsEndpoints, ...endpoints].some(
        ({ relabelings = [] }) => !relabelings.some(({ targetLabel }) => targetLabel === 'release'),
      );
    })
    .map(nameOf);
