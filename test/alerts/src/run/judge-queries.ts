import { printLine, type Verdicts } from '@loyalty/stack';
import { setTimeout as pause } from 'node:timers/promises';
import type { Prometheus } from '../prometheus/prometheus.ts';
import { allQueries, isForeign, needsFault, type NamedQuery } from '../queries.ts';

/** Rates need two scrapes; a sum over hours needs its recording; jobs run once a minute. */
const patienceMs = 180_000;
const everyMs = 5_000;

/** Asks every query until it has an answer. */
export const judgeQueries = async (prometheus: Prometheus, verdicts: Verdicts): Promise<void> => {
  const all = allQueries();
  const foreign = all.filter(isForeign);
  const ours = all.filter((query) => !isForeign(query));
  const later = ours.filter(needsFault);
  printLine(
    `Queries: ${all.length.toString()}, of which ${foreign.length.toString()} ask for what does not run here`,
  );
  const open = await untilAnswered(
    prometheus,
    ours.filter((query) => !needsFault(query)),
  );
  const answered = ours.length - later.length - open.length;
  verdicts.judge(
    'every query has an answer',
    open.length === 0,
    `${answered.toString()} have; ${later.length.toString()} only after a fault`,
  );
  for (const { place, query } of open) printLine(`      ${place}: ${query}`);
  const sick = await prometheus.sickRules();
  verdicts.judge('every rule is evaluated', sick.length === 0, sick.join('; '));
};

/** Asks what has an answer only once something has gone wrong. */
export const judgeQueriesAfterFault = async (prometheus: Prometheus, verdicts: Verdicts): Promise<void> => {
  const open = await untilAnswered(prometheus, allQueries().filter(needsFault));
  verdicts.judge(
    'queries on faults have an answer',
    open.length === 0,
    open.map(({ place }) => place).join(),
  );
};

/** Asks until all have an answer; returns those that have none in the end. */
const untilAnswered = async (
  prometheus: Prometheus,
  queries: readonly NamedQuery[],
): Promise<readonly NamedQuery[]> => {
  const untilMs = performance.now() + patienceMs;
  let open = await unanswered(prometheus, queries);
  while (open.length > 0 && performance.now() < untilMs) {
    await pause(everyMs);
    open = await unanswered(prometheus, open);
  }
  return open;
};

const unanswered = async (
  prometheus: Prometheus,
  queries: readonly NamedQuery[],
): Promise<readonly NamedQuery[]> => {
  const open: NamedQuery[] = [];
  for (const each of queries) if ((await prometheus.countSeries(each.query)) === 0) open.push(each);
  return open;
};
