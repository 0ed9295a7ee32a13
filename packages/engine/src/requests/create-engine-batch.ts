import type { BatchHandler } from '@loyalty/messaging';
import { responseKey, type Transaction } from '@loyalty/storage';
import type { BatchState } from '../state/batch-state.ts';
import { correctionOf } from './corrections.ts';
import { processInOrder, repeatOf } from './process-in-order.ts';
import { effectsOf } from './effects-of.ts';
import type { EngineHandler } from './engine-handler.ts';
import { storePlan, type EnginePlan } from './engine-plan.ts';
import { giveUp } from './give-up.ts';
import type { EnginePorts } from './ports.ts';
import { readRequests } from './read-requests.ts';
import type { RequestOutcome, RequestResult } from './request-outcome.ts';
import { requestWritesOf, type RequestWrites } from './request-writes.ts';
import type { EngineRequest } from './request.ts';
import { StoredResponses } from './stored-responses.ts';
import { differencesOf } from './published-differences.ts';

/**
 * What an engine does with a batch, in one transaction (docs/mechanisms/storing.md, «Lock, read, decide, store»): repeats, transactions
 * with their answers, accounts, ledger entries, replies and facts are the same for all; what its requests are and what they
 * come to, the kind says.
 */
export const createEngineBatch = <
  Body,
  R extends EngineRequest<Body>,
  State extends BatchState<R>,
  P extends RequestResult,
  Writes,
>(
  handler: EngineHandler<Body, R, State, P, Writes>,
  ports: EnginePorts,
): BatchHandler<Body, Transaction, EnginePlan<Body, R, P, Writes>> => {
  const { configuration, cache, writer, metrics, epoch = () => '' } = ports;
  const stored = new StoredResponses(ports);
  return {
    prepare: () => configuration.loadMissed(),
    plan: async (tx, batch) => {
      const { requests, rejected, held } = await readRequests(configuration, handler.reader, batch);
      const { responses, told } = await stored.load(tx, requests);
      const fresh = requests.filter((request) => !responses.has(request.responseKey));
      const state = await handler.loadState(tx, fresh, { held, told });
      const decided = processInOrder<Body, R, State, P>(handler, { requests, state, responses });
      const outcomes = await withRepeats(tx, stored, decided.outcomes);
      return {
        outcomes,
        rejected: [...rejected, ...decided.rejected],
        requests: requestWritesOf(outcomes),
        differences: differencesOf(outcomes, told),
        accounts: state.accounts.writes(),
        ...(await handler.planWrites(tx, { fresh, outcomes, state })),
      };
    },
    storeShared: (tx, { writes }) => handler.storeShared(tx, writes),
    store: (tx, plan) =>
      storePlan(tx, plan, {
        stored,
        configuration,
        metrics,
        storeOwn: () => handler.store(tx, plan.writes),
      }),
    effectsOf: (plan) =>
      effectsOf(handler, { writer, correct: correctionOf(plan.differences, epoch()) }, plan),
    committed: ({ requests }) => {
      stored.remember(keepResponses(cache, requests));
    },
    giveUp: (tx, deadLetters) =>
      giveUp({ ...ports, nameOf: (body) => handler.reader.nameOf(body) }, tx, deadLetters),
  };
};

/** Refusals of references that were answered before become what they were answered; a refusal has changed nothing. */
const withRepeats = async <Body, R extends EngineRequest<Body>, P extends RequestResult>(
  tx: Transaction,
  stored: StoredResponses,
  outcomes: readonly RequestOutcome<R, P>[],
): Promise<readonly RequestOutcome<R, P>[]> => {
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused').map(({ request }) => request);
  const repeats = await stored.ofRefused(tx, refused);
  if (repeats.size === 0) return outcomes;
  return outcomes.map((outcome) =>
    outcome.outcome === 'refused' ? (repeatOf(outcome.request, repeats) ?? outcome) : outcome,
  );
};

/** Answers the keys of what is kept. */
const keepResponses = (cache: EnginePorts['cache'], { transactions }: RequestWrites): readonly string[] => {
  const responses = transactions.map(({ environmentId, operation, ref, fingerprint, response }) => ({
    key: responseKey(environmentId, operation, ref),
    fingerprint,
    response,
  }));
  cache.putResponses(responses);
  return responses.map(({ key }) => key);
};
