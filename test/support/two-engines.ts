import { readLocalStack, startService } from '@loyalty/stack';

/** The stack's own engine and a second one, each with its share of the partitions. */
export interface TwoEngines {
  /** Returns the number of messages that each has decided. */
  decided(): Promise<readonly number[]>;
  /** Kills the second engine; the other takes its partitions. */
  killSecond(): void;
  /** Stops the second engine. */
  stop(): Promise<void>;
}

/** Starts the second engine. Resolves when both have their partitions. */
export const startSecondEngine = async (): Promise<TwoEngines> => {
  const second = await startService({ name: 'earn-engine' });
  return {
    decided: () => {
      const { port = 0 } = readLocalStack().services['earn-engine'] ?? {};
      return Promise.all([port, second.adminPort].map(messagesDecidedBy));
    },
    killSecond: () => {
      second.kill('SIGKILL');
    },
    stop: () => second.stop(),
  };
};

const messagesDecidedBy = async (adminPort: number): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${adminPort.toString()}/metrics`)).text();
  const sums = text.matchAll(/^loyalty_batch_size_sum(?:\{[^}]*\})? (\d+)/gm);
  return [...sums].reduce((total, [, sum]) => total + Number(sum), 0);
};
