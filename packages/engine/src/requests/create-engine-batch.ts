import type { BatchHandler } from '@loyalty/messaging';
import { answerKey, type Transaction } from '@loyalty/storage';
import type { BatchState } from '../state/batch-state.ts';
import { correctionOf } from './corrections.ts';
import { decideInOrder, replayOf } from './decide-in-order.ts';
import { effectsOf } from './effects-of.ts';
import type { EngineKind } from './engine-kind.ts';
import { storePlan, type EnginePlan } from './engine-plan.ts';
import { giveUp } from './give-up.ts';
import type { EnginePorts } from './ports.ts';
import { readRequests } from './read-requests.ts';
import type { RequestOutcome, RequestResult } from './request-outcome.ts';
import { requestWritesOf, type RequestWrites } from './request-writes.ts';
import type { EngineRequest } from './request.ts';
import { StoredResponses } from './stored-responses.ts';
import { differencesOf } from './told-differences.ts';

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
  kind: EngineKind<Body, R, State, P, Writes>,
  ports: EnginePorts,
): BatchHandler<Body, Transaction, EnginePlan<Body, R, P, Writes>> => {
  const { programme, cache, writer, metrics, epoch = () => '' } = ports;
  const stored = new StoredResponses(ports);
  return {
    prepare: () => programme.loadMissed(),
    decide: async (tx, batch) => {
      const { requests, rejected, held } = await readRequests(programme, kind.reader, batch);
      const { responses, told } = await stored.load(tx, requests);
      const fresh = requests.filter((request) => !responses.has(request.answerKey));
      const state = await kind.loadState(tx, fresh, { held, told });
      const decided = decideInOrder<Body, R, State, P>(kind, { requests, state, responses });
      const outcomes = await withRepeats(tx, stored, decided.outcomes);
      return {
        outcomes,
        rejected: [...rejected, ...decided.rejected],
        requests: requestWritesOf(outcomes),
        differences: differencesOf(outcomes, told),
        accounts: state.accounts.writes(),
        ...(await kind.planWrites(tx, { fresh, outcomes, state })),
      };
    },
    storeShared: (tx, { writes }) => kind.storeShared(tx, writes),
    store: (tx, plan) =>
      storePlan(tx, plan, { stored, programme, metrics, storeOwn: () => kind.store(tx, plan.writes) }),
    effectsOf: (plan) => effectsOf(kind, { writer, correct: correctionOf(plan.differences, epoch()) }, plan),
    stored: ({ requests }) => {
      stored.remember(keepResponses(cache, requests));
    },
    giveUp: (tx, letters) => giveUp({ ...ports, nameOf: (body) => kind.reader.nameOf(body) }, tx, letters),
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
    outcome.outcome === 'refused' ? (replayOf(outcome.request, repeats) ?? outcome) : outcome,
  );
};

/** Answers the keys of what is kept. */
const keepResponses = (cache: EnginePorts['cache'], { transactions }: RequestWrites): readonly string[] => {
  const answers = transactions.map(({ environmentId, operation, ref, fingerprint, answer }) => ({
    key: answerKey(environmentId, operation, ref),
    fingerprint,
    answer,
  }));
  cache.putAnswers(answers);
  return answers.map(({ key }) => key);
};
