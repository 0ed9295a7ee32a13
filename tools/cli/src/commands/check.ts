import type { Command } from 'commander';
import { type EnvironmentId, Fault, systemClock, utcDayOf } from '@loyalty/kernel';
import { namesTier } from '@loyalty/rules/segments';
import type { Database, Transaction } from '@loyalty/storage';
import {
  checkDeliveries,
  invariantChecks,
  type InvariantFinding,
  runInvariantCheck,
} from '@loyalty/tables/checks/invariant-checks';
import { checkIndexes, checkKeys, checkTextOrder } from '@loyalty/tables/checks/key-checks';
import { readVersions } from '@loyalty/tables/configuration';
import {
  compareSegmentPage,
  createSegmentRuleSets,
  findChunkEnd,
  type PageEnd,
  readDynamicEnvironments,
  type SegmentRuleSet,
  type SegmentRuleSets,
  findWrongMemberships,
  type WrongMembership,
} from '@loyalty/tables/segments';
import { examples } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { checkHistory } from '../history/history.ts';
import type { CommandContext, Session } from '../session.ts';

export const addCheckCommand = (program: Command, session: Session): void => {
  program
    .command('check')
    .description('Verify every invariant on the stored data; exit code 1 when one is violated.')
    .addHelpText('after', examples('check', 'check --json'))
    .action(
      session.action((task) =>
        withDatabase(task, async (db) => {
          const findings: InvariantFinding[] = [];
          for await (const finding of findingsOf(db)) {
            print(task, finding);
            findings.push(finding);
          }
          const violated = findings.filter(({ violations }) => violations > 0).length;
          task.say(
            violated === 0
              ? `All ${findings.length.toString()} checks hold.`
              : `${violated.toString()} of ${findings.length.toString()} checks are violated.`,
          );
          return { document: { holds: violated === 0, checks: findings }, isFailure: violated > 0 };
        }),
      ),
    );
};

async function* findingsOf(db: Database): AsyncGenerator<InvariantFinding> {
  for (const check of invariantChecks) yield await runInvariantCheck(db, check);
  yield await checkDeliveries(db);
  yield await checkMemberships(db);
  yield await checkHistory(db);
  yield await checkTextOrder(db);
  yield await checkKeys(db);
  yield await checkIndexes(db);
}

const print = (
  task: CommandContext,
  { invariant, promise, violations, examples: places, note }: InvariantFinding,
): void => {
  const besides = note === undefined ? '' : `. ${note.charAt(0).toUpperCase()}${note.slice(1)}.`;
  if (violations === 0) {
    task.say(`✓ ${invariant.padEnd(3)} ${promise}${besides}`);
    return;
  }
  const more = violations > places.length ? ', …' : '';
  task.say(
    `✗ ${invariant.padEnd(3)} ${promise}: ${violations.toString()} violations (${places.join(', ')}${more})${besides}`,
  );
};

const promise =
  'a DYNAMIC segment has the members that its rules select (without just active members and pending refreshes)';

const examplesMax = 5;

/** Writes nothing. Each chunk reads rules, members, memberships and pending work in one snapshot. */
const checkMemberships = async (db: Database): Promise<InvariantFinding> => {
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

interface CheckedEnvironment {
  readonly db: Database;
  readonly ruleSets: SegmentRuleSets;
  readonly environmentId: EnvironmentId;
}

/** With the 1,000 comparisons that an environment may have, a chunk takes some seconds. */
const pageSize = 2_000;

async function* wrongPages(place: CheckedEnvironment): AsyncGenerator<readonly WrongMembership[]> {
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

/** So often a chunk is compared again because rules or tiers were changed at that moment. */
const triesMax = 5;

const comparePage = async (
  place: CheckedEnvironment,
  afterId: string | null,
  tries = 1,
): Promise<ComparedPage> => {
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

/** Null when newer rules were read, whose pending work the snapshot does not show. */
const programmeIn = async (
  tx: Transaction,
  { ruleSets, environmentId }: CheckedEnvironment,
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
  const wrong = await findWrongMemberships(tx, environmentId, { wrong: found, ofTiers });
  return { endId, isLast, wrong };
};
