import { printLine, type Verdicts } from '@loyalty/stack';
import { plant } from './faults/fault.ts';
import {
  deploymentsOf,
  nameOf,
  ofKind,
  podsOf,
  type Labels,
  type MadePod,
  type Manifest,
} from './manifest.ts';
import { allPolicies } from './policies/all-policies.ts';
import { innerTls, overlays, production, surroundingsOf } from './rendered.ts';
import { objectsIn, type Helm } from './tools/helm.ts';

/** Values over those of production, each with what it must do to every object. */
export const judgeOverlays = (helm: Helm, verdicts: Verdicts): void => {
  const render = (...over: readonly string[]): readonly Manifest[] =>
    objectsIn(helm.template(production, ...over).stdout);
  const usual = render();
  judgeStopped(
    { usual, stopped: render(overlays.stopped, overlays.probe), ingress: render(overlays.ingressStopped) },
    verdicts,
  );
  judgeAdditions(render(overlays.additions), verdicts);
  judgeProbe(render(innerTls, overlays.probe), verdicts);
  judgeConsole(usual, render(overlays.console), verdicts);
};

interface Stops {
  readonly usual: readonly Manifest[];
  readonly stopped: readonly Manifest[];
  /** Ingress alone is stopped. */
  readonly ingress: readonly Manifest[];
}

/** D156. */
const judgeStopped = ({ usual, stopped, ingress }: Stops, verdicts: Verdicts): void => {
  printLine('Stopped');
  const running = runningIn(stopped);
  verdicts.judge(
    '«stopped: true» leaves nothing that runs, scales or deploys',
    running.length === 0,
    running.join('; '),
  );
  const admins = (objects: readonly Manifest[]): string => ofKind(objects, 'StatefulSet').map(nameOf).join();
  verdicts.judge('the admin pod goes on', admins(stopped) === admins(usual), admins(stopped));
  const kept = ['ServiceAccount', 'Service', 'NetworkPolicy', 'PodDisruptionBudget', 'ScaledObject'];
  const lost = kept.filter((kind) => ofKind(stopped, kind).length < ofKind(usual, kind).length);
  // The account and the policy of the hook go with it.
  const gone = lost.filter((kind) => !['ServiceAccount', 'NetworkPolicy'].includes(kind));
  verdicts.judge('nothing else goes away', gone.length === 0, gone.join(', '));
  const others = runningIn(ingress).filter((name) => name.includes('-ingress-') || name.startsWith('Job'));
  const still = deploymentsOf(ingress).filter(({ spec }) => spec.replicas === 0);
  const isIngressAlone =
    others.length === 0 && still.every(({ metadata }) => metadata.name.includes('-ingress-'));
  verdicts.judge(
    '«stopped: ingress» stops ingress and the hook alone',
    isIngressAlone && still.length === 2,
    others.join('; '),
  );
  judgePlantedRunners(stopped, verdicts);
};

const paused = 'autoscaling.keda.sh/paused-replicas';

/** Each object by which something would run. */
const runningIn = (objects: readonly Manifest[]): readonly string[] =>
  [
    ...deploymentsOf(objects).filter(({ spec }) => spec.replicas !== 0),
    ...ofKind(objects, 'HorizontalPodAutoscaler'),
    ...ofKind(objects, 'ScaledObject').filter(({ metadata }) => metadata.annotations?.[paused] !== '0'),
    ...ofKind(objects, 'CronJob').filter(({ spec }) => (spec as { suspend?: boolean }).suspend !== true),
    ...ofKind(objects, 'Job'),
  ].map(nameOf);

const judgePlantedRunners = (stopped: readonly Manifest[], verdicts: Verdicts): void => {
  const faults = [
    { name: 'replicas', kind: 'Deployment', path: 'spec.replicas', value: 1 },
    { name: 'a scaler that is not paused', kind: 'ScaledObject', path: 'metadata.annotations', value: {} },
    { name: 'a job at night', kind: 'CronJob', path: 'spec.suspend', value: false },
  ];
  const unseen = faults.filter((fault) => runningIn(plant(stopped, fault)).length !== 1);
  verdicts.judge(
    'planted: what would still run is seen',
    unseen.length === 0,
    unseen.map(({ name }) => name).join(),
  );
};

/** Texts that a pod must show of what people added. */
const textsOfAll = [
  '"example.com/of-all":"annotation"',
  '"example.com/of-all":"label"',
  '"example.com/of-all":"node"',
  '{"key":"of-all","operator":"Exists"}',
  '{"name":"NODE_EXTRA_CA_CERTS","value":"/etc/of-all/ca.crt"}',
  '{"configMap":{"name":"authorities"},"name":"of-all"}',
  '"mountPath":"/etc/of-all"',
  '"seLinuxOptions":{"level":"s0"}',
];

const textsOfOne = [
  '"example.com/of-one":"annotation"',
  '"example.com/of-one":"label"',
  '"example.com/of-one":"node"',
  '{"key":"of-one","operator":"Exists"}',
  '"topologyKey":"of-one"',
  '"priorityClassName":"of-one"',
  '{"name":"NODE_OPTIONS","value":"--heapsnapshot-near-heap-limit=1"}',
  '{"emptyDir":{"sizeLimit":"4Gi"},"name":"of-one"}',
  '"mountPath":"/snapshots"',
];

