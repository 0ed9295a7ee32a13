import { printLine } from '@loyalty/stack';
import { isRequired } from '@loyalty/testkit/runs';
import { type Builder, findDocker } from '../../../deploy/images/docker.mjs';
import { run } from './run.ts';

/** The docker command that is used, by its path, and what it builds with. */
export interface Docker {
  readonly docker: string;
  readonly builder: Builder;
}

/**
 * Runs a test that needs Docker, and these plugins of it, as in `compose`. Without one of them it says so in a line, which is a failure only
 * where LOYALTY_REQUIRE names docker.
 */
export const runWithDocker = async (
  test: (found: Docker) => Promise<void>,
  plugins: readonly string[] = [],
): Promise<void> => {
  const found = findDocker();
  if (found.docker === null) {
    skip('docker', found.reason);
    return;
  }
  for (const plugin of plugins) {
    if ((await run(found.docker, [plugin, 'version'])).code === 0) continue;
    skip(`docker ${plugin}`, `${found.docker} has no such plugin`);
    return;
  }
  printLine(`${found.docker}, ${found.builder.name}`);
  await test(found);
};

/** Says what is missing. */
const skip = (tool: string, reason: string): void => {
  printLine(`Skipped, because ${tool} is missing: ${reason}.\n0 passed, 0 failed, 1 skipped`);
  if (isRequired('docker')) process.exitCode = 1;
};
