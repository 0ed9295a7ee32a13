import { findUnknownEnvironments } from '@loyalty/configuration';
import { surveyFacts, type FactsSurvey, type MissingFact } from '@loyalty/history';
import type { EnvironmentId } from '@loyalty/kernel';
import { createSchemaRegistry } from '@loyalty/messaging';
import { listReadings } from '@loyalty/storage';
import { explainingRegistry } from '../explaining-registry.ts';
import type { Desk } from '../positions/at-desk.ts';
import type { CommandContext } from '../session.ts';
import { planRefits, type Refit } from './refit-positions.ts';

/** An environment that facts name and that the database lacks. */
export interface LostEnvironment {
  readonly environmentId: EnvironmentId;
  readonly tenantId: string | null;
  /** The number of kept facts. */
  readonly facts: number;
}

/** Everything that was published since a time and that the database lacks. */
export interface Loss {
  readonly sinceMs: number;
  readonly survey: FactsSurvey;
  /** False when groups have read on another cluster only: this one may lack facts. */
  readonly isKnownCluster: boolean;
  /** Positions that do not fit their logs. A log that ends before a position has lost records. */
  readonly refits: readonly Refit[];
  readonly environments: readonly LostEnvironment[];
}

/** Allows for clocks of brokers that differ from the database's, and for long transactions. */
const marginMs = 10_000;

/** Compares the facts since a time with the database, and writes nothing. */
export const findLoss = async (task: CommandContext, desk: Desk, sinceMs: number): Promise<Loss> => {
  const { db, kafka, clusterId, positions } = desk;
  const url = task.addresses.schemaRegistryUrl();
  const survey = await explainingRegistry(url, () =>
    surveyFacts({
      db,
      kafka,
      registry: createSchemaRegistry(url),
      sinceMs: sinceMs - marginMs,
      signal: new AbortController().signal,
    }),
  );
  const isKnownCluster = positions.length > 0 || (await listReadings(db, clusterId)).length === 0;
  return {
    sinceMs,
    survey,
    isKnownCluster,
    refits: await planRefits(desk),
    environments: await lostEnvironments(desk, survey),
  };
};

/** True when every fact since the time was read. */
export const isWhole = ({ survey, isKnownCluster, refits }: Loss): boolean =>
  survey.reachesBack && isKnownCluster && !refits.some(({ misfit }) => misfit === 'ahead');

/** Returns the kept facts of every origin. */
const missingFacts = ({ missing }: FactsSurvey): readonly MissingFact[] => [
  ...missing.call.kept,
  ...missing.redeem.kept,
  ...missing.stream.kept,
];

const lostEnvironments = async ({ db }: Desk, survey: FactsSurvey): Promise<readonly LostEnvironment[]> => {
  const facts = missingFacts(survey).map(({ fact }) => fact);
  const numbers = [...new Set(facts.map(({ environmentId }) => environmentId))];
  const unknown = await findUnknownEnvironments(db, numbers);
  return unknown.map((environmentId) => {
    const own = facts.filter((fact) => fact.environmentId === environmentId);
    return { environmentId, tenantId: own[0]?.tenantId ?? null, facts: own.length };
  });
};
