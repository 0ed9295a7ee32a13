import { scalarsOf } from '@loyalty/history/responses';
import {
  type FactsSurvey,
  type MissingFact,
  type MissingFacts,
  surveyFacts,
} from '@loyalty/history/survey-facts';
import type { EnvironmentId } from '@loyalty/kernel';
import { listReadTopics } from '@loyalty/storage/position-control';
import { findUnknownEnvironments } from '@loyalty/tables/cells';
import { createOwnRegistry, explainingRegistry } from '../connections.ts';
import type { PositionContext } from '../positions/positions-in-logs.ts';
import type { CommandContext } from '../session.ts';
import { tableLines } from '../terminal.ts';
import { planRefits, type Refit } from './refit-positions.ts';

interface LostEnvironment {
  readonly environmentId: EnvironmentId;
  readonly tenantId: string | null;
  readonly facts: number;
}

export interface Loss {
  readonly sinceMs: number;
  readonly survey: FactsSurvey;
  /** False if groups have read only on another cluster, so that this one may lack facts. */
  readonly isKnownCluster: boolean;
  /** The positions that do not fit their logs. A log that ends before a position has lost records. */
  readonly refits: readonly Refit[];
  readonly environments: readonly LostEnvironment[];
}

/** Allows for clocks of brokers that differ from the database's, and for long transactions. */
const marginMs = 10_000;

/** Finds what is lost, and writes nothing. */
export const findLoss = async (
  task: CommandContext,
  context: PositionContext,
  sinceMs: number,
): Promise<Loss> => {
  const { db, kafka, clusterId, positions } = context;
  const url = task.addresses.schemaRegistryUrl();
  const survey = await explainingRegistry(url, () =>
    surveyFacts({
      db,
      kafka,
      registry: createOwnRegistry(task),
      sinceMs: sinceMs - marginMs,
      signal: new AbortController().signal,
    }),
  );
  const isKnownCluster = positions.length > 0 || (await listReadTopics(db, clusterId)).length === 0;
  return {
    sinceMs,
    survey,
    isKnownCluster,
    refits: await planRefits(context),
    environments: await lostEnvironments(context, survey),
  };
};

export const isWhole = ({ survey, isKnownCluster, refits }: Loss): boolean =>
  survey.reachesBack && isKnownCluster && !refits.some(({ misfit }) => misfit === 'ahead');

const missingFacts = ({ missing }: FactsSurvey): readonly MissingFact[] => [
  ...missing.call.kept,
  ...missing.redeem.kept,
  ...missing.stream.kept,
];

const lostEnvironments = async (
  { db }: PositionContext,
  survey: FactsSurvey,
): Promise<readonly LostEnvironment[]> => {
  const facts = missingFacts(survey).map(({ fact }) => fact);
  const numbers = [...new Set(facts.map(({ environmentId }) => environmentId))];
  const unknown = await findUnknownEnvironments(db, numbers);
  return unknown.map((environmentId) => {
    const own = facts.filter((fact) => fact.environmentId === environmentId);
    return { environmentId, tenantId: own[0]?.tenantId ?? null, facts: own.length };
  });
};

const shownMax = 50;

/** Returns the number of published facts that are not true in the database. */
export const countMissing = ({ survey: { missing } }: Loss): number =>
  missing.call.count + missing.redeem.count + missing.stream.count;

export const lossDocument = (loss: Loss) => {
  const { call, redeem, stream } = loss.survey.missing;
  return {
    since: new Date(loss.sinceMs).toISOString(),
    facts: loss.survey.facts,
    isComplete: isWhole(loss),
    missing: { calls: call.count, redeems: redeem.count, repeated: stream.count },
    environments: loss.environments,
    calls: call.kept.map(entryOf),
    redeems: redeem.kept.map(entryOf),
    repeated: stream.kept.map(entryOf),
  };
};

/** A person repeats a lost write from its body. */
const entryOf = ({ fact, isGone }: MissingFact) => ({
  factId: fact.id,
  tenantId: fact.tenantId,
  environmentId: fact.environmentId,
  type: fact.type,
  occurredAt: new Date(fact.occurredAtMs).toISOString(),
  isGone,
  data: fact.type === 'management.written' ? fact.data : scalarsOf(fact.data),
});

export const lossLines = (loss: Loss): string[] => {
  const { facts, missing } = loss.survey;
  return [
    `${facts.toString()} facts were published since ${new Date(loss.sinceMs).toISOString()}; ` +
      `${countMissing(loss).toString()} of them are not true in this database.`,
    ...(isWhole(loss)
      ? []
      : ['This cluster does not hold all facts since then, so the lists are incomplete.']),
    ...section('Changes by calls, which nobody repeats', missing.call),
    ...section('Redemptions, which engines decide again with these facts as evidence', missing.redeem),
    ...section('Facts about records that engines and followers read again', missing.stream),
    ...environmentLines(loss.environments),
  ];
};

const section = (title: string, { count, kept }: MissingFacts): string[] => {
  if (count === 0) return [`${title}: none.`];
  const rows = kept
    .toSorted((one, other) => one.fact.occurredAtMs - other.fact.occurredAtMs)
    .slice(0, shownMax)
    .map(rowOf);
  return [
    `${title}: ${count.toString()}.`,
    ...tableLines(['at', 'environment', 'type', 'subject', ''], rows).map((line) => `  ${line}`),
    ...(count > shownMax ? ['  … (--json lists more)'] : []),
  ];
};

const rowOf = ({ fact: { occurredAtMs, environmentId, type, data }, isGone }: MissingFact): string[] => [
  new Date(occurredAtMs).toISOString(),
  environmentId.toString(),
  type === 'management.written' ? `${String(data['kind'])} ${String(data['action'])}` : type,
  subjectOf(data),
  isGone ? 'missing' : 'stored differently',
];

const subjectOf = (data: Readonly<Record<string, unknown>>): string => {
  const of =
    data['transactionRef'] ?? data['ref'] ?? data['entityId'] ?? data['rewardId'] ?? data['memberId'];
  return typeof of === 'string' ? of : '';
};

const environmentLines = (environments: readonly LostEnvironment[]): string[] => {
  if (environments.length === 0) return [];
  const rows = environments.map(({ environmentId, tenantId, facts }) => [
    environmentId.toString(),
    tenantId ?? '',
    facts.toString(),
  ]);
  return [
    `Missing environments, of tenants that were created since then: ${environments.length.toString()}.`,
    ...tableLines(['environment', 'tenant', 'facts'], rows).map((line) => `  ${line}`),
  ];
};
