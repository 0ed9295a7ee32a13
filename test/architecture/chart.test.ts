import { parse, parseAllDocuments } from 'yaml';
import { read } from '../support/sources.ts';

interface Cluster {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly postgresql: { readonly parameters: Readonly<Record<string, string>> };
    readonly bootstrap: { readonly recovery?: { readonly source: string; readonly owner: string } };
    readonly externalClusters?: readonly { readonly name: string; readonly plugin: Plugin }[];
    readonly plugins: readonly Plugin[];
  };
}

interface Plugin {
  readonly name: string;
  readonly parameters: { readonly barmanObjectName: string; readonly serverName?: string };
}

const clusterIn = (path: string): Cluster => parseAllDocuments(read(path))[0]?.toJS() as Cluster;
const lost = clusterIn('deploy/helm/examples/postgres.yaml');
const restored = clusterIn('deploy/helm/examples/postgres-restored.yaml');

test('▲ the promised minute of RPO is one figure: in the example, in operations and in the runbook', () => {
  const figures = [
    lost.spec.postgresql.parameters['archive_timeout'],
    ...[...read('docs/operations.md').matchAll(/archive_timeout = (\w+)/g)].map(([, figure]) => figure),
    ...[...read('docs/runbooks/backups.md').matchAll(/`archive_timeout` of (\d+) (s|min)/g)].map(
      ([, amount = '', unit = '']) => `${amount}${unit}`,
    ),
  ];
  expect(figures).toEqual(['60s', '60s', '60s']);
});

/** All but the name, what it is made from, and where it archives to. */
const settledBy = ({ spec }: Cluster): unknown =>
  Object.fromEntries(
    Object.entries(spec).filter(([name]) => !['bootstrap', 'externalClusters', 'plugins'].includes(name)),
  );

test('a database that is restored by the example is that which was lost, from its archive into its own (D156)', () => {
  expect(settledBy(restored)).toEqual(settledBy(lost));
  const { bootstrap, externalClusters = [], plugins } = restored.spec;
  expect(bootstrap.recovery).toMatchObject({ source: lost.metadata.name, owner: 'loyalty_migrate' });
  const [archive] = lost.spec.plugins;
  const archiveOf = (serverName: string) => ({
    name: archive?.name,
    parameters: { ...archive?.parameters, serverName },
  });
  expect(externalClusters).toEqual([{ name: lost.metadata.name, plugin: archiveOf(lost.metadata.name) }]);
  expect(plugins).toEqual([{ ...archive, ...archiveOf(restored.metadata.name) }]);
});

test('▲ Argo can stop everything by the value, and heals nothing back (D156)', () => {
  const { spec } = parse(read('deploy/helm/examples/argo.yaml')) as {
    spec: { source: { helm: { parameters: { name: string }[] } }; ignoreDifferences?: unknown };
  };
  expect(spec.source.helm.parameters).toContainEqual({ name: 'stopped', value: 'false' });
  // Replicas that are not compared would not be set either.
  expect(spec.ignoreDifferences).toBeUndefined();
});

const connectionsPage = read('docs/reference/connections.md');
const figuresIn = (text: string): readonly string[] =>
  [...text.matchAll(/\*\*(\d+)\*\* \| \|$/gm)].map(([, figure = '']) => figure);

test('▲ the connections of a process are figures of the derived page, and stand nowhere else', () => {
  expect(figuresIn(connectionsPage).length).toBeGreaterThan(2);
  expect(read('docs/runbooks/connections.md')).not.toMatch(
    /\d+ (an ingress|every other)|ingress (has|opens) \d/,
  );
  const compose = read('docker-compose.yml');
  expect(compose).not.toMatch(/opens \d+|\(DATABASE_POOL_MAX \d/);
  const needed = Number(/^\| one of each.*\| \d+ \| (\d+) \|$/m.exec(connectionsPage)?.[1]);
  expect(Number(/max_connections=(\d+)/.exec(compose)?.[1])).toBeGreaterThanOrEqual(needed);
});
