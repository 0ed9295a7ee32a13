import { namesOption, numberOption, flagOption, type ValuesOf } from '@loyalty/stack/drill';

export const options = {
  only: namesOption(
    [
      'some of whole, evaluates, redeems, lots, stream, mixed, beside, flood, budgets, expiry, expiry-redeems, search, segments,',
      'live, rewards, returns, returns-pending, returns-maturing, tiers, webhooks-one, webhooks-latency; people, audit, hops, import, export, programme,',
      'references, limits, snapshot, sizing, start, webhooks-mixed and webhooks-storm, which are measured only if named; webhooks and returns stand for all such names; with --large',
      'also audit-list, delivery-list, neighbour (all)',
    ].join('\n    '),
  ),
  large: flagOption(
    'measure on tables that are filled by SQL first; takes an hour and 50 GB, until `npm start -- --fresh`',
  ),
  rounds: numberOption('how often the two services are measured in turn', 2),
  seconds: numberOption('length of each measurement; the warm-up is a third of it', 9),
  poolMax: numberOption('database connections of the monolith', 20, 'pool'),
  workers: numberOption('processes of the monolith', 1),
  transactions: numberOption('how many are stored first, with --large', 20_000_000),
  members: numberOption(
    'how many are stored first, with --large; the maximum for expiry, returns-maturing, search, segments, tiers',
    2_000_000,
  ),
  receiptRate: numberOption('streamed receipts a second in live', 2_000),
  events: numberOption('events of webhooks-one', 100_000),
  eventRate: numberOption('events a second of each endpoint of webhooks-mixed', 20),
  storm: numberOption('retries of webhooks-storm', 1_000_000),
  imported: numberOption('members of import and export', 1_000_000),
  links: numberOption('cards that loyaltyctl links, for references', 100_000),
  entries: numberOption('rows of the audit log of audit-list', 5_000_000),
  deliveries: numberOption('deliveries of delivery-list', 20_000_000),
  minutes: numberOption('minutes of load while a snapshot is open, for snapshot', 15),
  otlpPort: numberOption(
    'the port on which hops listens; start the stack with OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 and OTEL_TRACES_SAMPLER_ARG=1',
    4_318,
  ),
};

export type BenchOptions = ValuesOf<typeof options>;