/** D158: every pod has what is added to all, one workload what is added to it, and nobody else. */
const judgeAdditions = (objects: readonly Manifest[], verdicts: Verdicts): void => {
  printLine('Added by people');
  const pods = podsOf(objects);
  const lacking = pods.flatMap((pod) =>
    textsOfAll.filter((text) => !shown(pod).includes(text)).map((text) => `${nameOf(pod.by)}: ${text}`),
  );
  verdicts.judge(
    `every pod of ${pods.length.toString()} has what is added to all`,
    pods.length > 20 && lacking.length === 0,
    lacking.slice(0, 3).join('; '),
  );
  const isOne = ({ by }: MadePod): boolean => by.metadata.name === 'points-burn-engine';
  const wrong = pods.flatMap((pod) =>
    textsOfOne
      .filter((text) => shown(pod).includes(text) !== isOne(pod))
      .map((text) => `${nameOf(pod.by)}: ${text}`),
  );
  verdicts.judge('one workload has its own, and no other', wrong.length === 0, wrong.slice(0, 3).join('; '));
  const users = pods.filter((pod) => /"runAsUser"|"fsGroup"|"runAsGroup"/.test(shown(pod)));
  verdicts.judge(
    'the cluster chooses users where values name none',
    users.length === 0,
    users.map(({ by }) => nameOf(by)).join(),
  );
  const accounts = ofKind(objects, 'ServiceAccount').map(({ metadata }) =>
    annotationsIn(metadata.annotations),
  );
  const isAnnotated =
    accounts.every((text) => text.includes('of-all')) &&
    accounts.filter((text) => text.includes('of-one')).length === 1;
  verdicts.judge('accounts are annotated', isAnnotated, accounts.length.toString());
  const misnamed = objects.filter(({ metadata: { name } }) => !/^points(-|$)|^loyalty-of-ours$/.test(name));
  verdicts.judge(
    'every name begins as given',
    misnamed.length === 0,
    misnamed.slice(0, 3).map(nameOf).join(),
  );
  verdicts.judge(
    'an object of theirs is among them',
    objects.some(({ metadata }) => metadata.name === 'loyalty-of-ours'),
  );
};

const annotationsIn = (annotations: Labels = {}): string => JSON.stringify(annotations);

const shown = ({ by }: MadePod): string => JSON.stringify(by);

/** The name of a workload, as selectors have it. */
const ofProbe = '"app.kubernetes.io/name":"probe"';

const judgeProbe = (objects: readonly Manifest[], verdicts: Verdicts): void => {
  printLine('Probe');
  const broken = allPolicies.filter(({ breaches }) => breaches(objects, surroundingsOf(innerTls)).length > 0);
  verdicts.judge(
    'every policy holds with it',
    broken.length === 0,
    broken.map(({ promise }) => promise).join('; '),
  );
  const jobs = ofKind(objects, 'CronJob').filter(({ metadata }) => metadata.name === 'loyalty-probe');
  const text = JSON.stringify(jobs);
  verdicts.judge(
    'each minute one run at most, which ends before the next',
    text.includes('"schedule":"* * * * *"') &&
      text.includes('"concurrencyPolicy":"Forbid"') &&
      text.includes('"activeDeadlineSeconds":50'),
    text,
  );
  verdicts.judge(
    'its key is a file, and it judges ingress by the authority that was given',
    ['/etc/loyalty/API_KEY', 'https://loyalty-ingress-checkout/v1', '/etc/loyalty/CA_FILE'].every((word) =>
      text.includes(`"${word}"`),
    ),
    text,
  );
  const open = ofKind(objects, 'NetworkPolicy').filter(({ spec }) =>
    JSON.stringify((spec as { readonly ingress?: unknown }).ingress ?? '').includes(ofProbe),
  );
  verdicts.judge(
    'ingress alone lets it in',
    open.length > 0 && open.every(({ metadata }) => metadata.name.includes('-ingress-')),
    open.map(nameOf).join(),
  );
};

const isConsole = ({ metadata }: Manifest): boolean => metadata.name === 'loyalty-console';

/** D206. */
const judgeConsole = (usual: readonly Manifest[], objects: readonly Manifest[], verdicts: Verdicts): void => {
  printLine('Console');
  verdicts.judge('nothing of it is there unasked', !usual.some(isConsole));
  const broken = allPolicies.filter(
    ({ breaches }) => breaches(objects, surroundingsOf(production)).length > 0,
  );
  verdicts.judge(
    'every policy holds with it',
    broken.length === 0,
    broken.map(({ promise }) => promise).join('; '),
  );
  const own = objects.filter(isConsole);
  const kinds = own.map(({ kind }) => kind).toSorted();
  const wanted = [
    'Deployment',
    'HTTPRoute',
    'NetworkPolicy',
    'PodDisruptionBudget',
    'PodMonitor',
    'Service',
    'ServiceAccount',
  ];
  verdicts.judge('it has its objects', kinds.join() === wanted.join(), kinds.join());
  const [deployment] = deploymentsOf(own);
  verdicts.judge(
    'two of it run',
    deployment?.spec.replicas === 2,
    deployment?.spec.replicas?.toString() ?? '',
  );
  const hosts = ofKind(objects, 'HTTPRoute').map(
    ({ spec }) => (spec as { readonly hostnames: readonly string[] }).hostnames,
  );
  verdicts.judge(
    'its host is its own',
    hosts.length === 2 && new Set(hosts.flat()).size === hosts.flat().length,
    hosts.join('; '),
  );
  const text = JSON.stringify(deployment);
  const needed = [
    '"OIDC_CLIENT_SECRET_FILE"',
    '"SECRET_KEYS_FILE"',
    '"https://console.example.com"',
    '"oidc"',
  ];
  const missing = needed.filter((word) => !text.includes(word));
  verdicts.judge('it signs in at the provider, with two Secrets', missing.length === 0, missing.join());
  const test = ofKind(objects, 'Pod').map((pod) => JSON.stringify(pod));
  verdicts.judge(
    '`helm test` looks at it',
    test.some((pod) => pod.includes('"CONSOLE_ADDRESS"') && pod.includes('"http://loyalty-console"')),
  );
};
