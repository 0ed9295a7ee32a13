import {
  brokerDiskGib,
  checkpointMinutes,
  controllerDiskGib,
  copies,
  dataDiskGib,
  daysPlanned,
  daysKept,
  daysToFill,
  readsAt,
  logPerDay,
  maxLogGib,
  receiptsPerDay,
  type Needs,
  kafkaNeeds,
  postgresNeeds,
  servicesNeed,
  type Size,
  sizes,
  tablesAfter,
  topicLimits,
  logCompression,
  logDiskGib,
} from './sizes.ts';
import { coresTaken, kafkaBytes, logCosts, processRates } from './unit-costs.ts';

/** Receipts a second in the mean, of which the page speaks. */
const rates = [30, 100, 1_000, 5_000];
/** One Postgres should hold no more: copies, restores and standbys of more take days. */
const cellBytes = 6e12;
/** A large cell is between 100, which fill that in 13 months, and 150. */
const cellPerSecondMax = Math.max(...sizes.map(({ meanPerSecond }) => meanPerSecond));
/** Environments are numbered up to this. */
const cellsMax = 20;

const count = (value: number): string => Math.round(value).toLocaleString('en');
const two = (value: number): string => Number(value.toPrecision(2)).toLocaleString('en');
const bytesText = (bytes: number): string =>
  bytes >= 1e12 ? `${two(bytes / 1e12)} TB` : `${two(bytes / 1e9)} GB`;
const daysText = (days: number): string =>
  days >= 60 ? `${count(days / 30.4)} months` : days >= 2 ? `${two(days)} days` : `${two(days * 24)} hours`;
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    row(...head),
    row(...head.map((_, at) => (at === 0 ? '---' : '--:'))),
    ...rows.map((cells) => row(...cells)),
  ].join('\n');

export const sizingPage = (): string => [needs(), log(), servers()].join('\n');

const needs = (): string => `# Sizes

<!-- Derived from \`tools/operations/src/sizing\` by \`npm run derive\`. Do not edit. -->

This page says what a rate of receipts needs, and which loads the value files and examples are made for. All of it is calculated
from one table of measured costs (\`unit-costs.ts\`), so this page, \`deploy/helm/values\`, the examples and the limits of topics agree.
Figures of processors are from two shared cores. [Scaling](scaling.md) says what limits a cell.

**Mean and peak.** Disks depend on the mean over months, day and night; processors depend on the busiest minute. A shop's peak is
five to ten times its mean.

## What a mean rate of receipts needs

${byRate()}

The rate of one cell is limited by its disk, not by its processors: nothing deletes transactions, because they prove
every point. **One cell holds about ${bytesText(cellBytes)} of tables, which is a mean of 100 to 150 receipts/s over 13 months.** A mean of a thousand a second needs
${count(cellsFor(1_000))} such cells. A mean of 5,000 needs more than the ${count(cellsMax)} cells for which environments have numbers: this product is not made for it. A
tenant lives in one cell, so a tenant with a mean above 150/s is too large as well. A *peak* of 1,000/s fits into one cell (\`large\`).

## Processors

${processors()}

A process has one thread. The more evaluates arrive together, the less each costs: a batch has one commit, and a process that is awake
need not be woken. Streamed receipts cost a fraction of that: one engine stores ${count(processRates.bulk)} a second. A process takes 90 to 290 MB of memory; with
ten thousand tenants the engine takes one and a half times as much.
`;

const log = (): string => `## Log of Postgres

Postgres logs a whole page at the page's first change after a checkpoint. So the log of a receipt depends on how many receipts arrive
between two checkpoints, compared with the number of members: the benchmark's receipts share pages, those of a shop with millions of members do not. The figures are from the engine's statements
alone, on Postgres 18. With the whole stack (\`npm run bench -- --only sizing\`) the first row logs 28 and 16 kB, and the last 5.3 and 4.4 kB:

${logTable()}

The shop has 30 receipts/s of 4 million members, which is 27,000 in 15 minutes. The benchmark's «4 kB» is the last row. Disks and
archives are calculated from the first row, compressed. The examples therefore set:

- \`checkpoint_timeout = ${checkpointMinutes.toString()}min\` (Postgres' default is 5) makes a fifth less log than 15 minutes. After a crash a server replays at most
  the log since the last checkpoint but one; a standby that is promoted has already replayed it.
- \`max_wal_size\` is more than twice the log of that time at the peak. Otherwise checkpoints come early.
- \`wal_compression = ${logCompression}\` halves the log. \`lz4\` and \`zstd\` may need less processor time, if the server was built with them; the server that
  was measured has only \`pglz\`.
`;

