import type { Clock, EnvironmentId } from '@loyalty/kernel';

/** Runs the work of an environment one after the other. Returns null when its turn did not come. */
export type OneAtATime = <T>(environmentId: EnvironmentId, work: () => Promise<T>) => Promise<T | null>;

/** The most calls that wait in one process for one environment; later ones are refused at once. */
const waitingMax = 20;
/** A caller that waits longer should rather retry. */
const waitMs = 1_000;

/** Creates the queues. Each environment has its own, so that none waits for another (D118). First come, first served. */
export const createOneAtATime = ({ sleep }: Pick<Clock, 'sleep'>): OneAtATime => {
  /** The waiting calls of each environment with running work. */
  const waiting = new Map<EnvironmentId, (() => void)[]>();

  const isMyTurn = async (environmentId: EnvironmentId): Promise<boolean> => {
    const others = waiting.get(environmentId);
    if (others === undefined) {
      waiting.set(environmentId, []);
      return true;
    }
    return others.length < waitingMax && waitAmong(others, sleep);
  };

  const handOn = (environmentId: EnvironmentId): void => {
    const next = waiting.get(environmentId)?.shift();
    if (next === undefined) waiting.delete(environmentId);
    else next();
  };

  return async (environmentId, work) => {
    if (!(await isMyTurn(environmentId))) return null;
    try {
      return await work();
    } finally {
      handOn(environmentId);
    }
  };
};

const waitAmong = async (others: (() => void)[], sleep: Clock['sleep']): Promise<boolean> => {
  const called = new AbortController();
  const call = (): void => {
    called.abort();
  };
  others.push(call);
  await sleep(waitMs, called.signal);
  if (called.signal.aborted) return true;
  others.splice(others.indexOf(call), 1);
  return false;
};
