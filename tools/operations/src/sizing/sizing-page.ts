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
/** Environments are numbered for so many. */
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

What so many receipts a second need, and what the value files and examples are made for. All of it is counted from one
table of measured costs (\`unit-costs.ts\`), so this page, \`deploy/helm/values\`, the examples and the limits of topics
agree. Figures of processors are of a machine of two shared cores: compare, then measure your own. [Scaling](scaling.md) has the walls
of one cell, and what lies behind them.

**Mean and peak.** Disks go by the mean over months, day and night; processors go by the busiest minute. A shop's peak is
five to ten times its mean.

## By receipts a second, in the mean

${byRate()}

The rate of one cell is bounded by its disk, not by its processors: nothing deletes transactions, because they prove
every point. **One cell is some ${bytesText(cellBytes)} of tables, or 100 to 150 receipts/s in the mean over 13 months.** A thousand a second in
the mean are ${count(cellsFor(1_000))} such cells, and 5,000 are beyond the ${count(cellsMax)} cells for which environments have numbers: this product is not made
for them. One tenant lives in one cell, so a tenant above 150/s in the mean is beyond it, too. A *peak* of 1,000/s is within one cell (\`large\`).

## Processors

${processors()}

A process has one thread. An evaluate costs less the more come together: a batch has one commit, and who is awake need not be woken. Streamed
receipts take a fraction of it: one engine stores ${count(processRates.bulk)} a second. A process takes 90 to 290 MB of memory; with ten thousand tenants the
engine takes one and a half times as much.
`;

const log = (): string => `## Log of Postgres

A page is logged whole at its first change behind a checkpoint. So the log of a receipt depends on how many receipts come
between two checkpoints, beside all members: the bench's share pages, those of a shop with millions of members do not.
Measured by the engine's own statements on Postgres 18 alone, without outbox and followers. Through the whole stack
(\`npm run bench -- --only sizing\`) the first row logs 28 and 16 kB, the last 5.3 and 4.4 kB:

${logTable()}

The shop has 30 receipts/s of 4 million members: 27,000 in 15 minutes. «4 kB» is the bench's last row. Disks and archives are counted by the first
row, compressed. Hence, in the examples:

- \`checkpoint_timeout = ${checkpointMinutes.toString()}min\` (Postgres: 5): a fifth less log than with 15. After a crash a server replays at the most the log since the
  checkpoint before; a standby that is promoted has replayed it already.
- \`max_wal_size\` above twice the log of that time at the peak, or size ends it early, when it hurts most.
- \`wal_compression = ${logCompression}\`: half the log. \`lz4\` and \`zstd\` may take less of the processor, where the server was built with them; the
  server that was measured has only \`pglz\`.
`;

const servers = (): string => `## Sizes

${sizeTable()}

Reads count where keys have outgrown memory: ${count(readsAt(1))} pages a receipt at the most, one (the reference) at first. A disk of data is bought for
${count(daysPlanned)} days and enlarged then: DiskFullWithin14Days says when ([a disk fills](runbooks/disk-full.md)).

What they cost, services with the fewest processes, three copies of Postgres and of Kafka in three zones:

${costTable()}

Redis (compose gives it 256 MB), the registry and backups come on top: as much as the tables for each base backup, and the log since.
Requests are what everything took at such a rate, and two to five times as much for spare processes in other zones. Processors have no limit: a process
takes what is free.

## How they are used

\`\`\`sh
helm upgrade --install loyalty deploy/helm/loyalty --namespace loyalty \\
  --values deploy/helm/values/production.yaml --values deploy/helm/values/small.yaml

mkdir servers && cp deploy/helm/examples/{kafka,kafka-topics,postgres}.yaml servers && cp -r deploy/helm/examples/sizes/small servers/size
printf 'resources: [kafka.yaml, kafka-topics.yaml, postgres.yaml]\\ncomponents: [size]\\n' > servers/kustomization.yaml
kubectl apply -k servers
\`\`\`

The examples themselves are \`medium\`. Where \`loyaltyctl\` owns the topics, set their limits by Kafka's own tool; \`deploy --check\` leaves alone
what is set besides the declared settings:

\`\`\`sh
kafka-configs.sh --bootstrap-server "$KAFKA_BROKERS" --alter --entity-type topics --entity-name loyalty.facts \\
  --add-config retention.bytes=${limitOf('small', 'loyalty.facts').retentionBytes.toString()},segment.bytes=${limitOf('small', 'loyalty.facts').segmentBytes.toString()}
\`\`\`

## Topics

Requests and facts are kept for 7 days. All copies of a partition are equally large, so **all brokers' disks fill at once**, and
with them goes every till. \`retention.bytes\` (D163) takes the oldest before that: twice what the mean of a week needs, for each partition, and
all limits together are less than the disk. Below the limit time deletes, as declared. Above it, at more than twice the mean for days:

- what is decided and stored is untouched; a restore reaches back less far than 7 days ([backups](runbooks/backups.md));
- a group that has not read for so long is [parked](runbooks/parked.md), and streamed receipts that nobody has read are gone. Their lag is an alert days before.

${topicTable()}

Each in MiB of one partition of 48. \`loyalty.erasures\` is kept for ever and has no limit. A tenant's own topic (\`stream enable\`) has none either: give it
what its contract says.
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
        '… as the bench, uncompressed',
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
    ['Evaluates a second', 'Cores of everything', 'of one evaluate'],
    coresTaken.map(({ perSecond, cores }) => [
      count(perSecond),
      two(cores),
      perSecond === 0 ? '' : `${two((cores * 1_000) / perSecond)} ms`,
    ]),
  );

const logTable = (): string =>
  table(
    ['Receipts behind a checkpoint', 'of a shop: between checkpoints of', 'uncompressed', '`pglz`'],
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
      of('processes, least and most', (size) => `${processesOf(size, 'min')}, ${processesOf(size, 'max')}`),
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
