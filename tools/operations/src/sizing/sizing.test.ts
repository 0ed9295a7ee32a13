import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { topicCatalogue } from '@loyalty/contracts';
import { parse, parseAllDocuments } from 'yaml';
import {
  brokerDiskGib,
  checkpointMinutes,
  logPerDay,
  maxLogGib,
  receiptsPerDay,
  servicesNeed,
  type Size,
  sizes,
  topicLimits,
  topicsAtMost,
  logDiskGib,
} from './sizes.ts';
import { nodePools, postgresOf } from './sizing-files.ts';
import { kafkaBytes, logCosts, coresTaken, tableBytes } from './unit-costs.ts';

const gibibyte = 1_073_741_824;
const deploy = join(__dirname, '../../../../deploy/helm');
const read = (path: string): string => readFileSync(join(deploy, path), 'utf8');

interface Example {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}
const examples = ['kafka.yaml', 'postgres.yaml'].flatMap((name) =>
  parseAllDocuments(read(`examples/${name}`)).map((document) => document.toJS() as Example),
);
const exampleOf = (kind: string, name: string): unknown =>
  examples.find((each) => each.kind === kind && each.metadata.name === name);

const sizeOf = (name: string): Size => {
  const size = sizes.find((each) => each.name === name);
  if (size === undefined) throw new Error(`no size ${name}`);
  return size;
};
const medium = sizeOf('medium');

interface Workload {
  readonly replicas: { readonly min: number; readonly max: number };
  readonly resources: {
    readonly requests: { readonly cpu: string; readonly memory: string };
    readonly limits: { readonly memory: string };
  };
}
interface Values {
  readonly services: Readonly<Record<string, Workload>>;
  readonly database?: { readonly maxConnections: number };
}
const chart = parse(read('loyalty/values.yaml')) as Values;
const production = parse(read('values/production.yaml')) as Partial<Values>;

test('▲ the examples are those of medium (D153)', () => {
  for (const { name, spec } of nodePools(medium))
    expect(exampleOf('KafkaNodePool', name)).toMatchObject({ spec });
  const { name, spec } = postgresOf(medium);
  expect(exampleOf('Cluster', name)).toMatchObject({ spec });
});

test('▲ the chart asks for what medium does, and production has its processes (D153)', () => {
  const resources = Object.entries(medium.workloads).map(([name, { cpu, memory, memoryLimit }]) => [
    name,
    { requests: { cpu, memory }, limits: { memory: memoryLimit } },
  ]);
  expect(Object.entries(chart.services).map(([name, each]) => [name, each.resources])).toEqual(resources);
  const replicas = Object.entries(medium.workloads).map(([name, { min, max }]) => [name, { min, max }]);
  expect(
    Object.keys(medium.workloads).map((name) => [
      name,
      production.services?.[name]?.replicas ?? chart.services[name]?.replicas,
    ]),
  ).toEqual(replicas);
  expect(production.database?.maxConnections).toBe(medium.postgres.maxConnections);
});

test.each(sizes)(
  '$name: services ask for what they took at that rate, and a few times as much at the most',
  (size) => {
    const asked = servicesNeed(size).cores;
    const took = coresTaken.find(({ perSecond }) => perSecond >= size.peakPerSecond)?.cores ?? Infinity;
    expect(asked).toBeGreaterThanOrEqual(took);
    expect(asked).toBeLessThan(5 * took);
  },
);

test.each(sizes)(
  '▲ $name: before a disk of a broker is full, size takes the oldest of each topic (D163)',
  (size) => {
    expect(topicsAtMost(size)).toBeLessThan(0.8 * brokerDiskGib(size) * gibibyte);
    // What is left without a limit is kept for ever by contract, or for minutes.
    const limited = topicLimits(size).map(({ topic }) => topic);
    expect(topicCatalogue.map(({ name }) => name).filter((name) => !limited.includes(name))).toEqual([
      'loyalty.replies',
      'loyalty.erasures',
      'loyalty.clocks',
    ]);
  },
);

test.each(sizes)(
  '$name: at its mean rate time takes what is seven days old, and size takes nothing (D163)',
  (size) => {
    for (const { topic, retentionBytes, segmentBytes } of topicLimits(size)) {
      const aReceipt = topic.includes('facts') ? kafkaBytes.facts : kafkaBytes.request;
      const isLarge = /facts|evaluate|receipts/.test(topic);
      const aWeek = (receiptsPerDay(size.meanPerSecond) * 7 * aReceipt) / 48;
      expect(retentionBytes).toBeGreaterThan(isLarge ? 2 * aWeek : aWeek / 2);
      // Only whole files go: a limit of one file would keep up to twice as much.
      expect(segmentBytes).toBeLessThanOrEqual(retentionBytes / 4);
    }
  },
);

test.each(sizes)('▲ $name: checkpoints come by time, also at the peak (D154)', (size) => {
  const logAtPeak = size.peakPerSecond * checkpointMinutes * 60 * logCosts.shop.bytes.pglz;
  expect(maxLogGib(size) * gibibyte).toBeGreaterThan(1.9 * logAtPeak);
});

test.each(sizes)('$name: the log of a day in which nothing is archived has room (D154)', (size) => {
  const day = logPerDay(size.meanPerSecond);
  expect(logDiskGib(size) * gibibyte).toBeGreaterThan(day + maxLogGib(size) * gibibyte);
});

test('each size is larger than the one before it', () => {
  const figures = sizes.map((size) => [
    size.meanPerSecond,
    size.peakPerSecond,
    size.postgres.memoryGib,
    size.postgres.maxConnections,
    brokerDiskGib(size),
    maxLogGib(size),
  ]);
  for (const [at, figure] of figures.entries())
    for (const [n, value] of figure.entries()) expect(value).toBeGreaterThan(figures[at - 1]?.[n] ?? 0);
});

test('what a receipt costs stands once more on the page of scaling, with the same figures (D153)', () => {
  const scaling = readFileSync(join(deploy, '../../docs/scaling.md'), 'utf8');
  const figures = [
    tableBytes.transactions,
    tableBytes.indexes,
    tableBytes.ledger,
    tableBytes.memberDays,
    tableBytes.all,
  ];
  const said = [...figures, kafkaBytes.request, kafkaBytes.facts].map(
    (bytes) => `| ${bytes.toLocaleString('en')} B |`,
  );
  expect(said.filter((cell) => !scaling.includes(cell))).toEqual([]);
  const log = Object.values(logCosts).flatMap(({ bytes }) => bytes.off / 1_000);
  const range = [Math.min(...log), Math.max(...log)].map((kB) => Number(kB.toPrecision(2)).toString());
  expect(scaling).toContain(`| ${range.join(' to ')} kB |`);
});
