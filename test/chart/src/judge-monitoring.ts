import { installationRules, installationScaling } from '@loyalty/operations';
import { printLine, type Verdicts } from '@loyalty/stack';
import type { Manifest } from './manifest.ts';
import { rulesOf, scalingQueriesOf } from './policies/monitoring.ts';
import { smallest } from './rendered.ts';
import { type Helm, objectsIn } from './tools/helm.ts';

/** The names with which the chart is rendered here (tools/helm.ts). */
const installation = { namespace: 'loyalty', release: 'loyalty' };
const production = 'deploy/helm/values/production.yaml';
const usualRules = 'test/chart/releases/rules.yaml';
const tuned = 'test/chart/releases/tuned-monitoring.yaml';

/** The rules that `npm run drill -- rules` tries are those that the chart renders; and what an operator may change of them. */
export const judgeMonitoring = (helm: Helm, verdicts: Verdicts): void => {
  printLine('Monitoring');
  const usual = rulesOf(objectsIn(helm.template(smallest, usualRules).stdout));
  const wanted = installationRules(installation).groups.flatMap(({ rules }) => rules);
  const differs = wanted.filter(({ expr }, index) => usual[index]?.expr !== expr);
  verdicts.judge(
    'each rule is the one that was tried by promtool',
    usual.length === wanted.length && differs.length === 0,
    differs[0]?.expr ?? `${usual.length.toString()} rules`,
  );
  const tried = new Set(
    Object.values(installationScaling(installation)).flatMap((each) => Object.values(each)),
  );
  const scaled = scalingQueriesOf(objectsIn(helm.template(production).stdout));
  verdicts.judge(
    'each query of scaling is one that was tried by promtool',
    scaled.length > 0 && scaled.every((query) => tried.has(query)),
    `${scaled.length.toString()} queries`,
  );
  judgeTuned(objectsIn(helm.template(smallest, tuned).stdout), verdicts);
};

const judgeTuned = (objects: readonly Manifest[], verdicts: Verdicts): void => {
  const alerts = rulesOf(objects).filter(({ alert }) => alert !== undefined);
  const isLeftOut = !alerts.some(({ alert }) => alert === 'NoFulfilmentReady');
  verdicts.judge('an alert that is not wanted is left out', alerts.length > 90 && isLeftOut);
  const hasLabels = alerts.every(({ labels }) => labels['team'] === 'loyalty' && labels['cell'] === 'za-1');
  verdicts.judge('each alert has the labels that were given', alerts.length > 0 && hasLabels);
  const urls = alerts.map(({ annotations }) => annotations?.['runbook_url'] ?? '');
  const isLinked = urls.every((url) => /^https:\/\/wiki\.example\.com\/runbooks\/[a-z-]+\.md#\w+$/.test(url));
  verdicts.judge('each alert has the address of its runbook', urls.length > 0 && isLinked, urls[0]);
  const lag = alerts.find(({ expr }) => expr.includes('cnpg_pg_replication_lag'))?.expr ?? '';
  verdicts.judge(
    'a server is asked for by the matchers that were given',
    lag.includes('cluster="loyalty-db"'),
    lag,
  );
};
