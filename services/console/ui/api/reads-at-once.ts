/**
 * The maximum is for one window. An environment reads four pages of lists at a time for everybody, and each
 * read waits there for 5 s at most (docs/mechanisms/shares.md). What waits here waits for as long as somebody
 * looks.
 */
const readsMax = 3;

let running = 0;
const waiting: (() => void)[] = [];

const leave = (): void => {
  running -= 1;
  waiting.shift()?.();
};

const enter = async (signal: AbortSignal | null | undefined): Promise<void> => {
  if (running >= readsMax)
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        const place = waiting.indexOf(next);
        if (place >= 0) waiting.splice(place, 1);
        reject(signal?.reason as Error);
      };
      const next = (): void => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      waiting.push(next);
      signal?.addEventListener('abort', stop, { once: true });
    });
  running += 1;
};

/** Fetches: reads take turns, and writes are sent immediately. */
export const fetchInTurn: typeof fetch = async (input, init) => {
  if (init?.method !== 'GET') return fetch(input, init);
  await enter(init.signal);
  try {
    return await fetch(input, init);
  } finally {
    leave();
  }
};
