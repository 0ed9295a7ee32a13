import type { Variables } from '../config.ts';

/** The addresses of the running stack, as the test runner names them in the environment. */
export const stackVariables = (): Variables => {
  // eslint-disable-next-line n/no-process-env -- tests are told their stack by the runner, not by a config.ts.
  const variables = process.env;
  if (variables['DATABASE_URL'] === undefined)
    throw new Error('DATABASE_URL is not set: these tests need a stack');
  return variables;
};
