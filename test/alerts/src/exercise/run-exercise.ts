import { createInterface } from 'node:readline/promises';
import { seededRandom } from '@loyalty/kernel';
import { serviceNames } from '@loyalty/contracts';
import { say } from '@loyalty/stack';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ground } from '../faults/ground.ts';
import { home } from '../stack/root.ts';
import { chooseRiddles } from './all-riddles.ts';
import type { Riddle } from './riddle.ts';

/** Alerts of the last fault are gone by then, but for those that look back longer. */
const betweenMs = 90_000;

/** The course of an exercise. */
export interface Course {
  readonly seed: number;
  /** Names of faults; empty: all. */
  readonly only: readonly string[];
}

/** Plants one fault after the other, in an order of the seed. Each stays until a line says what it is; then the truth is printed. */
export const runExercise = async (ground: Ground, { seed, only }: Course): Promise<void> => {
  const riddles = shuffled(chooseRiddles(only), seed);
  sayWhereToLook(ground);
  const lines = createInterface({ input: process.stdin });
  const said = lines[Symbol.asyncIterator]();
  for (const [place, riddle] of riddles.entries()) {
    const number = `${(place + 1).toString()} of ${riddles.length.toString()}`;
    const undo = await riddle.plant(ground);
    const beganMs = performance.now();
    say(`\nFault ${number} is there. ${riddle.complaint ?? 'Nobody has complained.'}`);
    say('Say in one line what is wrong, and which way out of the runbooks you would take:');
    const line = await said.next();
    await undo();
    const minutes = ((performance.now() - beganMs) / 60_000).toFixed(1);
    say(
      `Fault ${number}, after ${minutes} min\n  said:  ${line.done === true ? 'nothing' : line.value}\n  truth: ${riddle.truth}`,
    );
    if (line.done === true) break;
    await pause(betweenMs);
  }
  lines.close();
};

const shuffled = (riddles: readonly Riddle[], seed: number): readonly Riddle[] => {
  const random = seededRandom(seed);
  return riddles
    .map((riddle) => ({ riddle, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ riddle }) => riddle);
};

const sayWhereToLook = ({ doored, services, prometheus }: Ground): void => {
  const { infrastructure, stack } = doored;
  const { databaseUrl, kafkaBrokers, schemaRegistryUrl, redisUrl } = infrastructure.now();
  say(`Prometheus          ${prometheus.origin} (alerts: /api/v1/alerts, queries: /api/v1/query?query=…)`);
  say(`API                 ${stack.now().baseUrl}`);
  for (const name of serviceNames)
    say(
      `${name.padEnd(20)}http://127.0.0.1:${services.adminPortOf(name).toString()} (/health/ready, /metrics)`,
    );
  say(`Logs                ${home}/logs`);
  say(`loyaltyctl          LOYALTY_LOCAL_JSON=${infrastructure.localJsonPath} npm run loyaltyctl -- …`);
  say(`Postgres            ${databaseUrl}`);
  say(`Kafka, registry     ${kafkaBrokers}, ${schemaRegistryUrl}`);
  say(`Redis               ${redisUrl}`);
};
