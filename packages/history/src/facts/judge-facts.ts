import {
  readCardEffects,
  readEntryPlaces,
  readMemberEffects,
  readRewardEffects,
  readStoredResponses,
} from '@loyalty/accounts';
import { groupBy } from '@loyalty/kernel';
import { readBudgetEffects, readWrittenEntities } from '@loyalty/configuration';
import type { Queryable, PublishedFact } from '@loyalty/storage';
import { compareResponses, type PublishedResponse } from './compare-responses.ts';
import {
  budgetSays,
  cardSays,
  entitySays,
  entrySays,
  happened,
  memberSays,
  nothing,
  rewardSays,
  type Verdict,
} from './effect-verdicts.ts';
import { effectOf, type FactEffect } from './fact-effects.ts';

/** A fact with the database's verdict. */
export interface Judged<Fact extends PublishedFact = PublishedFact> {
  readonly fact: Fact;
  readonly verdict: Verdict;
}

type EffectKind = FactEffect['kind'];
type EffectOf<Kind extends EffectKind> = Extract<FactEffect, { readonly kind: Kind }>;

/** A fact with the effect that it must have. */
interface Asked<Kind extends EffectKind = EffectKind> {
  readonly fact: PublishedFact;
  readonly effect: EffectOf<Kind>;
}

type Judge<Kind extends EffectKind> = (db: Queryable, asked: readonly Asked<Kind>[]) => Promise<Verdict[]>;

/** Each judges all facts of a kind with one statement. */
const judges: { readonly [Kind in EffectKind]: Judge<Kind> } = {
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
    return asked.map(({ fact, effect: { operation, ref } }) => {
      const found = responses.get(keyOf([fact.environmentId, operation, ref]));
      return found === undefined ? nothing : verdictOf(resultIn(fact), saidBy(parseResponse(found.response)));
    });
  },
  member: async (db, asked) => {
    const names = asked.map(({ fact, effect }) => ({ ...placed(fact), id: effect.memberId }));
    const members = byKey(await readMemberEffects(db, names), ({ environmentId, id }) => [environmentId, id]);
    return asked.map(({ fact, effect }) =>
      memberSays(members.get(keyOf([fact.environmentId, effect.memberId])), effect.has),
    );
  },
  reward: async (db, asked) => {
    const names = asked.map(({ fact, effect }) => ({ ...placed(fact), id: effect.rewardId }));
    const rewards = byKey(await readRewardEffects(db, names), ({ environmentId, id }) => [environmentId, id]);
    return asked.map(({ fact, effect }) =>
      rewardSays(rewards.get(keyOf([fact.environmentId, effect.rewardId])), effect.has, fact.occurredAtMs),
    );
  },
  entry: async (db, asked) => {
    const places = await readEntryPlaces(
      db,
      asked.map(({ effect }) => effect.entry),
    );
    return asked.map((_, at) => entrySays(places[at] ?? null));
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
      cardSays(cards.get(keyOf([fact.environmentId, memberId, campaignId])), fact.occurredAtMs),
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
      entitySays(entities.get(keyOf([fact.environmentId, of, id])), has),
    );
  },
  budget: async (db, asked) => {
    const names = asked.map(({ fact, effect: { campaignId } }) => ({ ...placed(fact), campaignId }));
    const budgets = byKey(await readBudgetEffects(db, names), (budget) => [
      budget.environmentId,
      budget.campaignId,
    ]);
    return asked.map(({ fact, effect: { campaignId, has } }) =>
      budgetSays(budgets.get(keyOf([fact.environmentId, campaignId])), has, fact.occurredAtMs),
    );
  },
};

/** Returns the database's verdict on each fact. Facts of types that this build does not know are left out. */
export const judgeFacts = async <Fact extends PublishedFact>(
  db: Queryable,
  facts: readonly Fact[],
): Promise<Judged<Fact>[]> => {
  const asked = facts.flatMap((fact) => {
    const effect = effectOf(fact);
    return effect === null ? [] : [{ fact, effect }];
  });
  const judged: Judged<Fact>[] = [];
  for (const [kind, ofKind] of groupBy(asked, ({ effect }) => effect.kind)) {
    // The compiler cannot see that all of these are of this kind.
    const verdicts = await (judges[kind] as Judge<EffectKind>)(db, ofKind);
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
