import { tableLines } from '../terminal.ts';
import type { PerLabel, ProcessView, Watched } from './process-view.ts';

export const renderTop = (watched: readonly Watched[]): string[] => {
  const views = watched.flatMap((one) => (one.state === 'shown' ? [one.view] : []));
  return [
    ...section('Tills', tillRows(views)),
    ...section('Streams', streamRows(views)),
    ...section('Batches', batchRows(views)),
    ...section('Processes', processRows(views)),
    ...watched.flatMap((one) => (one.state === 'silent' ? [`${one.name} (${one.url}): ${one.reason}`] : [])),
  ];
};

type Rows = readonly [readonly string[], ...(readonly string[])[]];

const section = (title: string, [header, ...rows]: Rows): string[] =>
  rows.length === 0 ? [] : [...tableLines([title, ...header], rows), ''];

const tillRows = (views: readonly ProcessView[]): Rows => [
  ['requests/s', 'p50', 'p99', 'pending', '5xx/s', '429/s', 'replayed/s', 'late/s'],
  ...views
    .filter(({ pendingReplies }) => pendingReplies !== null)
    .map((view) => [
      view.service,
      rate(view.requestsPerS),
      duration(view.requestP50S),
      duration(view.requestP99S),
      count(view.pendingReplies),
      ...[view.failuresPerS, view.rateLimitedPerS, view.replayedPerS, view.lateRepliesPerS].map(rate),
    ]),
];

const streamRows = (views: readonly ProcessView[]): Rows => [
  ['topic', 'messages/s'],
  ...views.flatMap(({ service, messagesPerS }) =>
    Object.entries(messagesPerS).map(([topic, perS]) => [service, topic, rate(perS)]),
  ),
];

const batchRows = (views: readonly ProcessView[]): Rows => [
  [
    'batches/s',
    'p50',
    'p99',
    'again/s',
    'fenced/s',
    'dead letters/s',
    'waiting',
    'oldest',
    'parked',
    'outbox age',
  ],
  ...views
    .filter(({ parkedPartitions }) => parkedPartitions !== null)
    .map((view) => [
      view.service,
      rate(view.batchesPerS),
      duration(view.batchP50S),
      duration(view.batchP99S),
      ...[view.rolledBackPerS, view.fencedBatchesPerS, view.deadLettersPerS].map(rate),
      each(view.waiting),
      duration(view.oldestS),
      count(view.parkedPartitions),
      duration(view.outboxAgeS),
    ]),
];

const processRows = (views: readonly ProcessView[]): Rows => [
  ['cores', 'memory', 'event loop p99', 'redis', 'waiting for Kafka', 'at'],
  ...views.map((view) => [
    view.service,
    view.cpu === null ? nothing : view.cpu.toFixed(2),
    view.memoryBytes === null ? nothing : `${Math.round(view.memoryBytes / 1_048_576).toString()} MiB`,
    duration(view.eventLoopDelayP99S),
    { true: 'up', false: 'RESTS', null: nothing }[String(view.cacheUp)] ?? nothing,
    each(view.producerWaiting),
    view.url,
  ]),
];

const nothing = '–';

const rate = (perS: number | null): string => {
  if (perS === null) return nothing;
  return perS > 0 && perS < 10 ? perS.toFixed(1) : Math.round(perS).toLocaleString('en-US');
};

const count = (value: number | null): string => (value === null ? nothing : value.toLocaleString('en-US'));

const duration = (seconds: number | null): string => {
  if (seconds === null) return nothing;
  if (seconds >= 100) return `${Math.round(seconds).toLocaleString('en-US')} s`;
  if (seconds >= 1) return `${seconds.toFixed(1)} s`;
  return `${(seconds * 1000).toFixed(seconds < 0.01 ? 1 : 0)} ms`;
};

const each = (values: PerLabel): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${count(value)}`)
    .join(', ') || nothing;