const servers = (): string => `## Sizes

${sizeTable()}

Reads matter once the keys no longer fit into memory: at first it is one page per receipt (the reference), and at most ${count(readsAt(1))}. Buy a data disk that lasts
${count(daysPlanned)} days, and then enlarge it: DiskFullWithin14Days says when ([a disk fills](runbooks/disk-full.md)).

The sizes cost this, with the fewest processes, and three copies of Postgres and of Kafka in three zones:

${costTable()}

Add Redis (compose gives it 256 MB), the registry, and backups: the tables for each base backup, and the log since then. The pods'
requests are what everything used at such a rate, and two to five times as much for spare processes in other zones.

## How to use a size

\`\`\`sh
helm upgrade --install loyalty deploy/helm/loyalty --namespace loyalty \\
  --values deploy/helm/values/production.yaml --values deploy/helm/values/small.yaml

mkdir servers && cp deploy/helm/examples/{kafka,kafka-topics,postgres}.yaml servers && cp -r deploy/helm/examples/sizes/small servers/size
printf 'resources: [kafka.yaml, kafka-topics.yaml, postgres.yaml]\\ncomponents: [size]\\n' > servers/kustomization.yaml
kubectl apply -k servers
\`\`\`

The examples themselves are \`medium\`. If \`loyaltyctl\` owns the topics, set their limits with Kafka's own tool; \`deploy --check\` ignores settings
that are not declared:

\`\`\`sh
kafka-configs.sh --bootstrap-server "$KAFKA_BROKERS" --alter --entity-type topics --entity-name loyalty.facts \\
  --add-config retention.bytes=${limitOf('small', 'loyalty.facts').retentionBytes.toString()},segment.bytes=${limitOf('small', 'loyalty.facts').segmentBytes.toString()}
\`\`\`

## Topics

Requests and facts are kept for 7 days. All copies of a partition are equally large, so **the disks of all brokers are full at
the same time**, and then no till gets a response. \`retention.bytes\` (D163) deletes the oldest messages before that: each partition may hold twice what a mean week needs, and all limits together are less than the disk. Below the limit, messages are
deleted after the declared time. Above it, which means more than twice the mean for days:

- what is decided and stored is not affected; a restore reaches back less than 7 days ([backups](runbooks/backups.md));
- a group that has not read since then is [parked](runbooks/parked.md), and streamed receipts that nobody has read are gone. An alert on their lag fires days before.

${topicTable()}

All figures are in MiB for one of 48 partitions. \`loyalty.erasures\` is kept for ever and has no limit. A tenant's own topic (\`stream enable\`)
has none either: set the limit that the tenant's contract names.
`;

const cellsFor = (perSecond: number): number => Math.ceil(perSecond / cellPerSecondMax);

const byRate = (): string =>
  table(
    ['', ...rates.map((rate) => `${count(rate)}/s`)],
    [
      ['receipts a day', ...rates.map((rate) => `${two(receiptsPerDay(rate) / 1e6)} million`)],
      ['cores of everything, on two cores', ...rates.map(coresText)],
      ['tables a day', ...rates.map((rate) => bytesText(tablesAfter(rate, 1)))],
      ['tables in 13 months', ...rates.map((rate) => bytesText(tablesAfter(rate, daysKept)))],
      ['500 GiB of tables last', ...rates.map((rate) => daysText(daysToFill(rate, 500 * 1_073_741_824)))],
      ['log of Postgres a day, a shop', ...rates.map((rate) => bytesText(logPerDay(rate)))],
      [
        '… as in the benchmark, uncompressed',
        ...rates.map((rate) => bytesText(receiptsPerDay(rate) * logCosts.bench.bytes.off)),
      ],
      [
        'each copy of Kafka, 7 days',
        ...rates.map((rate) => bytesText(receiptsPerDay(rate) * 7 * (kafkaBytes.request + kafkaBytes.facts))),
      ],
      ['cells', ...rates.map(cellsText)],
      ['size', 'small', 'medium', `${count(cellsFor(1_000))} of large`, 'none'],
    ],
  );

const cellsText = (rate: number): string =>
  cellsFor(rate) > cellsMax ? `${count(cellsFor(rate))}: beyond ${count(cellsMax)}` : count(cellsFor(rate));

/** Returns the cores that were measured at this rate, or the range between the two nearest measured rates. */
const coresText = (rate: number): string => {
  const above = coresTaken.find(({ perSecond }) => perSecond >= rate);
  const below = coresTaken.findLast(({ perSecond }) => perSecond <= rate);
  if (above === undefined || below === undefined) return 'not measured';
  return above === below ? two(above.cores) : `${two(below.cores)} to ${two(above.cores)}`;
};

