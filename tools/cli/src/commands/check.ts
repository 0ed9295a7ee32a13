import { type Command, InvalidArgumentError } from 'commander';
import { type EnvironmentId, Fault, systemClock, utcDayOf } from '@loyalty/kernel';
import { namesTier } from '@loyalty/rules/segments';
import type { Database, Transaction } from '@loyalty/storage';
import {
  checkChanged,
  checkConditions,
  checkDeliveries,
  checkIndexes,
  checkKeys,
  type CheckMark,
  type CheckScope,
  checkTextOrder,
  invariantChecks,
  type InvariantFinding,
  readCheckMark,
  readStartMark,
  runInvariantCheck,
  storeCheckMark,
} from '@loyalty/tables/checks';
import { readVersions } from '@loyalty/tables/configuration';
import { readImportingEnvironments } from '@loyalty/tables/imports';
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
import { UnavailableFault, errorCodeOf, reasonOf, UsageFault } from '../failures.ts';
import { checkHistory } from '../history/history.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';

interface CheckOptions {
  readonly all?: true;
  readonly primary?: string;
}

export const addCheckCommand = (command: Command, session: Session): void => {
  command
    .option('--all', 'verify every invariant on all stored data')
    .option(
      '--primary <host:port>',
      'the primary, if DATABASE_URL is a replica: the point up to which data were checked is stored there',
      hostAndPort,
    )
    .addHelpText(
      'after',
      `\nExit codes: 0 all checks hold; 1 a check is violated; 3 the checks could not run, or this role may not read what one needs, so nothing is known.\nThe sign ○ stands before a check that was not made. One that needs the extension amcheck is left out where it is not installed.${examples('check', 'check --all', 'check --json')}`,
    )
    .action(
      session.action(async (task, options: CheckOptions) => {
        const stopListening = endWhenInterrupted(task);
        try {
          return await check(task, options);
        } catch (failure) {
          throw failure instanceof UsageFault ? failure : new UnavailableFault(failure);
        } finally {
          stopListening();
        }
      }),
    );
};

