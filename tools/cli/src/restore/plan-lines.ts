import { tableLines } from '../table.ts';
import { isWhole } from './find-loss.ts';
import { countMissing } from './loss-report.ts';
import type { RestorePlan } from './plan-restore.ts';
import type { Refit } from './refit-positions.ts';

/** Returns the plan as sentences for a person. */
export const planLines = (plan: RestorePlan): string[] => [
  kafkaLine(plan),
  `${plan.erasures.length.toString()} members are to be erased again where they are not; ` +
    `${plan.unpublished.length.toString()} of these erasures go back to Kafka.`,
  environmentLine(plan),
  codesLine(plan),
  ...positionLines(plan),
  `${countMissing(plan.loss).toString()} published facts are not true here; removals among them are applied again.`,
];

/** Returns the plan for `--json`. */
export const planDocument = (plan: RestorePlan) => ({
  since: new Date(plan.sinceMs).toISOString(),
  isKnownCluster: plan.loss.isKnownCluster,
  isComplete: isWhole(plan.loss),
  erasures: plan.erasures.length,
  erasuresToPublish: plan.unpublished.length,
  nextEnvironment: plan.nextEnvironment,
  passedEnvironment: plan.passedEnvironment,
  pools: plan.pools,
  skipCodes: plan.skipCodes,
  positions: {
    refitted: plan.loss.refits,
    seeded: plan.seeds.flatMap(({ seeded }) => seeded),
    missingTopics: missingTopicsOf(plan),
  },
});

/** Returns the topics that groups have read and that this cluster lacks. */
export const missingTopicsOf = ({ seeds }: RestorePlan): readonly string[] => [
  ...new Set(seeds.flatMap(({ missing }) => missing)),
];

const kafkaLine = ({ loss, sinceMs }: RestorePlan): string => {
  const since = new Date(sinceMs).toISOString();
  if (!loss.isKnownCluster)
    return `Another Kafka cluster than the database knows; commits since ${since} are lost.`;
  if (loss.refits.some(({ misfit }) => misfit === 'ahead'))
    return `Kafka has lost records that were stored already; commits since ${since} are lost as well.`;
  if (!loss.survey.reachesBack)
    return `Kafka no longer holds all facts since ${since}, from when on commits are lost.`;
  return `Kafka holds all facts since ${since}, from when on commits are lost.`;
};

const environmentLine = ({ nextEnvironment, passedEnvironment }: RestorePlan): string =>
  `The next environment gets at least number ${Math.max(nextEnvironment, passedEnvironment + 1).toString()}.`;

const codesLine = ({ pools, skipCodes }: RestorePlan): string =>
  `${pools.toString()} pools skip the codes that facts name` +
  (skipCodes === 0 ? '.' : `, and at least ${skipCodes.toString()} each.`);

const positionLines = (plan: RestorePlan): string[] => {
  const { seeds } = plan;
  const { refits } = plan.loss;
  const seeded = seeds.reduce((total, one) => total + one.seeded.length, 0);
  const missing = missingTopicsOf(plan);
  return [
    ...(refits.length === 0 && seeded === 0 ? ['All positions stay.'] : []),
    ...(refits.length === 0 ? [] : refitLines(refits)),
    ...(seeded === 0 ? [] : [`${seeded.toString()} positions are set by time on this cluster.`]),
    ...(missing.length === 0 ? [] : [`Missing on this cluster: ${missing.join(', ')}.`]),
  ];
};

const why = { behind: 'the log begins later', ahead: 'the log ends before, or is another' } as const;

const refitLines = (refits: readonly Refit[]): string[] => [
  `${refits.length.toString()} positions do not fit their logs:`,
  ...tableLines(
    ['group', 'topic', 'partition', 'from', 'to', ''],
    refits.map(({ consumerGroup, topic, partition, nextOffset, to, misfit }) => [
      consumerGroup,
      topic,
      partition.toString(),
      nextOffset.toString(),
      to.toString(),
      why[misfit],
    ]),
  ).map((line) => `  ${line}`),
];
