import { isStartedByNpm } from '../config.ts';
import { readProcess } from './process-table.ts';

const parentPollMs = 500;

/**
 * Stops once: on Ctrl-C, SIGTERM or SIGHUP, and when the npm that started us is gone, as after its kill -9.
 * npm forwards a Ctrl-C that we already have, so a second one is ignored. The returned function returns true
 * once `stop` was called: later failures come from the stop itself.
 */
export const stopOnRequest = (stop: () => Promise<void>): (() => boolean) => {
  let isStopping = false;
  const stopOnce = (): void => {
    if (isStopping) return;
    isStopping = true;
    void stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOnce);
  if (isStartedByNpm()) whenParentsChange(stopOnce);
  return () => isStopping;
};

const whenParentsChange = (call: () => void): void => {
  const parents = parentsUpToNpm();
  const timer = setInterval(() => {
    if (parentsUpToNpm() === parents) return;
    clearInterval(timer);
    call();
  }, parentPollMs);
  timer.unref();
};

/** Our parent is npm itself, or a shell whose parent is npm, depending on the system's `sh`. */
const parentsUpToNpm = (): string => {
  const parent = readProcess(process.ppid);
  const isShell = parent !== undefined && /^(ba|da|a|k|z)?sh$/.test(parent.name);
  return [process.ppid, ...(isShell ? [parent.parent] : [])].join(' ');
};
