import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@loyalty/contracts';
import { findLibrary, wrongClock } from '../../../clocks/src/wrong-clock.ts';
import { nothingToEnd, type Fault } from './fault.ts';
import { runSql } from './ground.ts';

const killed = (service: ServiceName, alert: string, harms: readonly string[]): Fault => ({
  name: `${service}-killed`,
  does: `The only process of ${service} is killed, and nothing starts it again.`,
  alert,
  harms,
  lingersMinutes: 0,
  plant: async ({ services }) => {
    await services.kill(service);
    return () => services.start(service);
  },
});

const behind = (name: string, service: ServiceName): Fault => ({
  name,
  does: `${service} runs on a database without a schema.`,
  alert: 'SchemaBehind',
  harms: [],
  lingersMinutes: 0,
  plant: async (ground) => {
    const { doored, services } = ground;
    await runSql(ground, `CREATE DATABASE ${emptyDatabase}`);
    const url = new URL(doored.stack.now().databaseUrl);
    url.pathname = `/${emptyDatabase}`;
    await services.launch(service, { DATABASE_URL: url.href });
    return async () => {
      await services.start(service);
      await runSql(ground, `DROP DATABASE ${emptyDatabase} WITH (FORCE)`);
    };
  },
});

/** A scrape, and some seconds. */
const scrapedWithinMs = 17_000;
const leadMs = 3_000;
const emptyDatabase = 'without_schema';

/**
 * This fault is for the exercise only: it raises the same alert as `schema-behind`, and callers notice it.
 */
export const engineBehind = behind('engine-behind', 'earn-engine');

/** Faults of our own processes. */
export const processFaults: readonly Fault[] = [
  killed('ingress', 'NoIngressReady', []),
  killed('earn-engine', 'NoEarnEngineReady', ['EvaluateFailures', 'InteractiveLag']),
  killed('burn-engine', 'NoBurnEngineReady', ['RedeemFailures', 'InteractiveLag']),
  {
    name: 'restarts',
    does: 'fulfilment is killed four times, and starts again each time.',
    alert: 'ProcessRestarts',
    harms: [],
    lingersMinutes: 60,
    plant: async ({ services }) => {
      for (let n = 0; n < 4; n += 1) {
        await services.kill('fulfilment');
        await services.start('fulfilment');
        await pause(scrapedWithinMs);
      }
      return nothingToEnd;
    },
  },
  {
    name: 'clock-ahead',
    does: 'The clock of fulfilment is three seconds ahead.',
    alert: 'ClockLeads',
    harms: [],
    lingersMinutes: 0,
    plant: async ({ services }) => {
      const library = findLibrary();
      if (library === undefined) throw new Error('libfaketime is not installed (Debian: faketime)');
      await services.start('fulfilment', wrongClock(library, leadMs));
      return () => services.start('fulfilment');
    },
  },
  behind('schema-behind', 'segment-service'),
];
