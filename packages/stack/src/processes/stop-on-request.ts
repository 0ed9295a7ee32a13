import { isStartedByNpm } from '../config.ts';
import { readProcess } from './process-table.ts';

const parentPollMs = 500;

/**
 * Calls `stop` once: on Ctrl-C, SIGTERM or SIGHUP, and, when npm started us, as soon as npm is gone (after a kill -9
 * of npm nobody else tells us). npm passes on a Ctrl-C that we have had already, so a second one means nothing.
 * What is returned tells whether that has happened: from then on failures are only the stop's own doing.
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

/** Our parent is npm itself, or a shell whose parent is npm: that depends on what `sh` is on this system. */
const parentsUpToNpm = (): string => {
  const parent = readProcess(process.ppid);
  const isShell = parent !== undefined && /^(ba|da|a|k|z)?sh$/.test(parent.name);
  return [process.ppid, ...(isShell ? [parent.parent] : [])].join(' ');
};
