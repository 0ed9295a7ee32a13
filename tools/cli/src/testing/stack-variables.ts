import type { Variables } from '../config.ts';

/** Returns the addresses of the running stack, from the test runner's environment. */
export const stackVariables = (): Variables => {
  // eslint-disable-next-line n/no-process-env -- tests get their stack from the runner, not from a config.ts.
  const variables = process.env;
  if (variables['DATABASE_URL'] === undefined)
    throw new Error('DATABASE_URL is not set: these tests need a stack');
  return variables;
};
