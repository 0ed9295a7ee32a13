const parentPollMs = 500;

/**
 * Calls `stop` once: on Ctrl-C, SIGTERM or SIGHUP, and, when npm started us, as soon as npm is gone (after a kill -9
 * of npm nobody else would tell us). npm passes a Ctrl-C on that we have already had, so a second one means nothing.
 */
export const stopOnRequest = (followsParent: boolean, stop: () => Promise<void>): void => {
  let isStopping = false;
  const stopOnce = (): void => {
    if (isStopping) return;
    isStopping = true;
    void stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOnce);
  const parent = process.ppid;
  if (!followsParent) return;
  setInterval(() => {
    if (process.ppid !== parent) stopOnce();
  }, parentPollMs).unref();
};
