import { Option } from 'commander';
import { isProblem, LoyaltyUnreachable } from '@loyalty/client';
import { backoffMs, type Clock, type Fault } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import { modeOfKey } from '@loyalty/tables/tenants';
import { UsageFault } from './failures.ts';
import type { CommandContext } from './session.ts';

export interface ApiFlags {
  readonly tenant: string;
  readonly mode: Mode;
  readonly key?: string;
  readonly baseUrl?: string;
}

export const apiKeyOption = (
  help = 'an API key of that environment (default: LOYALTY_API_KEY, or the demo key)',
): Option => new Option('--key <key>', help);

export const apiUrlOption = (): Option =>
  new Option('--base-url <url>', 'the address of the API (default: BASE_URL, or the local stack)');

/** The options of `createLoyalty`. */
export interface ApiAccess {
  readonly baseUrl: string;
  readonly tenantId: string;
  readonly apiKey: string;
}

/**
 * Returns the access to the API. Throws a UsageFault if there is no address, no key, or a key of the other
 * mode.
 */
export const apiAccessOf = (task: CommandContext, flags: ApiFlags): ApiAccess => {
  const baseUrl = requireAddress(flags.baseUrl ?? task.addresses.baseUrl());
  const apiKey = flags.key ?? task.config.apiKey ?? demoKey(task, flags);
  if (apiKey === undefined)
    throw new UsageFault('A call of the API needs a key: pass --key, or set LOYALTY_API_KEY.');
  requireModeOfKey(apiKey, flags.mode);
  return { baseUrl, tenantId: flags.tenant, apiKey };
};

/** Throws a UsageFault for a text that is not the address of an API. */
export const requireAddress = (text: string): string => {
  if (/^https?:\/\/[^?#@\s]+\/v1\/*$/.test(text) && URL.canParse(text)) return text;
  throw new UsageFault(`${text} is not the address of an API: pass --base-url http://host:port/v1.`);
};

/** The key decides where everything goes, whatever --mode says. Others than ours are left to the server. */
const requireModeOfKey = (apiKey: string, mode: Mode): void => {
  const ofKey = modeOfKey(apiKey);
  if (ofKey === null || ofKey === mode) return;
  throw new UsageFault(
    `The key is a ${ofKey} key, but --mode is ${mode}. Nothing was sent: pass --mode ${ofKey}, or a ${mode} key.`,
  );
};

/** The local stack has written down the keys that it created. */
const demoKey = (task: CommandContext, { tenant, mode }: ApiFlags): string | undefined => {
  const found = task.addresses.localStack()?.tenants.find(({ tenantId }) => tenantId === tenant);
  return mode === 'live' ? found?.liveKey : found?.testKey;
};

interface FailedCall {
  /** Null if there was no response. */
  readonly status: number | null;
  /** Null for what is no problem of the API. */
  readonly code: string | null;
  readonly reason: string;
  readonly retryAfterMs: number | null;
  /** It is true if the call may have been executed. */
  readonly isOutcomeUnknown: boolean;
}

/** Returns why a call of the client has no result. Throws any error that does not come from the client. */
export const failedCall = (error: unknown): FailedCall => {
  if (isProblem(error)) {
    const { status, code, detail, retryAfterMs, isOutcomeUnknown } = error;
    const reason = `${status.toString()} ${code} ${detail.replace(/\.$/, '')}`;
    return { status, code, reason, retryAfterMs, isOutcomeUnknown };
  }
  if (!(error instanceof LoyaltyUnreachable)) throw error;
  const { status, message, retryAfterMs, isOutcomeUnknown } = error;
  // Without the name of the operation: the command says what was asked for.
  const reason = message.replace(/^\w+: (no response: )?/, '');
  return { status, code: null, reason, retryAfterMs, isOutcomeUnknown };
};

/** Returns true for the status of a call that no repeat makes succeed: the key, the tenant or the address is wrong. */
export const isRefusal = (status: number | null): boolean =>
  status !== null && status >= 300 && status < 500 && status !== 408 && status !== 429;

interface Patience {
  /** All is given up when there was no response for so long. */
  readonly patienceMs: number;
  readonly firstWaitMs: number;
  readonly clock: Clock;
  /** Ends the waiting for the next attempt. */
  readonly signal?: AbortSignal;
  /** Returns the fault of a call that no repeat makes succeed. */
  readonly faultOfRefusal: (error: unknown, reason: string) => Fault;
  readonly faultOfSilence: (error: unknown, reason: string) => Fault;
}

const waitMaxMs = 10_000;

/** Calls again and again until there is a response; null if it was stopped meanwhile. Throws the fault of a refusal or of silence. */
export const callAgain = async <Result>(
  { patienceMs, firstWaitMs, clock, signal, faultOfRefusal, faultOfSilence }: Patience,
  call: () => Promise<Result>,
): Promise<Result | null> => {
  const beganAtMs = clock.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const { status, reason, retryAfterMs } = failedCall(error);
      if (isRefusal(status)) throw faultOfRefusal(error, reason);
      const waitMs = Math.max(
        retryAfterMs ?? 0,
        backoffMs(attempt, { firstMs: firstWaitMs, maxMs: waitMaxMs }),
      );
      if (clock.now() + waitMs - beganAtMs > patienceMs) throw faultOfSilence(error, reason);
      await clock.sleep(waitMs, signal);
      if (signal?.aborted === true) return null;
    }
  }
};
