import type { Clock, EnvironmentId } from '@loyalty/kernel';

/** Does one piece of work of an environment after the other; null when its turn did not come. */
export type OneAtATime = <T>(environmentId: EnvironmentId, work: () => Promise<T>) => Promise<T | null>;

/** What waits in one process for one environment; whoever comes then is told so at once. */
const waitingMax = 20;
/** Who waits for longer would do better to come again. */
const waitMs = 1_000;

/** Environments have turns of their own, so that none waits for another (D118). Turns are taken first come, first served. */
export const createOneAtATime = ({ sleep }: Pick<Clock, 'sleep'>): OneAtATime => {
  /** Of the environments for which work is under way, who waits. */
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
