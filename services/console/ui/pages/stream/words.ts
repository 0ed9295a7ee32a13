import { words } from '../../words/index.ts';

const listed = (partitions: readonly number[]): string => partitions.join(', ');

const ofPartitions = (partitions: readonly number[]): string =>
  partitions.length === 1 ? `partition ${listed(partitions)}` : `partitions ${listed(partitions)}`;

/** Texts of the page of streams. */
export const streamWords = {
  title: words.pages.stream,
  about: 'Receipts that your systems write to Kafka: how far they are decided, and which were refused.',
  noneTitle: 'This environment has no stream',
  none: 'A stream is a Kafka topic of your own to which your systems write receipts instead of calling the API; the operator enables it for this environment.',
  guide: 'The chapter “Receipts by Kafka” of the integration guide explains how to stream receipts.',
  needs: (permission: string) =>
    `You need the “${permission}” permission to see how far the stream is decided.`,
  figures: 'Progress',
  rate: 'Decided now',
  perSecond: '/s',
  measuring: 'measured in a few seconds',
  rateAbout: 'records stored, repeated or refused',
  lag: 'Lag',
  noLag: 'every record is decided',
  lagLeft: (wait: string) => `records left, about ${wait} at this rate`,
  lagOnly: 'records are not decided yet',
  notKnown: 'Kafka cannot be reached at the moment',
  waiting: 'Waiting for a transaction',
  noneWaiting: 'no open transaction holds records back',
  waitingSince: (partition: number, others: number, time: string) =>
    `${waitingPlace(partition, others)}: nothing written after ${time} is decided`,
  waitingFirst: (partition: number, others: number) =>
    `${waitingPlace(partition, others)}: no record is decided yet`,
  parkedTitle: (partitions: readonly number[]) =>
    partitions.length === 1
      ? `Partition ${listed(partitions)} has stopped`
      : `Partitions ${listed(partitions)} have stopped`,
  parked:
    'A partition stops if too many records in a minute are not valid or cannot be read. Kafka keeps what you write to it for some days, and it is read once the partition runs again. Look at the refused records below, correct your producer, and then ask the operator to start the partition again.',
  stuckTitle: (partitions: readonly number[]) =>
    `An open transaction holds records back on ${ofPartitions(partitions)}`,
  stuck:
    'The records are read once their producer commits or aborts its transaction. A producer should do so every few seconds. If this note stays, look for a producer that hangs.',
  topic: 'Topic',
  partitions: (count: string) => (count === '1' ? '1 partition' : `${count} partitions`),
  partition: 'Partition',
  decidedUpTo: 'Decided up to',
  endOffset: 'Next offset',
  held: 'Waiting',
  lastDecidedAt: 'Last decided record',
  states: { RUNNING: 'Running', PARKED: 'Stopped' },
  refused: 'Refused records',
  refusedAbout:
    'These records had no effect. Each is listed for 14 days, or for 24 hours if it was sent with “respond-async”. The chapter “Receipts by Kafka” of the integration guide explains how to correct them.',
  refresh: 'Refresh',
  code: 'Reason',
  anyCode: 'Any reason',
  anyPartition: 'Any partition',
  oneOf: (partition: number) => `Partition ${partition.toString()}`,
  counts: 'Reasons of the records shown',
  count: (name: string, count: string) => `${name}: ${count}`,
  leftOut: (count: string, day: string) =>
    count === '1' ? `1 more record was refused on ${day}.` : `${count} more records were refused on ${day}.`,
  leftOutAbout: 'Only the newest 100,000 of a day are listed.',
  noRefusedTitle: 'Nothing was refused',
  noRefused: 'Every record that was decided in the last 14 days is stored, or repeats one that is.',
  noMatchTitle: 'No matches',
  noMatch: 'No refused record has this reason and partition.',
  noMatchYetTitle: 'No matches so far',
  noMatchYet: 'Older records have not been searched yet.',
  noReference: 'no reference',
  member: 'Open member',
  place: (partition: number, offset: string) => `Partition ${partition.toString()}, offset ${offset}`,
  overHttp: 'Sent over HTTP',
  faults: 'What is not valid',
  moreFaults: (count: string) => (count === '1' ? '1 more' : `${count} more`),
  whole: 'The record as a whole',
  codes: {
    VALIDATION_ERROR: 'Not valid',
    UNREADABLE: 'Not readable',
    TRANSACTION_DUPLICATE: 'Reference already used',
    MEMBER_SUSPENDED: 'Member is suspended',
    MEMBER_ERASED: 'Member was erased',
    POINTS_OVERFLOW: 'Balance too large',
    PROCESSING_FAILED: 'Could not be decided',
  } as Readonly<Record<string, string>>,
  notValid: 'Correct what is listed here, and send the record again.',
  notValidNamed: 'Correct what is listed here, and send the record again under the same reference.',
  unreadable: 'The record could not be read.',
  reasons: {
    EMPTY:
      'The record has no value. A record without a value takes nothing back; to reverse a sale, send a return to the API.',
    NOT_WIRE_FORMAT:
      'The record does not begin with a zero byte and the ID of an Avro schema, for example because it is JSON. Write Avro with the serializer of the schema registry, which puts the ID first.',
    UNKNOWN_SCHEMA:
      'The schema registry has no schema with the ID in the record. Check that your producer uses the registry of this installation, and that its schema is registered there.',
    UNDECODABLE:
      'The schema in the record does not fit the topic, or the bytes do not match that schema. Compare your schema with the one in the integration guide.',
  } as Readonly<Record<string, string>>,
  otherReason: (reason: string) => `The record could not be read, for the reason ${reason}.`,
  sentences: {
    TRANSACTION_DUPLICATE:
      'The reference was used before with different content, and what was stored first stays. Send this one again under a new reference.',
    MEMBER_SUSPENDED:
      'A suspended member can neither earn nor redeem points. Reinstate the member, and send the record again under the same reference.',
    MEMBER_ERASED: 'The data of this member was erased, so nothing more can be stored for them.',
    POINTS_OVERFLOW: 'The member would have more points than a balance can hold.',
  } as Readonly<Record<string, string>>,
  givenUp: (reason: string | null) =>
    reason === null
      ? 'The engine could not decide this record. The operator can have it decided again.'
      : `The engine could not decide this record. The operator can have it decided again, and needs the code ${reason}.`,
  otherCode: (code: string) =>
    `The record was refused with the code ${code}, which the API reference explains.`,
};

const waitingPlace = (partition: number, others: number): string =>
  others === 0
    ? `partition ${partition.toString()}`
    : others === 1
      ? `partition ${partition.toString()} and 1 more`
      : `partition ${partition.toString()} and ${others.toString()} more`;
