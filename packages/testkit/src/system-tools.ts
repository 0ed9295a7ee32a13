import { spawnSync } from 'node:child_process';

/** Returns true if a program of the system can be started. */
export const isInstalled = (tool: string): boolean =>
  spawnSync(tool, ['--version'], { stdio: 'ignore' }).error === undefined;

/**
 * Returns true if a release build requires this tool: its absence is then a failure, and a skip otherwise.
 */
export const isRequired = (tool: string): boolean =>
  // eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, says which tools must be there.
  (process.env['LOYALTY_REQUIRE'] ?? '').split(',').includes(tool);
