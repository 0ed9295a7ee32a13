import { spawnSync } from 'node:child_process';

/** True when a program of the system can be started. */
export const isInstalled = (tool: string): boolean =>
  spawnSync(tool, ['--version'], { stdio: 'ignore' }).error === undefined;

/** True when a release build asks for this tool: its absence is a failure there, and elsewhere a skip. */
export const isRequired = (tool: string): boolean =>
  // eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, says which tools must be there.
  (process.env['LOYALTY_REQUIRE'] ?? '').split(',').includes(tool);