const processors = (): string =>
  table(
    ['Evaluates a second', 'Cores of everything', 'for one evaluate'],
    coresTaken.map(({ perSecond, cores }) => [
      count(perSecond),
      two(cores),
      perSecond === 0 ? '' : `${two((cores * 1_000) / perSecond)} ms`,
    ]),
  );

const logTable = (): string =>
  table(
    ['Receipts after a checkpoint', 'for a shop: time between checkpoints', 'uncompressed', '`pglz`'],
    Object.values(logCosts).map(({ receipts, members, minutes, bytes }) => [
      `${count(receipts)} of ${count(members)} members`,
      minutes === null ? '' : `${count(minutes)} min`,
      kilobytes(bytes.off),
      bytes.pglz === null ? '' : kilobytes(bytes.pglz),
    ]),
  );
const kilobytes = (bytes: number): string => `${two(bytes / 1e3)} kB`;

const sizeTable = (): string => {
  const of = (title: string, cell: (size: Size) => string): readonly string[] => [title, ...sizes.map(cell)];
  return table(
    ['', ...sizes.map(({ name }) => `\`${name}\``)],
    [
      of('receipts/s in the mean', ({ meanPerSecond }) => count(meanPerSecond)),
      of('… at the peak', ({ peakPerSecond }) => count(peakPerSecond)),
      of('Postgres: cores, GiB', ({ postgres }) => `${count(postgres.cores)}, ${count(postgres.memoryGib)}`),
      of('… `shared_buffers`', ({ postgres }) => `${count(postgres.sharedBuffersGib)} GB`),
      of('… `max_wal_size`', (size) => `${count(maxLogGib(size))} GB`),
      of('… `max_connections`', ({ postgres }) => count(postgres.maxConnections)),
      of(`… disk of data, ${count(daysPlanned)} days`, (size) => `${count(dataDiskGib(size))} GiB`),
      of('… 13 months', (size) => `${count(dataDiskGib(size, daysKept))} GiB`),
      of('… disk of log', (size) => `${count(logDiskGib(size))} GiB`),
      of('… reads a second at the peak', ({ peakPerSecond }) => `to ${count(readsAt(peakPerSecond))}`),
      of('broker: cores, GiB', ({ broker }) => `${count(broker.cores)}, ${count(broker.memoryGib)}`),
      of('… disk', (size) => `${count(brokerDiskGib(size))} GiB`),
      of('controller: disk', () => `${count(controllerDiskGib)} GiB`),
      of('processes, fewest and most', (size) => `${processesOf(size, 'min')}, ${processesOf(size, 'max')}`),
    ],
  );
};

const processesOf = ({ workloads }: Size, bound: 'min' | 'max'): string =>
  count(Object.values(workloads).reduce((sum, workload) => sum + workload[bound], 0));

const costTable = (): string => {
  const parts = {
    services: servicesNeed,
    Postgres: postgresNeeds,
    Kafka: kafkaNeeds,
  };
  const text = ({ cores, memoryGib, diskGib }: Needs): string =>
    `${two(cores)} cores, ${count(memoryGib)} GiB${diskGib > 0 ? `, ${count(diskGib)} GiB of disk` : ''}`;
  const all = (size: Size): Needs =>
    Object.values(parts)
      .map((of) => of(size))
      .reduce((sum, each) => ({
        cores: sum.cores + each.cores,
        memoryGib: sum.memoryGib + each.memoryGib,
        diskGib: sum.diskGib + each.diskGib,
      }));
  return table(
    ['Reserved', ...sizes.map(({ name }) => `\`${name}\``)],
    [
      ...Object.entries(parts).map(([name, of]) => [
        `${name}${name === 'services' ? '' : `, ${count(copies)} copies`}`,
        ...sizes.map((size) => text(of(size))),
      ]),
      ['all', ...sizes.map((size) => text(all(size)))],
    ],
  );
};

const limitOf = (name: Size['name'], topic: string) => {
  const limit = sizes
    .filter((size) => size.name === name)
    .flatMap(topicLimits)
    .find((each) => each.topic === topic);
  if (limit === undefined) throw new Error(`${topic} has no limit`);
  return limit;
};

const topicTable = (): string => {
  const topics = sizes.slice(0, 1).flatMap(topicLimits);
  const mib = (bytes: number): string => count(bytes / 1_048_576);
  return table(
    ['`retention.bytes`, `segment.bytes`', ...sizes.map(({ name }) => `\`${name}\``)],
    topics.map(({ topic }) => [
      `\`${topic}\``,
      ...sizes.map(({ name }) => {
        const { retentionBytes, segmentBytes } = limitOf(name, topic);
        return `${mib(retentionBytes)}, ${mib(segmentBytes)}`;
      }),
    ]),
  );
};
