import {
  inheritedEnvironment,
  loyaltyctlJson as runJson,
  startLoyaltyctl,
  type CtlOptions,
  type CtlRun,
  type OwnStack,
} from '@loyalty/stack';

const optionsOf = (stack: OwnStack): CtlOptions => ({
  root: stack.now().root,
  env: { ...inheritedEnvironment(), LOYALTY_LOCAL_JSON: stack.localJsonPath },
});

/** Runs loyaltyctl on the stack until it exits. */
export const loyaltyctl = (stack: OwnStack, ...args: string[]): Promise<CtlRun> =>
  startLoyaltyctl(optionsOf(stack), args).ended;

/** Runs loyaltyctl with `--json` and returns its output; throws when it fails. */
export const loyaltyctlJson = <T>(stack: OwnStack, ...args: string[]): Promise<T> =>
  runJson<T>(optionsOf(stack), args);
