import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { serviceNames, topicCatalogue } from '@loyalty/contracts';
import { databaseRoles, serviceRoleOf } from '@loyalty/storage/database-roles';
import { inheritedEnvironment } from '@loyalty/stack';
import { isInstalled } from '@loyalty/testkit/runs';
import { read } from '../support/sources.ts';

const folder = 'deploy/helm/examples';

interface Object {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Record<string, string>;
  };
  readonly spec?: unknown;
}

const examples = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => parseAllDocuments(read(`${folder}/${name}`)).map((one) => one.toJS() as Object));
const ofKind = (kind: string): readonly Object[] => examples.filter((object) => object.kind === kind);
const namesOf = (kind: string): readonly string[] => ofKind(kind).map(({ metadata }) => metadata.name);

/** On servers of their own, as their first lines say, or laid over a file that names servers. */
const elsewhere = [
  'plaintext-dev.yaml',
  'everything-off.yaml',
  'inner-tls.yaml',
  'small.yaml',
  'medium.yaml',
  'large.yaml',
];
const valueFiles = readdirSync('deploy/helm/values').filter((name) => !elsewhere.includes(name));
const valuesOf = (name: string): unknown => parse(read(`deploy/helm/values/${name}`));

type Node = Readonly<Record<string, unknown>>;

/** Every object in a tree, those above before those below. */
const nodesIn = (tree: unknown): readonly Node[] => {
  if (Array.isArray(tree)) return tree.flatMap(nodesIn);
  if (typeof tree !== 'object' || tree === null) return [];
  return [tree as Node, ...Object.values(tree).flatMap(nodesIn)];
};

/** Returns the secrets as `NAMESPACE/NAME KEY`, or as `NAMESPACE/NAME` if there is no key. */
const secretsInValues = (values: unknown): readonly string[] =>
  nodesIn(values).flatMap((node) => [
    ...(typeof node['secret'] === 'string' && node['secret'] !== ''
      ? [`loyalty/${node['secret']} ${String(node['key'])}`]
      : []),
    ...(Array.isArray(node['pullSecrets'])
      ? (node['pullSecrets'] as { name: string }[]).map(({ name }) => `loyalty/${name} .dockerconfigjson`)
      : []),
    ...(typeof node['tlsSecret'] === 'string' ? [`loyalty/${node['tlsSecret']} tls.crt`] : []),
  ]);

const nameIn = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
    ? value.name
    : null;

/** Returns the secrets that an operator, a pod or a gateway needs. */
const secretsInExample = ({ metadata: { namespace = '' }, spec }: Object): readonly string[] =>
  nodesIn(spec).flatMap((node) => {
    const named: [unknown, unknown][] = [
      [nameIn(node['passwordSecret']), 'password'],
      [nameIn(node['secret']), 'password'],
      [nameIn(node['secretKeyRef']), (node['secretKeyRef'] as Node | undefined)?.['key']],
      [nameIn(node['accessKeyId']), (node['accessKeyId'] as Node | undefined)?.['key']],
      [nameIn(node['secretAccessKey']), (node['secretAccessKey'] as Node | undefined)?.['key']],
      [nameIn((node['certificateRefs'] as unknown[] | undefined)?.[0]), 'tls.key'],
      ...((node['items'] as Node[] | undefined) ?? []).map((item): [unknown, unknown] => [
        node['secretName'],
        item['key'],
      ]),
      [node['items'] === undefined ? node['secretName'] : null, 'tls.key'],
    ];
    return named.flatMap(([name, key]) =>
      typeof name === 'string' ? [`${namespace}/${name} ${String(key)}`] : [],
    );
  });

/** Takes what the script gives kubectl, as files: STORE/NAMESPACE/NAME/KEY. */
const kubectl = `#!/bin/sh
set -eu
place="$STORE/$2"
case "$3 $5" in
  "get "*)
    [ -d "$place/$5" ] || exit 1
    if [ $# -gt 5 ]; then key=$(echo "$7" | cut -d '"' -f 2); base64 -w 0 "$place/$5/$key"; fi ;;
  "create generic")
    name=$6
    [ ! -e "$place/$name" ]
    mkdir -p "$place/$name"
    shift 6
    for word in "$@"; do
      case "$word" in
        --type=*) ;;
        --from-file=*=*) pair=\${word#--from-file=}; cp "\${pair#*=}" "$place/$name/\${pair%%=*}" ;;
        --from-file=*) file=\${word#--from-file=}; cp "$file" "$place/$name/$(basename "$file")" ;;
        *) echo "a secret in an argument: $word" >&2; exit 2 ;;
      esac
    done ;;
  *) echo "not known: $*" >&2; exit 2 ;;
esac
`;

const work = mkdtempSync(join(tmpdir(), 'examples-'));
const store = join(work, 'store');

