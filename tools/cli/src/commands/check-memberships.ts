import {
  compareSegmentPage,
  findChunkEnd,
  wrongAtRest,
  type InvariantFinding,
  type PageEnd,
  type WrongMembership,
} from '@loyalty/accounts';
import { Fault, type EnvironmentId, systemClock } from '@loyalty/kernel';
import {
  createSegmentRuleSets,
  readVersions,
  readDynamicEnvironments,
  type SegmentRuleSet,
  type SegmentRuleSets,
} from '@loyalty/configuration';
import { namesTier, utcDayOf } from '@loyalty/rules';
import type { Database, Transaction } from '@loyalty/storage';

const promise =
  'a DYNAMIC segment has the members that its rules select (without just active members and pending refreshes)';

/** As many as other checks return. */
const examplesMax = 5;

/**
 * Evaluates the rules for every member of every environment with DYNAMIC segments, chunk by chunk. It writes nothing. Each chunk
 * reads rules, members, memberships and pending work in one snapshot.
 */
export const checkMemberships = async (db: Database): Promise<InvariantFinding> => {
  const ruleSets = createSegmentRuleSets(db);
  const examples: string[] = [];
  let violations = 0;
  for (const environmentId of await readDynamicEnvironments(db)) {
    for await (const wrong of wrongPages({ db, ruleSets, environmentId })) {
      violations += wrong.length;
      const shown = wrong.slice(0, examplesMax - examples.length);
      examples.push(...shown.map((one) => exampleOf(environmentId, one)));
    }
  }
  return { invariant: 'I16', promise, violations, examples };
};

const exampleOf = (
  environmentId: EnvironmentId,
  { memberId, segmentId, isMember }: WrongMembership,
): string => `${environmentId.toString()}/${memberId} is ${isMember ? '' : 'not '}in segment ${segmentId}`;

interface Place {
  readonly db: Database;
  readonly ruleSets: SegmentRuleSets;
  readonly environmentId: EnvironmentId;
}

/** With the 1,000 comparisons that an environment may have, a chunk takes some seconds. */
const pageSize = 2_000;

async function* wrongPages(place: Place): AsyncGenerator<readonly WrongMembership[]> {
  let afterId: string | null = null;
  for (;;) {
    const page: ComparedPage = await comparePage(place, afterId);
    yield page.wrong;
    if (page.isLast) return;
    afterId = page.endId;
  }
}

interface ComparedPage extends PageEnd {
  readonly wrong: readonly WrongMembership[];
}

/** A chunk is compared again at most so often because rules or tiers were changed at that moment. */
const triesMax = 5;

const comparePage = async (place: Place, afterId: string | null, tries = 1): Promise<ComparedPage> => {
  const { db, environmentId } = place;
  const page = await db.readConsistently(async (tx) => {
    const ruleSet = await programmeIn(tx, place);
    return ruleSet === null ? null : compareIn(tx, ruleSet, { environmentId, afterId });
  });
  if (page !== null) return page;
  if (tries >= triesMax)
    throw new Fault('BUSY', 'Rules of segments are being changed all the time: check again later.');
  return comparePage(place, afterId, tries + 1);
};

/** Returns the rules of this snapshot; null when newer rules were read, whose pending work the snapshot does not show. */
const programmeIn = async (
  tx: Transaction,
  { ruleSets, environmentId }: Place,
): Promise<SegmentRuleSet | null> => {
  const version = (await readVersions(tx, [environmentId], ruleSets.reader)).get(environmentId) ?? 0;
  const ruleSet = await ruleSets.get(environmentId, version);
  return ruleSet?.version === version ? ruleSet : null;
};

/** The planner estimates ranges of random ids badly, and overestimates the use of JIT for rules. */
const settings = `SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;

const compareIn = async (
  tx: Transaction,
  { segments, tiers }: SegmentRuleSet,
  { environmentId, afterId }: { readonly environmentId: EnvironmentId; readonly afterId: string | null },
): Promise<ComparedPage> => {
  await tx.query(settings);
  const { endId, isLast } = await findChunkEnd(tx, environmentId, { afterId, size: pageSize });
  const today = utcDayOf(systemClock.now());
  const found = await compareSegmentPage(tx, { environmentId, afterId, endId, segments, tiers, today });
  const ofTiers = segments.filter(({ rule }) => namesTier(rule)).map(({ segmentId }) => segmentId);
  const wrong = await wrongAtRest(tx, environmentId, { wrong: found, ofTiers });
  return { endId, isLast, wrong };
};
