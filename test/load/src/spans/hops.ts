import type { ReceivedSpan } from '@loyalty/testkit/servers';

/** The hops of one evaluate, in order; together they are the whole. */
export const hopNames = [
  'ingress: token, earlier response, checks',
  'to the engine: sent, stored by Kafka, fetched, batch closed',
  'engine before Postgres',
  'Postgres: lock, read, store, commit',
  'engine after the commit',
  'back: reply sent, fetched, matched',
  'response written',
] as const;

/** Milliseconds of each hop of one request. */
export type Hops = Readonly<Record<(typeof hopNames)[number], number>>;

type Trace = Map<string, ReceivedSpan>;

/** The span of a request is named after its method and route. */
const ofRequest = '/transactions/evaluate';

/** Returns the hops of each evaluate whose spans are complete. */
export const hopsOf = (spans: readonly ReceivedSpan[]): Hops[] => {
  const traces = new Map<string, Trace>();
  for (const span of spans) {
    const trace: Trace = traces.get(span.traceId) ?? new Map<string, ReceivedSpan>();
    const name = span.name.endsWith(ofRequest) ? 'request' : span.name;
    // A request has two sends; the first is that of ingress.
    if (span.startMs < (trace.get(name)?.startMs ?? Infinity)) trace.set(name, span);
    traces.set(span.traceId, trace);
  }
  return [...traces.values()].flatMap((trace) => hopsIn(trace) ?? []);
};

const hopsIn = (trace: Trace): Hops | null => {
  const whole = trace.get('request');
  const send = trace.get('kafka.send');
  const batch = trace.get('message.process');
  const store = trace.get('batch.store');
  const reply = trace.get('reply.receive');
  if (!whole || !send || !batch || !store || !reply) return null;
  const places = [
    whole.startMs,
    send.startMs,
    batch.startMs,
    store.startMs,
    store.endMs,
    batch.endMs,
    reply.startMs,
    whole.endMs,
  ];
  return Object.fromEntries(
    hopNames.map((name, at) => [name, (places[at + 1] ?? 0) - (places[at] ?? 0)]),
  ) as Hops;
};
