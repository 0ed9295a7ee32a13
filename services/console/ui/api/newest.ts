/** How a call stands whose arguments somebody is still typing. */
export interface NewestState<Result> {
  /** Of the newest call that ended well. */
  readonly result: Result | null;
  /** Of the newest call, if it failed. */
  readonly error: unknown;
  /** True until the newest arguments have their result. */
  readonly isPending: boolean;
}

interface NewestOptions<Args, Result> {
  readonly run: (args: Args, signal: AbortSignal) => Promise<Result>;
  readonly waitMs: number;
  readonly notify: (state: NewestState<Result>) => void;
}

/**
 * Calls once the typing pauses, one call at a time: while one runs, only the newest arguments wait, and its result is
 * dropped when they differ. The running one is not ended, because the API would go on with it and refuse the next.
 */
export const createNewest = <Args, Result>({ run, waitMs, notify }: NewestOptions<Args, Result>) => {
  const ending = new AbortController();
  let state: NewestState<Result> = { result: null, error: null, isPending: false };
  let wanted: { readonly args: Args } | null = null;
  let isRunning = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (change: Partial<NewestState<Result>>): void => {
    state = Object.assign({}, state, change);
    if (!ending.signal.aborted) notify(state);
  };

  const start = async (): Promise<void> => {
    if (isRunning || wanted === null) return;
    const running = wanted;
    isRunning = true;
    const change = await run(running.args, ending.signal).then(
      (result) => ({ result, error: null, isPending: false }),
      (error: unknown) => ({ error, isPending: false }),
    );
    isRunning = false;
    if (wanted === running) show(change);
    else if (timer === undefined) void start();
  };

  return {
    ask: (args: Args | null): void => {
      clearTimeout(timer);
      timer = undefined;
      wanted = args === null ? null : { args };
      if (args === null) {
        show({ result: null, error: null, isPending: false });
        return;
      }
      show({ isPending: true });
      timer = setTimeout(() => {
        timer = undefined;
        void start();
      }, waitMs);
    },
    stop: (): void => {
      clearTimeout(timer);
      ending.abort();
    },
  };
};
