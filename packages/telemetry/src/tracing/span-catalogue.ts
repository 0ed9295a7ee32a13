export interface SpanDefinition {
  readonly kind: 'server' | 'client' | 'producer' | 'consumer';
  readonly help: string;
  /**
   * The attributes that spans may have, so that no reference of a member, key or payload can reach a trace
   * (D48).
   */
  readonly attributes: readonly string[];
}

export const spanCatalogue = {
  'http.request': {
    kind: 'server',
    help: 'From the head of a request to its answer.',
    attributes: ['http.request.method', 'http.route', 'http.response.status_code', 'loyalty.request_id'],
  },
  'kafka.send': {
    kind: 'producer',
    help: 'A message waits for the request under way, is sent, and is acknowledged.',
    attributes: ['messaging.destination.name'],
  },
  'message.process': {
    kind: 'consumer',
    help: 'A message from the closing of its batch to its commit; one per attempt, linked to the batch when it is in another trace.',
    attributes: [
      'messaging.destination.name',
      'messaging.destination.partition.id',
      'messaging.kafka.offset',
      'loyalty.lane',
      'loyalty.waited_ms',
      'loyalty.outcome',
    ],
  },
  'batch.store': {
    kind: 'client',
    help: 'The database transaction of a whole batch, in the trace of its first sampled message.',
    attributes: ['db.system.name', 'loyalty.batch_size', 'loyalty.outcome'],
  },
  'facts.publish': {
    kind: 'producer',
    help: 'The facts of a stored batch on their way to Kafka, after its commit.',
    attributes: ['messaging.batch.message_count'],
  },
  'reply.receive': {
    kind: 'consumer',
    help: 'A reply is handed to the request that waits for it.',
    attributes: ['messaging.destination.name', 'loyalty.outcome'],
  },
} as const satisfies Readonly<Record<string, SpanDefinition>>;

type Catalogue = typeof spanCatalogue;

export type SpanName = keyof Catalogue;

export type SpanAttribute<Name extends SpanName> = Catalogue[Name]['attributes'][number];
