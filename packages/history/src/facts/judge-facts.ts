import { groupBy } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import type { Difference, GhostOutcome, PublishedFact } from '@loyalty/storage/history';
import {
  readBudgetEffects,
  readCardEffects,
  readEntryPlaces,
  readMemberEffects,
  readRewardEffects,
  readTierPlaces,
  readWrittenEntities,
} from '@loyalty/tables/effects';
import { readStoredResponses } from '@loyalty/tables/transactions';
import { compareResponses, type PublishedResponse, type ResponseDifference } from '../responses.ts';
import {
  budgetVerdict,
  cardVerdict,
  effectOf,
  entityVerdict,
  type FactEffect,
  happened,
  memberVerdict,
  nothing,
  partVerdict,
  placeVerdict,
  rewardVerdict,
  subjectOf,
  type Verdict,
} from './fact-effects.ts';

export interface JudgedFact<Fact extends PublishedFact = PublishedFact> {
  readonly fact: Fact;
  readonly verdict: Verdict;
}

type EffectKind = FactEffect['kind'];
type EffectOfKind<Kind extends EffectKind> = Extract<FactEffect, { readonly kind: Kind }>;

interface AskedFact<Kind extends EffectKind = EffectKind> {
  readonly fact: PublishedFact;
  readonly effect: EffectOfKind<Kind>;
}

type JudgeOfKind<Kind extends EffectKind> = (
  db: Queryable,
  asked: readonly AskedFact<Kind>[],
) => Promise<Verdict[]>;

/** Each judges all facts of a kind with one statement. */
const judges: { readonly [Kind in EffectKind]: JudgeOfKind<Kind> } = {
  transaction: async (db, asked) => {
    const rows = await readStoredResponses(
      db,
      asked.map(({ fact: { environmentId }, effect: { operation, ref } }) => ({
        environmentId,
        operation,
        ref,
      })),
    );
    const responses = byKey(rows, (row) => [row.environmentId, row.operation, row.ref]);
    return asked.map(({ fact, effect: { operation, ref, isPart = false } }) => {
      const found = responses.get(keyOf([fact.environmentId, operation, ref]));
      if (found === undefined) return nothing;
      const stored = saidBy(parseResponse(found.response));
      return isPart ? partVerdict(resultIn(fact), stored) : verdictOf(resultIn(fact), stored);
    });
  },
  member: async (db, asked) => {
    const names = asked.map(({ fact, effect }) => ({ ...placed(fact), id: effect.memberId }));
    const members = byKey(await readMemberEffects(db, names), ({ environmentId, id }) => [environmentId, id]);
    return asked.map(({ fact, effect }) =>
      memberVerdict(members.get(keyOf([fact.environmentId, effect.memberId])), effect.has, fact.occurredAtMs),
    );
  },
  reward: async (db, asked) => {
    const names = asked.map(({ fact, effect }) => ({ ...placed(fact), id: effect.rewardId }));
    const rewards = byKey(await readRewardEffects(db, names), ({ environmentId, id }) => [environmentId, id]);
    return asked.map(({ fact, effect }) =>
      rewardVerdict(rewards.get(keyOf([fact.environmentId, effect.rewardId])), effect.has, fact.occurredAtMs),
    );
  },
  entry: async (db, asked) => {
    const places = await readEntryPlaces(
      db,
      asked.map(({ effect }) => effect.entry),
    );
    return asked.map((_, at) => placeVerdict(places[at] ?? null));
  },
  tier: async (db, asked) => {
    const places = await readTierPlaces(
      db,
      asked.map(({ effect }) => effect.tier),
    );
    return asked.map((_, at) => placeVerdict(places[at] ?? null));
  },
  card: async (db, asked) => {
    const names = asked.map(({ fact, effect: { memberId, campaignId } }) => ({
      ...placed(fact),
      memberId,
      campaignId,
    }));
    const cards = byKey(await readCardEffects(db, names), (card) => [
      card.environmentId,
      card.memberId,
      card.campaignId,
    ]);
    return asked.map(({ fact, effect: { memberId, campaignId } }) =>
      cardVerdict(cards.get(keyOf([fact.environmentId, memberId, campaignId])), fact.occurredAtMs),
    );
  },
  entity: async (db, asked) => {
    const names = asked.map(({ fact, effect: { of: kind, id: entityId } }) => ({
      ...placed(fact),
      kind,
      entityId,
    }));
    const entities = byKey(await readWrittenEntities(db, names), (entity) => [
      entity.environmentId,
      entity.kind,
      entity.entityId,
    ]);
    return asked.map(({ fact, effect: { of, id, has } }) =>
      entityVerdict(entities.get(keyOf([fact.environmentId, of, id])), has),
    );
  },
  budget: async (db, asked) => {
    const names = asked.map(({ fact, effect: { campaignId } }) => ({ ...placed(fact), campaignId }));
    const budgets = byKey(await readBudgetEffects(db, names), (budget) => [
      budget.environmentId,
      budget.campaignId,
    ]);
    return asked.map(({ fact, effect: { campaignId, has } }) =>
      budgetVerdict(budgets.get(keyOf([fact.environmentId, campaignId])), has, fact.occurredAtMs),
    );
  },
};

