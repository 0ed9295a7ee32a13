import type { StreamedEvent } from '@loyalty/contracts';
import { systemClock } from '@loyalty/kernel';
import type { EnvironmentName } from '../arguments.ts';
import { createOwnRegistry, withDatabase, withOwnKafka } from '../connections.ts';
import type { CommandContext, CommandOutcome } from '../session.ts';
import { listenForInterrupt } from '../terminal.ts';
import { StreamOutReading } from './read-stream-out.ts';
import { requireStreamOut } from './stream-out-commands.ts';

interface TailFlags extends EnvironmentName {
  /** In milliseconds since the epoch. */
  readonly since?: number;
  readonly follow?: true;
}

const againMs = 500;

/** Prints records, each as one line of JSON with `data` opened. Returns how many. */
export const printStreamOut = async (
  task: CommandContext,
  { since, follow, ...name }: TailFlags,
): Promise<CommandOutcome> => {
  const { topic } = await withDatabase(task, (db) => requireStreamOut(db, name));
  const interruption = listenForInterrupt(() => undefined);
  try {
    return await withOwnKafka(task, async (kafka) => {
      const reading = new StreamOutReading({ kafka, registry: createOwnRegistry(task), topic });
      if (since !== undefined) await reading.beginAt(since);
      let records = 0;
      while (!interruption.signal.aborted) {
        const events = await reading.read();
        for (const event of events) task.say(lineOf(event));
        records += events.length;
        if (events.length > 0) continue;
        if (follow !== true) break;
        await systemClock.sleep(againMs, interruption.signal);
      }
      return { document: { topic, records } };
    });
  } finally {
    interruption.release();
  }
};

const lineOf = (event: StreamedEvent): string =>
  JSON.stringify({
    ...event,
    occurredAt: new Date(event.occurredAt).toISOString(),
    data: JSON.parse(event.data) as unknown,
  });