const makeSecrets = (...words: readonly string[]): string =>
  execFileSync('sh', [`${folder}/make-secrets.sh`, ...words], {
    encoding: 'utf8',
    stdio: 'pipe',
    env: {
      PATH: `${work}:${inheritedEnvironment()['PATH'] ?? ''}`,
      STORE: store,
      BACKUP_ACCESS_KEY: 'an-access-key',
      BACKUP_SECRET_KEY: 'a-secret-key',
      PULL_CONFIG: `${folder}/argo.yaml`,
      TLS_CERTIFICATE: `${folder}/argo.yaml`,
      TLS_KEY: `${folder}/argo.yaml`,
    },
  });

const secretsMade = (): readonly string[] =>
  readdirSync(store, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.split('/').length === 3)
    .map((path) => path.replace(/\/([^/]+)$/, ' $1'));

const valueOf = (secret: string): string => readFileSync(join(store, secret.replace(' ', '/')), 'utf8');

/** Operators make them by themselves, with their clusters. */
const ofOperators = ['kafka/loyalty-cluster-ca-cert/ca.crt', 'databases/loyalty-db-ca/ca.crt'];

const whereOpenssl = isInstalled('openssl') ? describe : describe.skip;

whereOpenssl('Secrets', () => {
  beforeAll(() => {
    writeFileSync(join(work, 'kubectl'), kubectl, { mode: 0o755 });
    makeSecrets();
    for (const path of ofOperators) {
      execFileSync('mkdir', ['-p', join(store, path, '..')]);
      writeFileSync(join(store, path), 'a certificate');
    }
    makeSecrets('authorities');
  });
  afterAll(() => {
    rmSync(work, { recursive: true });
  });

  test.each(valueFiles)('▲ every Secret that values/%s names is made by the script (D147)', (name) => {
    const made = secretsMade();
    // The first key of the API, which is made with the first tenant.
    const later = 'loyalty/loyalty-helm-test api-key';
    const named = secretsInValues(valuesOf(name)).filter((secret) => secret !== later);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((secret) => !made.includes(secret))).toEqual([]);
  });

  test('▲ every Secret that an example names is made by the script, in its namespace (D147)', () => {
    const made = secretsMade();
    const named = examples.filter(({ kind }) => kind !== 'ExternalSecret').flatMap(secretsInExample);
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((secret) => !made.includes(secret))).toEqual([]);
  });

  test.each(valueFiles)('each process of values/%s has the password of its role and of its user', (name) => {
    const parties = nodesIn(valuesOf(name)).filter(
      (node) => 'files' in node || ('settings' in node && !('ports' in node)),
    );
    const secretOf = (party: Node, variable: string): string | null => {
      const file = (party['files'] as Node | undefined)?.[variable] as { secret: string } | undefined;
      return file === undefined ? null : file.secret;
    };
    const pairs = parties.flatMap((party) => {
      const settings = (party['settings'] ?? {}) as Readonly<Record<string, string>>;
      const role = /^postgres:\/\/(\w+)@/.exec(settings['DATABASE_URL'] ?? '')?.[1];
      const user = settings['KAFKA_SASL_USERNAME'];
      return [
        { of: role, server: 'databases', secret: secretOf(party, 'DATABASE_PASSWORD_FILE') },
        { of: user, server: 'kafka', secret: secretOf(party, 'KAFKA_SASL_PASSWORD_FILE') },
      ].filter(({ of, secret }) => of !== undefined && secret !== null);
    });
    expect(pairs.length).toBeGreaterThanOrEqual(3);
    for (const { of = '', server, secret } of pairs) {
      const name = String(secret);
      const known = server === 'kafka' ? name.replace('kafka-', '') : valueOf(`databases/${name} username`);
      expect([name, known]).toEqual([name, of]);
      expect(valueOf(`loyalty/${name} password`)).toBe(valueOf(`${server}/${name} password`));
    }
    const users = pairs.filter(({ server }) => server === 'kafka').map(({ of }) => of);
    expect(namesOf('KafkaUser')).toEqual(expect.arrayContaining(users));
  });

  test('▲ who repeats the script changes no Secret, and no password stands twice', () => {
    const values = () => secretsMade().map((secret) => [secret, valueOf(secret)] as const);
    const before = values();
    makeSecrets();
    makeSecrets('authorities');
    expect(values()).toEqual(before);
    // What two parties share has one name.
    const passwords = new Map(
      before
        .filter(([secret]) => secret.endsWith(' password'))
        .map(([secret, value]) => [secret.split('/')[1], value]),
    );
    expect([passwords.size > 20, new Set(passwords.values()).size]).toEqual([true, passwords.size]);
    for (const value of passwords.values()) expect(value).toMatch(/^[0-9a-f]{48}$/);
  });

  test('an authority that its operator has not made yet is named', () => {
    rmSync(join(store, 'databases/loyalty-db-ca'), { recursive: true });
    rmSync(join(store, 'loyalty/loyalty-db-ca'), { recursive: true });
    expect(() => makeSecrets('authorities')).toThrow('databases/loyalty-db-ca is not there yet');
    expect(existsSync(join(store, 'loyalty/loyalty-db-ca'))).toBe(false);
  });
});

