import { Fault } from '@loyalty/kernel';

/** Rejects when the promise has not settled within this time; its later outcome is ignored. */
export const withinMs = <T>(promise: Promise<T>, ms: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Fault('BROKER_UNAVAILABLE', `no response within ${ms.toString()} ms`, { retry: true }));
    }, ms);
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
