import type { Kafka } from '@loyalty/kafka';
import { createClusterWatch } from '@loyalty/kafka/metadata';
import { type Clock, type Part, pauseToTick, systemClock, textOf } from '@loyalty/kernel';
import type { History } from '@loyalty/storage/history';
import type { Cache } from '@loyalty/storage/redis';
import type { Metrics } from '@loyalty/telemetry/metrics';

interface SharedConnections {
  readonly askDatabase: Dependency['ask'];
  readonly cache: Pick<Cache, 'isUp'>;
  readonly kafka: Kafka;
  readonly metrics: Pick<Metrics, 'gauge'>;
}

export const watchDependencies = ({
  askDatabase,
  cache,
  kafka,
  metrics,
}: SharedConnections): DependencyWatch => {
  const cluster = createClusterWatch(kafka);
  const watch = createDependencyWatch(
    [
      { name: 'database', ask: askDatabase },
      { name: 'broker', ask: cluster.ask },
      {
        name: 'cache',
        ask: () => (cache.isUp() ? Promise.resolve() : Promise.reject(new Error('not connected'))),
      },
    ],
    { clock: systemClock, metrics },
  );
  return {
    ...watch,
    stop: async () => {
      await watch.stop();
      // Not waited for: with a frozen broker it lasts until the last request times out.
      void cluster.close();
    },
  };
};

interface Dependency {
  readonly name: string;
  /** Rejects when the dependency is unavailable. */
  readonly ask: () => Promise<unknown>;
}

interface DependencyState {
  readonly name: string;
  readonly ok: boolean;
  readonly detail?: string;
}

/** Checks dependencies in the background, so that a readiness probe calls none. */
export interface DependencyWatch extends Part {
  start(): Promise<void>;
  stop(): Promise<void>;
  states(): readonly DependencyState[];
}

/** A load balancer probes about as often. */
const pauseMs = 3_000;
/** A slower dependency counts as unavailable; callers have about the same deadline. */
const patienceMs = 3_000;

interface WatchOptions {
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'gauge'>;
}

/**
 * Creates a watch whose start checks each dependency once. Each is shown as `loyalty_dependency_up` after its
 * first check.
 */
export const createDependencyWatch = (
  dependencies: readonly Dependency[],
  { clock, metrics }: WatchOptions,
): DependencyWatch => {
  const stopping = new AbortController();
  const states = new Map<string, DependencyState>();
  const open = new Set<string>();
  for (const { name } of dependencies)
    metrics.gauge('loyalty_dependency_up', { dependency: name }, () => Number(states.get(name)?.ok));

  /** Checks a dependency, unless the last check is still running, so that hanging checks do not pile up. */
  const look = async ({ name, ask }: Dependency): Promise<void> => {
    if (open.has(name)) return;
    open.add(name);
    const over = new AbortController();
    const end = (): void => {
      // An explicit reason: the default one captures a stack trace.
      over.abort('over');
    };
    stopping.signal.addEventListener('abort', end);
    const asking = askState(name, ask).finally(() => open.delete(name));
    const silence = clock
      .sleep(patienceMs, over.signal)
      .then(() => ({ name, ok: false, detail: 'no answer' }));
    states.set(name, await Promise.race([asking, silence]));
    stopping.signal.removeEventListener('abort', end);
    // Otherwise its timer would wake the process for nothing.
    end();
  };

  const watch = async (dependency: Dependency): Promise<void> => {
    await pauseToTick(clock, pauseMs, stopping.signal);
    while (!stopping.signal.aborted) {
      await look(dependency);
      await pauseToTick(clock, pauseMs, stopping.signal);
    }
  };

  return {
    name: 'dependency-watch',
    start: async () => {
      await Promise.all(dependencies.map(look));
      for (const dependency of dependencies) void watch(dependency);
    },
    stop: () => {
      stopping.abort();
      return Promise.resolve();
    },
    states: () => dependencies.map(({ name }) => states.get(name) ?? { name, ok: false }),
  };
};

const askState = async (name: string, ask: Dependency['ask']): Promise<DependencyState> => {
  try {
    await ask();
    return { name, ok: true };
  } catch (failure) {
    return { name, ok: false, detail: textOf(failure) };
  }
};

/** Counts each epoch after the first one, because a scrape may miss the moments in which one is opened. */
export const countHistoryChanges = (
  history: Pick<History, 'onChange'>,
  metrics: Pick<Metrics, 'count'>,
): void => {
  history.onChange(() => {
    metrics.count('loyalty_history_changes_total', {});
  });
};
