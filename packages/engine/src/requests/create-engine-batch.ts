import type { InboundRecord } from '@loyalty/kafka';
import { awaitAll } from '@loyalty/kernel';
import { createShareWeights } from '@loyalty/kernel/shares';
import type { Transaction } from '@loyalty/storage';
import type { ResponseToKeep } from '@loyalty/storage/redis';
import { type BatchHandler, BeyondShare, type Message } from '@loyalty/streams';
import { ReferenceMoved } from '@loyalty/tables/accounts';
import { addPosting, type CountActivity } from '@loyalty/tables/activity';
import { type MetricLabels, startAtZero } from '@loyalty/telemetry/metrics';
import { effectsOf } from './effects-of.ts';
import type { EngineHandler, EnginePorts, EngineTypes } from './engine-handler.ts';
import { type EnginePlan, refusalCodeOf, requestWritesOf, storePlan } from './engine-plan.ts';
import { giveUp } from './give-up.ts';
import { processInOrder, repeatOf } from './process-in-order.ts';
import { createCorrectFact, differencesOf } from './published-differences.ts';
import { environmentsIn, readRequests } from './read-requests.ts';
import { References } from './references.ts';
import { loadRefusedFacts, refusedWorkOf } from './refused-facts.ts';
import type { EngineRequest, ProcessedOutcome, RequestOutcome, RequestResult } from './request.ts';
import { StoredResponses } from './stored-responses.ts';
import { repeatedFactsOf } from './streamed-outcomes.ts';

/** Works on a batch in one transaction (docs/mechanisms/storing.md, «Lock, read, decide, store»). */
export const createEngineBatch = <Types extends EngineTypes>(
  handler: EngineHandler<Types>,
  ports: EnginePorts,
): BatchHandler<Types['body'], Transaction, EnginePlan<Types>> => {
  const { configuration, cache, writer, metrics, activity, epoch = () => '' } = ports;
  const stored = new StoredResponses(ports);
  const references = new References();
  return {
    prepare: async (batch) => configuration.prepare(await environmentsIn(configuration, batch)),
    plan: (tx, batch) => planBatch({ handler, configuration, stored, references }, tx, batch),
    storeShared: (tx, { writes }) => handler.storeShared(tx, writes),
    store: (tx, plan) =>
      storePlan(tx, plan, {
        stored,
        configuration,
        metrics,
        storeOwn: () => handler.store(tx, plan.writes),
      }),
    effectsOf: (plan) =>
      effectsOf<Types>(handler, { writer, correct: createCorrectFact(plan.differences, epoch()) }, plan),
    committed: ({ outcomes, writes }) => {
      countRefused(metrics, outcomes);
      if (activity !== undefined) {
        countEntries(activity, outcomes);
        handler.countActivity?.(activity, { outcomes, writes });
      }
      stored.remember(keepResponses(cache, outcomes));
    },
    giveUp: (tx, deadLetters) =>
      giveUp({ ...ports, keyOf: (body) => handler.reader.keyOf(body) }, tx, deadLetters),
  };
};

const planBatch = async <Types extends EngineTypes>(
  {
    handler,
    configuration,
    stored,
    references,
  }: {
    readonly handler: EngineHandler<Types>;
    readonly configuration: EnginePorts['configuration'];
    readonly stored: StoredResponses;
    readonly references: References;
  },
  tx: Transaction,
  batch: readonly Message<Types['body']>[],
): Promise<EnginePlan<Types>> => {
  const { requests: read, rejected, cached } = await readRequests(configuration, handler.reader, batch);
  const [{ responses, published }, requests] = await awaitAll([
    stored.load(tx, read),
    references.lead(tx, read, cached),
  ]);
  const fresh = requests.filter((request) => !responses.has(request.responseKey));
  const state = await handler.loadState(tx, fresh, { cached, published }).catch((failure: unknown) => {
    if (failure instanceof ReferenceMoved) references.askAgain();
    throw failure;
  });
  const decided = processInOrder<Types>(handler, { requests, state, responses });
  if (handler.excessOf !== undefined) checkShares(decided.outcomes, handler.excessOf);
  const outcomes = await withRepeats(tx, stored, decided.outcomes);
  const refused = refusedWorkOf(outcomes, state);
  return {
    outcomes,
    rejected: [...rejected, ...decided.rejected],
    requests: requestWritesOf(outcomes),
    differences: differencesOf(outcomes, published),
    accounts: state.accounts.writes(),
    refusals: await loadRefusedFacts(configuration, tx, refused, state.snapshots),
    repeats: repeatedFactsOf(outcomes, state.snapshots, cached),
    ...(await handler.planWrites(tx, { fresh, outcomes, state })),
  };
};