/** Returns the database's verdict on each fact. Facts of types that this build does not know are left out. */
export const judgeFacts = async <Fact extends PublishedFact>(
  db: Queryable,
  facts: readonly Fact[],
): Promise<JudgedFact<Fact>[]> => {
  const asked = facts.flatMap((fact) => {
    const effect = effectOf(fact);
    return effect === null ? [] : [{ fact, effect }];
  });
  const judged: JudgedFact<Fact>[] = [];
  for (const [kind, ofKind] of groupBy(asked, ({ effect }) => effect.kind)) {
    // The compiler cannot see that all of these are of this kind.
    const verdicts = await (judges[kind] as JudgeOfKind<EffectKind>)(db, ofKind);
    ofKind.forEach(({ fact }, at) => judged.push({ fact, verdict: verdicts[at] ?? nothing }));
  }
  return judged;
};

const verdictOf = (published: PublishedResponse, stored: PublishedResponse): Verdict => {
  const difference = compareResponses(published, stored);
  return difference === null ? happened : { kind: 'differs', difference };
};

/** Returns the result in a fact, without the id of the fact that it corrects. */
const resultIn = ({ data }: PublishedFact): PublishedResponse =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'corrects'));

/** Returns a stored response in the fields of its fact: the facts of adjustments have other fields. */
const saidBy = (response: PublishedResponse): PublishedResponse => {
  const { entry } = response as { readonly entry?: Readonly<Record<string, unknown>> };
  if (entry === undefined) return response;
  const { memberId, points, transactionRef: ref } = entry;
  return { ...response, memberId, points, ref };
};

/** Stored responses are JSON objects that the services wrote. */
const parseResponse = (response: Buffer): PublishedResponse =>
  JSON.parse(response.toString()) as PublishedResponse;

const placed = ({ environmentId }: PublishedFact) => ({ environmentId });

const keyOf = (parts: readonly (string | number)[]): string => parts.join('/');

const byKey = <Row>(
  rows: readonly Row[],
  partsOf: (row: Row) => readonly (string | number)[],
): ReadonlyMap<string, Row> => new Map(rows.map((row) => [keyOf(partsOf(row)), row]));

const judgedAtOnce = 500;
/** Subjects of which only the newest fact counts: changes of state that people make. */
const newestMax = 20_000;

/** Collects facts and judges them. Of a subject that people change, only the newest fact is judged. */
export class FactJudge {
  readonly #db: Queryable;
  readonly #onJudged: (judged: readonly JudgedFact[]) => Promise<void>;
  readonly #newest = new Map<string, PublishedFact>();
  facts = 0;

  constructor(db: Queryable, onJudged: (judged: readonly JudgedFact[]) => Promise<void>) {
    this.#db = db;
    this.#onJudged = onJudged;
  }

  /** Takes facts; those of one subject come in the order of their publication. */
  async take(facts: readonly PublishedFact[]): Promise<void> {
    this.facts += facts.length;
    await this.#judge(facts.filter((fact) => !this.#isLeftForLater(fact)));
    if (this.#newest.size > newestMax) await this.end();
  }

  async end(): Promise<void> {
    const facts = [...this.#newest.values()];
    this.#newest.clear();
    await this.#judge(facts);
  }

  #isLeftForLater(fact: PublishedFact): boolean {
    const subject = subjectOf(fact);
    if (subject !== null) this.#newest.set(subject, fact);
    return subject !== null;
  }

  async #judge(facts: readonly PublishedFact[]): Promise<void> {
    for (let at = 0; at < facts.length; at += judgedAtOnce)
      await this.#onJudged(await judgeFacts(this.#db, facts.slice(at, at + judgedAtOnce)));
  }
}

export const differenceOfFact = (fact: PublishedFact, difference: ResponseDifference): Difference[] => {
  const effect = effectOf(fact);
  if (effect?.kind !== 'transaction') return [];
  const { operation, ref } = effect;
  const { environmentId, data } = fact;
  const memberId = typeof data['memberId'] === 'string' ? data['memberId'] : null;
  return [{ environmentId, operation, ref, memberId, refusal: null, ...difference }];
};

/** Returns the outcome of a ghost with this verdict; null while its effect is missing. */
export const outcomeOf = ({ kind }: Verdict): GhostOutcome | null => outcomes[kind];

const outcomes: Readonly<Record<Verdict['kind'], GhostOutcome | null>> = {
  happened: 'HAPPENED',
  differs: 'DIFFERS',
  'published-again': 'TOLD_AGAIN',
  nothing: null,
};
