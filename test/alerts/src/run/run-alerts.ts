import { serviceNames } from '@loyalty/contracts';
import { printLine, type Verdicts } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { runExercise } from '../exercise/run-exercise.ts';
import type { Fault } from '../faults/fault.ts';
import type { Ground } from '../faults/ground.ts';
import { Load } from '../load/load.ts';
import { openShop } from '../load/shop.ts';
import type { Options } from '../options.ts';
import { AlertWatch } from '../prometheus/alert-watch.ts';
import { Prometheus } from '../prometheus/prometheus.ts';
import { writePictures } from '../pictures/write-pictures.ts';
import { startDooredStack } from '../stack/doored-stack.ts';
import { Services } from '../stack/services.ts';
import { judgeFault } from './judge-fault.ts';
import { judgeQueries, judgeQueriesAfterFault } from './judge-queries.ts';
import { judgeRest } from './judge-rest.ts';

type Stop = () => Promise<unknown>;

/** Starts everything, judges what was asked for or lets a person look, and stops everything. */
export const runAlerts = async (
  options: Options,
  faults: readonly Fault[],
  verdicts: Verdicts,
): Promise<void> => {
  const stops: Stop[] = [];
  try {
    const ground = await start(stops);
    const beganMs = performance.now();
    if (options.exercise === null) await judge({ ground, options, verdicts }, faults);
    else await runExercise(ground, { seed: options.exercise, only: options.only, from: options.from });
    if (options.pictures !== null)
      await writePictures(ground.prometheus, options.pictures, (performance.now() - beganMs) / 60_000);
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
};

/** Each thing that started adds what stops it. */
const start = async (stops: Stop[]): Promise<Ground> => {
  const doored = await startDooredStack();
  stops.push(() => doored.stop());
  const services = await Services.start(doored);
  stops.push(() => services.stopAll());
  const shop = await openShop(doored);
  stops.push(() => shop.close());
  const load = await Load.start(doored.stack.now().baseUrl, shop);
  stops.push(() => load.stop());
  const prometheus = await Prometheus.start(services);
  stops.push(() => prometheus.stop());
  const watch = AlertWatch.start(prometheus);
  stops.push(() => watch.stop());
  await untilScraped(prometheus, watch);
  return { doored, services, shop, load, prometheus, watch };
};

/** Before its first scrape Prometheus knows of no process, and is about to say so. */
const untilScraped = async (prometheus: Prometheus, watch: AlertWatch): Promise<void> => {
  const patience = { withinMs: 120_000, everyMs: 1_000 };
  const areScraped = async () => (await prometheus.countSeries('up == 1')) === serviceNames.length;
  await eventually('every service is scraped', areScraped, patience);
  await eventually('no page is pending', () => watch.pendingPages().length === 0, patience);
};

interface Judged {
  readonly ground: Ground;
  readonly options: Options;
  readonly verdicts: Verdicts;
}

const judge = async ({ ground, options, verdicts }: Judged, faults: readonly Fault[]): Promise<void> => {
  const { only, restMinutes, watchSeconds } = options;
  const isAsked = (part: string): boolean => only.length === 0 || only.includes(part);
  if (isAsked('queries')) await judgeQueries(ground.prometheus, verdicts);
  if (isAsked('rest')) await judgeRest(ground, restMinutes, verdicts);
  for (const fault of faults) await judgeFault(ground, fault, { watchSeconds, verdicts });
  if (isAsked('queries') && isAsked('dead-letter')) await judgeQueriesAfterFault(ground.prometheus, verdicts);
  else if (isAsked('queries')) printLine('Queries that need a fault were not asked.');
};
