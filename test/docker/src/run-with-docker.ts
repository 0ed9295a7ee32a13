import { say, Verdicts } from '@loyalty/stack';
import { isRequired } from '@loyalty/testkit';
import { findDocker, type Builder } from '../../../deploy/images/docker.mjs';

/** The docker command that is used, by its path, and what it builds with. */
export interface Docker {
  readonly docker: string;
  readonly builder: Builder;
}

/** Runs a test that needs Docker; without one it says so in a line, which is a failure only where LOYALTY_REQUIRE names docker. */
export const runWithDocker = async (
  test: (found: Docker, verdicts: Verdicts) => Promise<void>,
): Promise<void> => {
  const found = findDocker();
  if (found.docker === null) {
    skip('docker', found.reason);
    return;
  }
  say(`${found.docker}, ${found.builder.name}`);
  const verdicts = new Verdicts();
  try {
    await test(found, verdicts);
  } catch (failure) {
    verdicts.judge('the test came to its end', false, failure instanceof Error ? failure.message : 'thrown');
  }
  verdicts.close();
};

/** Says what is missing. */
const skip = (tool: string, reason: string): void => {
  say(`Skipped, because ${tool} is missing: ${reason}.\n0 passed, 0 failed, 1 skipped`);
  if (isRequired(tool)) process.exitCode = 1;
};
