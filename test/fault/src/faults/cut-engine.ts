import { setTimeout as pause } from 'node:timers/promises';
import { type StartedService, startService } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { createDoor, createSilentProxy } from '@loyalty/testkit/servers';
import type { Fault, FaultContext } from './fault-context.ts';

/** The way of one process to Postgres. */
interface Way {
  readonly url: string;
  cut(): Promise<void> | void;
  mend(): Promise<void> | void;
  close(): Promise<void>;
}

/** No packet passes, as behind a network policy or on a node that lost its network. */
export const losingPackets = async (url: string): Promise<Way> => {
  const proxy = await createSilentProxy(url);
  return {
    url: proxy.url,
    cut: () => {
      proxy.fallSilent();
    },
    mend: () => {
      proxy.speak();
    },
    close: () => proxy.close(),
  };
};

/** Connections break and are refused, as by pg_hba. */
export const refusing = async (url: string): Promise<Way> => {
  const door = await createDoor(url);
  await door.open();
  return { url: door.url, cut: () => door.close(), mend: () => door.open(), close: () => door.close() };
};

/** The promised bound. */
const servedWithinMs = 15_000;
const returnPatience = { withinMs: 90_000, everyMs: 250 };

/**
 * The third of three earn engines keeps Kafka and loses Postgres. Within 15 s the others must serve all members; once
 * Postgres responds to it again, it must take its share by itself.
 */
export const cutEngine =
  (open: (url: string) => Promise<Way>): Fault =>
  async (context) => {
    const { stack, probes, violations, cutMs } = context;
    const way = await open(stack.now().databaseUrl);
    const env = { DATABASE_URL: way.url };
    const third = await startService({ name: 'earn-engine', stack: stack.now(), env });
    try {
      await eventually('the third engine reads', async () => (await shareOf(third)) > 0, returnPatience);
      await way.cut();
      const unservedMs = await probes.evaluate();
      if (unservedMs > servedWithinMs) violations.add('members of a cut engine wait', lineOf(unservedMs));
      await pause(cutMs);
      const laterMs = await probes.evaluate();
      if ((await shareOf(third)) > 0) violations.add('a cut engine reads', `after ${cutMs.toString()} ms`);
      await way.mend();
      await untilReads(third, context);
      return Math.max(unservedMs, laterMs, await probes.evaluate());
    } finally {
      await third.stop();
      await way.close();
    }
  };

const lineOf = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const untilReads = async (engine: StartedService, { violations }: FaultContext): Promise<void> => {
  const hasReturned = eventually('it reads', async () => (await shareOf(engine)) > 0, returnPatience);
  await hasReturned.catch(() => {
    violations.add('a cut engine does not return', `within ${lineOf(returnPatience.withinMs)}`);
  });
};

/** The number of partitions that it reads. */
const shareOf = async ({ adminPort }: StartedService): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${adminPort.toString()}/metrics`);
  const series = (await response.text()).matchAll(/^loyalty_assigned_partitions\{[^}]*\} (\d+)$/gm);
  return [...series].reduce((sum, [, count]) => sum + Number(count), 0);
};
