interface NewestSettings<Asked, Result> {
  readonly waitMs: number;
  readonly run: (asked: Asked) => Promise<Result>;
  /** Of what was asked last, and of nothing else. */
  readonly onResult: (result: Result, asked: Asked) => void;
  readonly onError: (error: unknown, asked: Asked) => void;
}

/**
 * Asks once nothing new came for a while, one question at a time; of what came meanwhile only the newest is asked, and
 * only its result counts.
 */
export const createNewest = <Asked, Result>({
  waitMs,
  run,
  onResult,
  onError,
}: NewestSettings<Asked, Result>) => {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let next: { readonly asked: Asked } | null = null;
  let isRunning = false;
  const start = (): void => {
    if (isRunning || next === null || timer !== null) return;
    const { asked } = next;
    next = null;
    isRunning = true;
    const isNewest = (): boolean => next === null;
    run(asked)
      .then(
        (result) => {
          if (isNewest()) onResult(result, asked);
        },
        (error: unknown) => {
          if (isNewest()) onError(error, asked);
        },
      )
      .finally(() => {
        isRunning = false;
        start();
      });
  };
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    next = null;
  };
  return {
    ask: (asked: Asked): void => {
      stop();
      next = { asked };
      timer = setTimeout(() => {
        timer = null;
        start();
      }, waitMs);
    },
    stop,
  };
};
