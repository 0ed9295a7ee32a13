import { type CapturedContext, type CapturedRun, captureRun } from './captured-run.ts';
import { stackVariables } from './stack-variables.ts';

export const loyaltyctl = (
  line: readonly string[],
  context: Omit<CapturedContext, 'variables'> = {},
): Promise<CapturedRun> => captureRun(line, { ...context, variables: stackVariables() });

/** Runs with --json, which must succeed without output on standard error. Returns the document. */
export const documentOf = async <T>(...line: readonly string[]): Promise<T> => {
  const { exitCode, out, err } = await loyaltyctl([...line, '--json']);
  if (exitCode !== 0 || err !== '')
    throw new Error(`loyaltyctl ${line.join(' ')}: ${exitCode.toString()} ${err}`);
  return JSON.parse(out) as T;
};

export const createTenantOnStack = async (): Promise<string> =>
  (await documentOf<{ id: string }>('tenants', 'create', 'Test of loyaltyctl')).id;

/** Creates a key of such a tenant, with a limit that no test reaches. */
export const createKeyOnStack = async (
  tenant: string,
  mode: 'live' | 'test',
  role = 'admin',
): Promise<string> => {
  const flags = ['--tenant', tenant, '--mode', mode, '--role', role, '--rate-limit', '1000000'];
  return (await documentOf<{ key: string }>('keys', 'create', ...flags)).key;
};
