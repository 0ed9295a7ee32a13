import {
  type FactDataByType,
  headers as names,
  type StreamedEvent,
  streamedEventCodec,
} from '@loyalty/contracts';
import { eventTypeOf } from '@loyalty/contracts/webhooks';
import type { OutgoingMessage } from '@loyalty/kafka';
import { awaitAll, type EnvironmentId, type MemberId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { readMemberRefs } from '@loyalty/tables/accounts';
import { type CausedEntriesAsked, type CausedEntry, readCausedEntries } from '@loyalty/tables/ledger';
import type { Webhooks } from '@loyalty/tables/webhooks';
import { isWebhookFact, type PublicFact, type StreamedFactType } from './public-fact.ts';

interface FactToStream {
  readonly fact: PublicFact;
  readonly webhooks: Webhooks;
  readonly streamOut: NonNullable<Webhooks['streamOut']>;
}

/** A fact with what its record needs besides. */
export interface StreamedFact extends FactToStream {
  /** Empty if the fact moved no points. */
  readonly entries: readonly CausedEntry[];
  readonly memberRef: string | null;
}

/**
 * Reads what records need that is not in facts, and sends no statement where no environment has a stream out. A fact
 * that moved points is left out if the ledger does not have its entries, because it is of commits that the database
 * has lost: what is decided again is published again (D353).
 */
export const loadStreamed = async (
  tx: Queryable,
  facts: readonly PublicFact[],
  webhooks: ReadonlyMap<EnvironmentId, Webhooks>,
): Promise<readonly StreamedFact[]> => {
  const all = facts.flatMap((fact): FactToStream[] => {
    const found = webhooks.get(fact.environmentId);
    const streamOut = found?.streamOut ?? null;
    return found === undefined || streamOut === null ? [] : [{ fact, webhooks: found, streamOut }];
  });
  if (all.length === 0) return [];
  const asked = all.flatMap(({ fact }) => {
    const entries = entriesOf(fact);
    return entries === null ? [] : [{ fact, entries }];
  });
  const [read, refs] = await awaitAll([
    readCausedEntries(
      tx,
      asked.map(({ entries }) => entries),
    ),
    loadRefs(tx, all),
  ]);
  const entriesBy = new Map(asked.map(({ fact }, at) => [fact, read[at] ?? null]));
  return all.flatMap((one): StreamedFact[] => {
    const entries = entriesBy.has(one.fact) ? (entriesBy.get(one.fact) ?? null) : [];
    return entries === null ? [] : [{ ...one, entries, memberRef: refOf(one, refs) }];
  });
};

/** Erased members have none. Nobody is asked for where streams have no references. */
const loadRefs = async (
  tx: Queryable,
  all: readonly FactToStream[],
): Promise<ReadonlyMap<string, string>> => {
  const members = new Map<string, { environmentId: EnvironmentId; memberId: MemberId }>();
  for (const { fact, streamOut } of all) {
    const memberId = memberIdOf(fact);
    if (streamOut.memberRefs && memberId !== null)
      members.set(memberId, { environmentId: fact.environmentId, memberId: memberId as MemberId });
  }
  const found = await readMemberRefs(tx, [...members.values()]);
  return new Map(
    found
      .filter(({ isErased }) => !isErased)
      .map(({ memberId, externalRef }) => [memberId as string, externalRef]),
  );
};

const refOf = ({ fact, streamOut }: FactToStream, refs: ReadonlyMap<string, string>): string | null =>
  streamOut.memberRefs ? (refs.get(memberIdOf(fact) ?? '') ?? null) : null;

const memberIdOf = ({ fact: { data } }: PublicFact): string | null =>
  'memberId' in data ? (data.memberId ?? null) : null;

/** Null where no points moved. Facts about a member may have the number of the last entry all the same. */
const entriesOf = (fact: PublicFact): CausedEntriesAsked | null => {
  const { environmentId, ledgerSeq: lastSeq } = fact;
  const memberId = memberIdOf(fact);
  if (lastSeq === null || memberId === null) return null;
  const bound = boundOf(fact.fact);
  return bound === null ? null : { environmentId, memberId: memberId as MemberId, lastSeq, ...bound };
};

type EntriesBound = Pick<CausedEntriesAsked, 'transactionId' | 'points'>;

const boundOf = ({ type, data }: PublicFact['fact']): EntriesBound | null => {
  const of = bounds[type] as ((data: PublicFact['fact']['data']) => EntriesBound) | undefined;
  // The compiler cannot see that the bound and the data belong to the same type.
  return of === undefined ? null : of(data);
};

const ofTransaction = (transactionId: string): EntriesBound => ({ transactionId, points: null });
const ofPoints = (points: number): EntriesBound => ({ transactionId: null, points });

/** The facts that move points. An expiry of several lots is one fact without a transaction. */
const bounds: {
  readonly [Type in StreamedFactType]?: (data: FactDataByType[Type]) => EntriesBound;
} = {
  'event.processed': ({ eventId }) => ofTransaction(eventId),
  'points.adjusted': ({ points }) => ofPoints(points),
  'points.credited': ({ creditId }) => ofTransaction(creditId),
  'points.expired': ({ pointsExpired }) => ofPoints(-pointsExpired),
  // Its entries have the receipt's transaction, as those of the receipt have.
  'points.matured': ({ points, pointsDeducted = 0 }) => ofPoints(points - pointsDeducted),
  'transaction.authorized': ({ redeemTransactionId }) => ofTransaction(redeemTransactionId),
  'transaction.processed': ({ transactionId }) => ofTransaction(transactionId),
  'transaction.redeemed': ({ redeemTransactionId }) => ofTransaction(redeemTransactionId),
  'transaction.returned': ({ returnTransactionId }) => ofTransaction(returnTransactionId),
  'transaction.voided': ({ voidTransactionId }) => ofTransaction(voidTransactionId),
};

type RequestFields = Pick<StreamedEvent, 'transactionId' | 'transactionRef' | 'operation' | 'campaignIds'>;

const noRequest: RequestFields = {
  transactionId: null,
  transactionRef: null,
  operation: null,
  campaignIds: [],
};

const idsOf = (campaigns: readonly { readonly campaignId: string }[]): readonly string[] =>
  campaigns.map(({ campaignId }) => campaignId);

/** Events of no request are left out. */
const requests: {
  readonly [Type in StreamedFactType]?: (data: FactDataByType[Type]) => RequestFields;
} = {
  'event.processed': ({ eventId: transactionId, ref: transactionRef, campaigns }) => ({
    transactionId,
    transactionRef,
    operation: 'event',
    campaignIds: idsOf(campaigns),
  }),
  'points.adjusted': ({ ref: transactionRef = null }) => ({
    ...noRequest,
    transactionRef,
    operation: 'adjust',
  }),
  'points.credited': ({ creditId: transactionId, ref: transactionRef, campaigns }) => ({
    transactionId,
    transactionRef,
    operation: 'credit',
    campaignIds: idsOf(campaigns),
  }),
  'points.matured': ({ transactionId }) => ({ ...noRequest, transactionId, operation: 'evaluate' }),
  'receipt.repeated': ({ transactionId, transactionRef }) => ({
    ...noRequest,
    transactionId,
    transactionRef,
    operation: 'evaluate',
  }),
  'transaction.authorized': ({ redeemTransactionId: transactionId, transactionRef }) => ({
    ...noRequest,
    transactionId,
    transactionRef,
    operation: 'redeem',
  }),
  'transaction.captured': ({ captureTransactionId: transactionId, transactionRef }) => ({
    ...noRequest,
    transactionId,
    transactionRef,
    operation: 'capture',
  }),
  'transaction.processed': ({ transactionId, transactionRef, campaigns }) => ({
    transactionId,
    transactionRef,
    operation: 'evaluate',
    campaignIds: idsOf(campaigns),
  }),
  'transaction.redeemed': ({ redeemTransactionId: transactionId, transactionRef }) => ({
    ...noRequest,
    transactionId,
    transactionRef,
    operation: 'redeem',
  }),
  'transaction.refused': ({ operation, transactionRef }) => ({ ...noRequest, operation, transactionRef }),
  'transaction.returned': ({ returnTransactionId: transactionId, returnRef: transactionRef, awards }) => ({
    transactionId,
    transactionRef,
    operation: 'return',
    campaignIds: idsOf(awards),
  }),
  'transaction.voided': ({ voidTransactionId: transactionId, transactionRef, campaignId }) => ({
    transactionId,
    transactionRef,
    operation: 'void',
    campaignIds: [campaignId],
  }),
};

const requestOf = ({ type, data }: PublicFact['fact']): RequestFields => {
  const of = requests[type] as ((data: PublicFact['fact']['data']) => RequestFields) | undefined;
  return of === undefined ? noRequest : of(data);
};

/** Makes the record of a topic out. It is the same each time, so a repeated fact makes the same bytes. */
export const streamedMessageOf = (
  { fact, webhooks: { tenantId, mode }, streamOut, entries, memberRef }: StreamedFact,
  schemaId: number,
): OutgoingMessage => {
  const { data } = fact.fact;
  const memberId = memberIdOf(fact);
  const last = entries.at(-1);
  const { transactionId, transactionRef, operation, campaignIds } = requestOf(fact.fact);
  const event: StreamedEvent = {
    id: fact.id,
    event: isWebhookFact(fact) ? eventTypeOf(fact.fact) : fact.fact.type,
    tenantId,
    mode,
    occurredAt: fact.occurredAtMs,
    corrects: 'corrects' in data ? (data.corrects ?? null) : null,
    memberId,
    memberRef,
    transactionId,
    transactionRef,
    operation,
    campaignIds,
    points: last === undefined ? null : entries.reduce((sum, { points }) => sum + points, 0),
    pointsBalance: last?.balanceAfter ?? null,
    ledgerSeq: last?.seq ?? null,
    entries: entries.map(({ seq, type, points, balanceAfter, expiresAtMs: expiresAt }) => ({
      seq,
      type,
      points,
      balanceAfter,
      expiresAt,
    })),
    source: sourceOf(fact),
    data: JSON.stringify(data),
  };
  return {
    topic: streamOut.topic,
    key: memberId === null ? null : Buffer.from(memberId),
    value: streamedEventCodec.encode(event, schemaId),
    headers: { [names.environment]: fact.environmentId.toString() },
  };
};

/** A refused receipt has its place in its data, too. */
const sourceOf = ({ fact, source }: PublicFact): StreamedEvent['source'] => {
  if (fact.type === 'transaction.refused') return fact.data.source ?? null;
  if (source === undefined) return null;
  const [topic = '', partition, offset] = source.split('/');
  return { topic, partition: Number(partition), offset: Number(offset) };
};