const hostAndPort = (text: string): string => {
  if (/^[^\s:/@]+:\d{1,5}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be host:port.');
};

/** An interrupted run has found nothing out; Node's own codes for signals would say as little as any other failure. */
const endWhenInterrupted = (task: CommandContext): (() => void) => {
  const end = (signal: NodeJS.Signals): void => {
    task.note(`loyaltyctl: interrupted by ${signal}`);
    process.exit(3);
  };
  process.once('SIGTERM', end).once('SIGINT', end);
  return () => {
    process.off('SIGTERM', end).off('SIGINT', end);
  };
};

const check = async (task: CommandContext, { all, primary }: CheckOptions): Promise<CommandOutcome> => {
  const { mark, moment, findings } = await withDatabase(task, async (db) => {
    const seen = await readStartMark(db);
    const last = all === true ? null : await readCheckMark(db);
    task.say(
      last === null ? 'Checking all data.' : `Checking what was written since ${last.beganAt.toISOString()}.`,
    );
    const kept: InvariantFinding[] = [];
    for await (const finding of last === null ? findingsOf(db) : changedFindingsOf(db, last)) {
      print(task, finding);
      kept.push(finding);
    }
    return { mark: last, moment: seen, findings: kept };
  });
  const scope: CheckScope = mark === null ? 'all' : 'changed';
  const violated = findings.filter(({ violations }) => violations > 0).length;
  if (violated === 0) await keepMark(task, primary, (db) => storeCheckMark(db, scope, moment));
  task.say(summaryOf(findings));
  const since = mark?.beganAt.toISOString() ?? null;
  return {
    document: {
      holds: violated === 0,
      unmade: findings.filter(isUnmade).length,
      scope,
      since,
      checks: findings,
    },
    isFailure: violated > 0,
    // What its role may not read, nobody has looked at.
    isUnknown: findings.some(({ unmade }) => unmade === 'NO_RIGHT'),
  };
};

const isUnmade = ({ violations, unmade }: InvariantFinding): boolean =>
  violations === 0 && unmade !== undefined;

const summaryOf = (findings: readonly InvariantFinding[]): string => {
  const all = findings.length.toString();
  const violated = findings.filter(({ violations }) => violations > 0).length;
  const left = findings.filter(isUnmade);
  const named = `${left.length.toString()} ${left.length === 1 ? 'was' : 'were'} not made: ${left.map(({ promise: text }) => text).join('; ')}.`;
  if (violated > 0)
    return `${violated.toString()} of ${all} checks are violated.${left.length === 0 ? '' : ` ${named}`}`;
  return left.length === 0
    ? `All ${all} checks hold.`
    : `${(findings.length - left.length).toString()} of ${all} checks hold, ${named}`;
};

/** SQLSTATE: a replica, or a role that may only read. The books are proven all the same. */
const cannotWrite = new Set(['25006', '42501']);

const keepMark = async (
  task: CommandContext,
  primary: string | undefined,
  keep: (db: Database) => Promise<void>,
): Promise<void> => {
  const url = new URL(task.addresses.databaseUrl());
  if (primary !== undefined) url.host = primary;
  try {
    await withDatabase(task, keep, undefined, url.href);
  } catch (failure) {
    if (!cannotWrite.has(errorCodeOf(failure instanceof Error ? (failure.cause ?? failure) : failure) ?? ''))
      throw failure;
    task.note(
      `The next run will start from the same point as this one, because this point could not be stored (${reasonOf(failure)}). Pass --primary host:port.`,
    );
  }
};

async function* findingsOf(db: Database): AsyncGenerator<InvariantFinding> {
  for (const each of invariantChecks) yield await runInvariantCheck(db, each);
  yield await checkDeliveries(db);
  yield await checkMemberships(db);
  yield await checkConditions(db);
  yield await checkHistory(db);
  yield await checkTextOrder(db);
  yield await checkKeys(db);
  yield await checkIndexes(db);
}

async function* changedFindingsOf(db: Database, mark: CheckMark): AsyncGenerator<InvariantFinding> {
  yield* await checkChanged(db, mark);
  yield await checkDeliveries(db, mark.beganAt);
  yield await checkConditions(db, mark.beganAt);
  yield await checkHistory(db);
  yield await checkTextOrder(db);
}

const print = (
  task: CommandContext,
  { invariant, promise, violations, examples: places, note, unmade }: InvariantFinding,
): void => {
  const besides = note === undefined ? '' : `. ${note.charAt(0).toUpperCase()}${note.slice(1)}.`;
  if (violations === 0) {
    // What was not looked at does not hold.
    const sign = unmade === undefined ? '✓' : '○';
    task.say(`${sign} ${invariant.padEnd(3)} ${promise}${besides}`);
    return;
  }
  const more = violations > places.length ? ', …' : '';
  task.say(
    `✗ ${invariant.padEnd(3)} ${promise}: ${violations.toString()} violations (${places.join(', ')}${more})${besides}`,
  );
};

const promise =
  'a DYNAMIC segment has the members that its rules select (members who were just active, pending refreshes and environments with an open import aside)';

const examplesMax = 5;

/** Writes nothing. Each chunk reads rules, members, memberships and pending work in one snapshot. */
const checkMemberships = async (db: Database): Promise<InvariantFinding> => {
  const ruleSets = createSegmentRuleSets(db);
  const examples: string[] = [];
  let violations = 0;
  const importing = new Set(await readImportingEnvironments(db));
  for (const environmentId of await readDynamicEnvironments(db)) {
    if (importing.has(environmentId)) continue;
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

/** A chunk is compared again this often, if rules or tiers were changed at that moment. */
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
    throw new Fault('BUSY', 'The rules of segments keep changing: run the check again later.');
  return comparePage(place, afterId, tries + 1);
};

/** Returns null if newer rules were read, whose pending work the snapshot does not show. */
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