/** Replaces refusals of references that have a stored response by that response: nothing was changed. */
const withRepeats = async <Request extends EngineRequest<unknown>, Result extends RequestResult>(
  tx: Transaction,
  stored: StoredResponses,
  outcomes: readonly RequestOutcome<Request, Result>[],
): Promise<readonly RequestOutcome<Request, Result>[]> => {
  const refused = outcomes.filter(mayRepeat).map(({ request }) => request);
  const repeats = await stored.loadOfRefused(tx, refused);
  if (repeats.size === 0) return outcomes;
  return outcomes.map((outcome) =>
    outcome.outcome === 'refused' ? (repeatOf(outcome.request, repeats) ?? outcome) : outcome,
  );
};

/** The response under another member's reference is known already. */
const mayRepeat = (outcome: RequestOutcome<EngineRequest<unknown>, RequestResult>): boolean =>
  outcome.outcome === 'refused' && outcome.code !== 'TRANSACTION_DUPLICATE';

/**
 * Starts each series of the reason that an alert waits for at 0, because a series that begins at 1 hides its
 * first event. Tenants' own topics have no such series.
 */
export const startRefusedCounters = (metrics: EnginePorts['metrics'], topics: readonly string[]): void => {
  for (const topic of topics)
    startAtZero(metrics, 'loyalty_refused_requests_total', { topic, reason: 'TRANSACTION_DUPLICATE' });
};

/** Increases the counter once for each topic, lane and reason of the batch. */
const countRefused = (
  metrics: EnginePorts['metrics'],
  outcomes: readonly RequestOutcome<EngineRequest<unknown>, RequestResult>[],
): void => {
  const counts = new Map<
    string,
    { readonly labels: MetricLabels<'loyalty_refused_requests_total'>; n: number }
  >();
  for (const outcome of outcomes) {
    const reason = refusalCodeOf(outcome);
    if (reason === null) continue;
    const { lane, record } = outcome.request.message;
    const key = `${record.topic} ${lane} ${reason}`;
    const counted = counts.get(key) ?? { labels: { topic: record.topic, lane, reason }, n: 0 };
    counted.n += 1;
    counts.set(key, counted);
  }
  for (const { labels, n } of counts.values()) metrics.count('loyalty_refused_requests_total', labels, n);
};

/** Repeats and refusals have no entries. */
const countEntries = (
  activity: CountActivity,
  outcomes: readonly RequestOutcome<EngineRequest<unknown>, RequestResult>[],
): void => {
  for (const outcome of outcomes) {
    if (outcome.outcome !== 'processed') continue;
    const totals = activity.totalsOf(outcome.request.environmentId);
    for (const posting of outcome.result.postings) addPosting(totals, posting);
    totals.spendCents += outcome.purchase?.amountCents ?? 0;
  }
};

const keepResponses = (
  cache: EnginePorts['cache'],
  outcomes: readonly RequestOutcome<EngineRequest<unknown>, RequestResult>[],
): readonly string[] => {
  const responses = outcomes.flatMap((outcome) => (outcome.outcome === 'processed' ? [toKeep(outcome)] : []));
  cache.putResponses(responses);
  return responses.map(({ key }) => key);
};

const toKeep = ({
  request: { responseKey: key, fingerprint, message },
  response,
}: ProcessedOutcome<EngineRequest<unknown>, RequestResult>): ResponseToKeep => ({
  key,
  fingerprint,
  response,
  isStreamed: message.lane === 'bulk',
});

/** Rows and facts beyond the usual. Decisions let half of that into a batch, so the usual spread fits. */
const excessMax = 1_000;

/**
 * Throws {@link BeyondShare} if an environment's results exceed its share. The number is known once the
 * decisions are made; nothing is written yet.
 */
export const checkShares = <Request extends EngineRequest<unknown>, Result extends RequestResult>(
  outcomes: readonly RequestOutcome<Request, Result>[],
  excessOf: (result: Result) => number,
): void => {
  const shares = createShareWeights({ whole: Infinity, share: excessMax });
  const beyond = new Set<InboundRecord>();
  for (const outcome of outcomes) {
    const { environmentId, message } = outcome.request;
    if (shares.isFull(environmentId)) beyond.add(message.record);
    else if (outcome.outcome === 'processed') shares.add(environmentId, excessOf(outcome.result));
  }
  if (beyond.size > 0) throw new BeyondShare(beyond);
};
