import { Fault } from '@loyalty/kernel';

/** Resolves as `work` does. Throws a retriable Fault `BROKER_UNAVAILABLE` when it takes longer; its late outcome is ignored. */
export const within = async <T>(ms: number, what: string, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new Fault('BROKER_UNAVAILABLE', `${what} took longer than ${ms.toString()} ms`, { retry: true }),
      );
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
};
