import { join } from 'node:path';
import { inheritedEnvironment, loyaltyctlJson, type CtlOptions, type LocalStack } from '@loyalty/stack';

/** Returns the path of the file that describes a running stack. */
export const localJsonOf = ({ home }: LocalStack): string => join(home, 'local.json');

const optionsFor = (stack: LocalStack): CtlOptions => ({
  root: stack.root,
  env: { ...inheritedEnvironment(), LOYALTY_LOCAL_JSON: localJsonOf(stack) },
});

/** Runs loyaltyctl on a running stack and returns its JSON. */
export const loyaltyctl = <T>(stack: LocalStack, ...args: string[]): Promise<T> =>
  loyaltyctlJson<T>(optionsFor(stack), args);
