import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '@loyalty/contracts';
import { seededRandom } from '@loyalty/kernel/testing';
import { printLine } from '@loyalty/stack';
import type { Undo } from '../faults/fault.ts';
import type { Ground } from '../faults/ground.ts';
import { home } from '../stack/root.ts';
import { chooseScenarios } from './all-scenarios.ts';
import type { Scenario } from './scenario.ts';

/** Two scrapes and evaluations: what the end of a fault raises shows by then. */
const settleMs = 30_000;
/** The causes of the last fault end within this time, and the leaders of Kafka are back. */
const recoveredWithinMs = 600_000;
const attemptsMax = 3;

/** The options of an exercise. */
export interface ExerciseOptions {
  readonly seed: number;
  /** Names of faults; empty: all. */
  readonly only: readonly string[];
  /** The first fault's place in the seed's order, from 1. */
  readonly from: number;
}

/** Plants one fault after the other, in an order of the seed. Each stays until a line says what it is; then the truth is printed. */
export const runExercise = async (ground: Ground, { seed, only, from }: ExerciseOptions): Promise<void> => {
  const scenarios = shuffled(chooseScenarios(only), seed);
  sayWhereToLook(ground);
  const lines = createInterface({ input: process.stdin });
  const said = lines[Symbol.asyncIterator]();
  try {
    await runAll(scenarios, { ground, said, from });
  } finally {
    // A standard input that stays open would keep the process.
    lines.close();
    process.stdin.destroy();
  }
};

interface Exercise {
  readonly ground: Ground;
  readonly said: AsyncIterator<string>;
  readonly from: number;
}

const runAll = async (scenarios: readonly Scenario[], { ground, said, from }: Exercise): Promise<void> => {
  for (const [place, scenario] of scenarios.entries()) {
    if (place + 1 < from) continue;
    const number = `${(place + 1).toString()} of ${scenarios.length.toString()}`;
    const undo = await planted(scenario, ground);
    const beganMs = performance.now();
    printLine(`\nFault ${number} is there. ${scenario.complaint ?? 'Nobody has complained.'}`);
    printLine('Say in one line what is wrong, and which way out of the runbooks you would take:');
    const line = await said.next();
    await undo();
    const minutes = ((performance.now() - beganMs) / 60_000).toFixed(1);
    printLine(
      `Fault ${number}, after ${minutes} min\n  said:  ${line.done === true ? 'nothing' : line.value}\n  truth: ${scenario.truth}`,
    );
    if (line.done === true || place + 1 === scenarios.length) break;
    await untilRecovered(ground);
  }
};

/** Waits for pages on causes to end; budgets that burn look back for hours. */
const untilRecovered = async ({ watch }: Ground): Promise<void> => {
  const beganMs = performance.now();
  const pages = (): readonly string[] =>
    watch
      .firing()
      .filter(({ severity }) => severity === 'page')
      .map(({ name }) => name)
      .concat(watch.pendingPages())
      .filter((name) => !name.includes('Burn'));
  do await pause(settleMs);
  while (pages().length > 0 && performance.now() < beganMs + recoveredWithinMs);
  const left = pages();
  if (left.length > 0) printLine(`Of the last fault there is still: ${left.join(', ')}.`);
};

/** After a fault Kafka may be without leaders for a while; nothing was planted then. */
const planted = async (scenario: Scenario, ground: Ground): Promise<Undo> => {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await scenario.plant(ground);
    } catch (error) {
      if (attempts === attemptsMax) throw error;
      await untilRecovered(ground);
    }
  }
};

const shuffled = (scenarios: readonly Scenario[], seed: number): readonly Scenario[] => {
  const random = seededRandom(seed);
  return scenarios
    .map((scenario) => ({ scenario, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ scenario }) => scenario);
};

const sayWhereToLook = ({ doored, services, prometheus }: Ground): void => {
  const { infrastructure, stack } = doored;
  const { databaseUrl, kafkaBrokers, schemaRegistryUrl, redisUrl } = infrastructure.now();
  printLine(
    `Prometheus          ${prometheus.origin} (alerts: /api/v1/alerts, queries: /api/v1/query?query=…)`,
  );
  printLine(`API                 ${stack.now().baseUrl}`);
  for (const name of serviceNames)
    printLine(
      `${name.padEnd(20)}http://127.0.0.1:${services.adminPortOf(name).toString()} (/health/ready, /metrics)`,
    );
  printLine(`Logs                ${home}/logs`);
  printLine(`loyaltyctl          LOYALTY_LOCAL_JSON=${infrastructure.localJsonPath} npm run loyaltyctl -- …`);
  printLine(`Postgres            ${databaseUrl}`);
  printLine(`Kafka, registry     ${kafkaBrokers}, ${schemaRegistryUrl}`);
  printLine(`Redis               ${redisUrl}`);
};