interface PostgresSpec {
  readonly postgresql: { readonly parameters: Readonly<Record<string, string>> };
  readonly bootstrap: { readonly initdb: { readonly owner: string } };
  readonly managed: { readonly roles: readonly { readonly name: string }[] };
  readonly plugins: readonly { readonly parameters: { readonly barmanObjectName: string } }[];
  readonly backup?: unknown;
}
const postgres = ofKind('Cluster').find(({ metadata }) => metadata.name === 'loyalty-db')?.spec as
  PostgresSpec | undefined;

test('▲ Postgres has every role that has rights, and one for the registry (D145)', () => {
  const ours = [...Object.values(databaseRoles), ...serviceNames.map(serviceRoleOf)];
  const made = [postgres?.bootstrap.initdb.owner, ...(postgres?.managed.roles.map(({ name }) => name) ?? [])];
  expect(made.toSorted()).toEqual([...ours, 'registry'].toSorted());
});

test('backups go by the plugin, to an object store that is there', () => {
  expect(postgres?.backup).toBeUndefined();
  expect(postgres?.plugins.map(({ parameters }) => parameters.barmanObjectName)).toEqual(
    namesOf('ObjectStore'),
  );
  expect(ofKind('ScheduledBackup').map(({ spec }) => (spec as { method: string }).method)).toEqual([
    'plugin',
  ]);
});

test('every topic is made, and no user has rights on another', () => {
  const topics = [...namesOf('KafkaTopic'), 'loyalty.events.<tenantId>.live'];
  expect(topics).toEqual(expect.arrayContaining(topicCatalogue.map(({ name }) => name)));
  const resources = ofKind('KafkaUser').flatMap(({ spec }) =>
    nodesIn(spec)
      .map((node) => node['resource'] as { type: string; name: string; patternType: string } | undefined)
      .filter((resource) => resource?.type === 'topic'),
  );
  const foreign = resources.filter(
    (resource) =>
      resource !== undefined &&
      !topics.some((name) =>
        resource.patternType === 'prefix' ? name.startsWith(resource.name) : name === resource.name,
      ),
  );
  expect([resources.length > 50, foreign]).toEqual([true, []]);
});

/** `NAME.NAMESPACE.svc` of each Service that an example, or its operator, makes. */
const hosts = [
  ...ofKind('Service').map(({ metadata: { name, namespace = '' } }) => `${name}.${namespace}.svc`),
  ...ofKind('Kafka').map(
    ({ metadata: { name, namespace = '' } }) => `${name}-kafka-bootstrap.${namespace}.svc`,
  ),
  ...ofKind('Cluster').flatMap(({ metadata: { name, namespace = '' } }) =>
    ['rw', 'ro'].map((way) => `${name}-${way}.${namespace}.svc`),
  ),
];
/** These services belong to platforms, not to us. */
const ofPlatforms = ['collector.monitoring.svc', 'prometheus-operated.monitoring.svc'];

test.each(valueFiles)('every server that values/%s calls is made by an example', (name) => {
  const named = [...read(`deploy/helm/values/${name}`).matchAll(/[a-z-]+\.[a-z-]+\.svc/g)].map(
    ([host]) => host,
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((host) => ![...hosts, ...ofPlatforms].includes(host))).toEqual([]);
});

interface Way {
  readonly to: readonly { readonly podSelector?: { readonly matchLabels: Record<string, string> } }[];
  readonly ports?: readonly number[];
}

test.each(valueFiles)('each way out that values/%s opens leads to pods of an example', (name) => {
  const { network } = valuesOf(name) as { readonly network: Readonly<Record<string, Way>> };
  const labels = [
    ...ofKind('Kafka').map(({ metadata }) => ({ 'strimzi.io/cluster': metadata.name })),
    ...ofKind('Cluster').map(({ metadata }) => ({ 'cnpg.io/cluster': metadata.name })),
    ...ofKind('Deployment').map(({ metadata }) => metadata.labels ?? {}),
  ];
  for (const way of ['kafka', 'database', 'redis', 'registry'])
    for (const { podSelector } of network[way]?.to ?? [])
      expect(podSelector === undefined || labels.some((own) => isWithin(podSelector.matchLabels, own))).toBe(
        true,
      );
  // The port of the pod, not of the Service before it.
  expect(network['registry']?.ports).toEqual([8443]);
});

const isWithin = (wanted: Record<string, string>, own: Readonly<Record<string, string>>): boolean =>
  Object.entries(wanted).every(([label, value]) => own[label] === value);

test('production counts on as many connections as the example of Postgres has', () => {
  const { database } = valuesOf('production.yaml') as { database: { maxConnections: number } };
  expect(postgres?.postgresql.parameters['max_connections']).toBe(database.maxConnections.toString());
});
