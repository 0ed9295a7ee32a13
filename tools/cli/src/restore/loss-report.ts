import { scalarsOf, type MissingFact, type MissingFacts } from '@loyalty/history';
import { tableLines } from '../table.ts';
import { isWhole, type LostEnvironment, type Loss } from './find-loss.ts';

/** At most so many lines of each kind are shown to a person, the earliest first. */
const shownMax = 50;

/** Returns the number of published facts that are not true in the database. */
export const countMissing = ({ survey: { missing } }: Loss): number =>
  missing.call.count + missing.redeem.count + missing.stream.count;

/** Returns the document for `--json`. */
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

/** Returns the lines for a person. */
export const lossLines = (loss: Loss): string[] => {
  const { facts, missing } = loss.survey;
  return [
    `${facts.toString()} facts were published since ${new Date(loss.sinceMs).toISOString()}; ` +
      `${countMissing(loss).toString()} of them are not true in this database.`,
    ...(isWhole(loss) ? [] : ['This cluster does not hold all facts since then: the lists are incomplete.']),
    ...section('Written by calls, which nobody repeats', missing.call),
    ...section('Redeems; engines decide them again, with these facts as evidence', missing.redeem),
    ...section('Of records that engines and followers read again', missing.stream),
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
    ...tableLines(['at', 'environment', 'type', 'of', ''], rows).map((line) => `  ${line}`),
    ...(count > shownMax ? ['  … (--json lists more)'] : []),
  ];
};

const rowOf = ({ fact: { occurredAtMs, environmentId, type, data }, isGone }: MissingFact): string[] => [
  new Date(occurredAtMs).toISOString(),
  environmentId.toString(),
  type === 'management.written' ? `${String(data['kind'])} ${String(data['action'])}` : type,
  subjectOf(data),
  isGone ? 'gone' : 'stored otherwise',
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
    `Environments that are gone, of tenants who were made since then: ${environments.length.toString()}.`,
    ...tableLines(['environment', 'tenant', 'facts'], rows).map((line) => `  ${line}`),
  ];
};
