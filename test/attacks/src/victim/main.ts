import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import { readLocalStack } from '@loyalty/stack';
import { createDatabase } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { startWebhookReceiver } from '@loyalty/testkit/servers';
import { monotonicMs } from '../../../load/src/monotonic-ms.ts';
import type { Asked, VictimAnswer } from './messages.ts';
import { Readiness } from './readiness.ts';
import { reportOf } from './report.ts';
import { openVictimShop, victimSecret } from './shop.ts';
import { Waits } from './waits.ts';
import { Watch } from './watch.ts';

/** A till gives up after this time; by then it counts as failed. */
const tillPatienceMs = 15_000;
/** A wait that has not ended by then counts with the time that it has taken. */
const endPatienceMs = 10_000;

/** The victim runs in a thread of its own, so that its clock does not wait for the attacker's work. */
const run = async (localJsonPath: string): Promise<void> => {
  const { baseUrl, databaseUrl: url } = readLocalStack(localJsonPath);
  const db = createDatabase({ url, applicationName: 'victim', poolMax: 2, logger: silentLogger });
  const patience = { headersTimeout: tillPatienceMs, bodyTimeout: tillPatienceMs };
  const pool = new Pool(new URL(baseUrl).origin, Object.assign({ connections: 128 }, patience));
  const waits = new Waits();
  const watches: Watch[] = [];
  const { origin } = await startWebhookReceiver({
    secret: victimSecret,
    receive: (delivery, response) => {
      if (delivery.path.endsWith('/hang')) return;
      response.writeHead(204).end();
      for (const watch of watches) watch.arrived(delivery);
    },
  });
  const watch = new Watch(await openVictimShop(db, pool, `${origin}/in`), db, waits);
  watches.push(watch);
  const readiness = new Readiness(localJsonPath);
  const ended = new AbortController();
  parentPort?.on('message', (asked: Asked) => {
    void answer(asked, waits, readiness);
  });
  tell({ kind: 'opened', origin });
  await Promise.all([watch.run(ended.signal), readiness.run(ended.signal)]);
};

const answer = async ({ id, fromMs, untilMs }: Asked, waits: Waits, readiness: Readiness): Promise<void> => {
  const giveUpMs = monotonicMs() + endPatienceMs;
  while (!waits.haveEnded(fromMs, untilMs) && monotonicMs() < giveUpMs) await pause(50);
  const unready = readiness.between(fromMs, untilMs);
  tell({ kind: 'report', id, report: reportOf(waits.between(fromMs, untilMs), unready, monotonicMs()) });
  waits.forgetOld();
};

const tell = (message: VictimAnswer): void => {
  parentPort?.postMessage(message);
};

await run((workerData as { readonly localJsonPath: string }).localJsonPath);
