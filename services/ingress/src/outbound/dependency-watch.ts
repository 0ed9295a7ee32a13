import { textOf, type Clock, type Part } from '@loyalty/kernel';

/** One thing that this process depends on, and how to ask whether it is there. */
export interface Dependency {
  readonly name: string;
  /** Rejects when it is not there. */
  readonly ask: () => Promise<unknown>;
}

/** What was last known of a dependency. */
export interface DependencyState {
  readonly name: string;
  readonly ok: boolean;
  readonly detail?: string;
}

/** Asks dependencies in the background, so that a readiness probe asks nobody. */
export interface DependencyWatch extends Part {
  start(): Promise<void>;
  stop(): Promise<void>;
  states(): readonly DependencyState[];
}

/** Between two questions: a load balancer looks about as often. */
const pauseMs = 3_000;
/** A dependency that needs longer is as good as away; callers have a deadline of about as long. */
const patienceMs = 3_000;

/** Watches until it is stopped; started once each dependency was asked. */
export const createDependencyWatch = (dependencies: readonly Dependency[], clock: Clock): DependencyWatch => {
  const stopping = new AbortController();
  const states = new Map<string, DependencyState>();
  const open = new Set<string>();

  /** Never asks anew while the last question is open: one that hangs must not pile up. */
  const look = async ({ name, ask }: Dependency): Promise<void> => {
    if (open.has(name)) return;
    open.add(name);
    const asking = askState(name, ask).finally(() => open.delete(name));
    const silence = clock
      .sleep(patienceMs, stopping.signal)
      .then(() => ({ name, ok: false, detail: 'no answer' }));
    states.set(name, await Promise.race([asking, silence]));
  };

  const watch = async (dependency: Dependency): Promise<void> => {
    await clock.sleep(pauseMs, stopping.signal);
    while (!stopping.signal.aborted) {
      await look(dependency);
      await clock.sleep(pauseMs, stopping.signal);
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
