import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { Agent, fetch } from 'undici';
import {
  createLoyalty,
  type Loyalty,
  type LoyaltySettings,
  type Responded,
  type Schemas,
} from '@loyalty/client';
import { Fault, systemClock } from '@loyalty/kernel';
import { demoTenants } from '@loyalty/stack';
import { modeOfKey } from '@loyalty/tables/tenants';
import { apiUrlOption, failedCall, requireAddress } from '../api-access.ts';
import { durationOption, examples, tenantOption } from '../arguments.ts';
import { UnavailableFault, UsageFault } from '../failures.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';

interface ProbeFlags {
  readonly tenant: string;
  readonly key?: string;
  readonly keyFile?: string;
  readonly baseUrl?: string;
  readonly caFile?: string;
  readonly within: number;
  readonly live?: true;
}

const explanation = `
The probe enrols the member «probe», sends a receipt of 100 cents twice, tries to redeem a point, and reads the member. It
needs a key of a test environment. Each run leaves one receipt there: about 525,000 a year if it runs every minute.

Exit codes: 0 each step had the right response in time; 1 a step did not, and the last line says where to look; 2 the
command line was wrong; 3 the probe could not run (no address, no key), so nothing is known.`;

export const addProbeCommand = (command: Command, session: Session): void => {
  command
    .addOption(tenantOption().default(demoTenants[0].tenantId, 'the demo tenant'))
    .option('--key <key>', 'a test key (default: LOYALTY_API_KEY, or the demo key)')
    .option('--key-file <path>', 'a file that holds the key')
    .addOption(apiUrlOption())
    .option('--ca-file <path>', 'a PEM file with the certificate authorities to trust')
    .addOption(durationOption('--within <time>', 'how long each step may take', '5s'))
    .option('--live', 'allow a live key, although its receipts earn points')
    .addHelpText('after', explanation + examples('probe', 'probe --key-file key.txt --tenant … --json'))
    .action(
      session.action((task, flags: ProbeFlags) => {
        const plan = planOf(task, flags);
        return probe(task, plan);
      }),
    );
};

interface ProbePlan {
  readonly tenant: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly ca: Buffer | null;
  readonly withinMs: number;
}

const planOf = (task: CommandContext, flags: ProbeFlags): ProbePlan => {
  const { tenant, caFile, within } = flags;
  const { baseUrl, apiKey, ca } = runnable(() => ({
    baseUrl: flags.baseUrl ?? task.addresses.baseUrl(),
    apiKey: keyOf(task, flags),
    ca: caFile === undefined ? null : readFileSync(resolve(task.folder, caFile)),
  }));
  requireAddress(baseUrl);
  if (modeOfKey(apiKey) === 'live' && flags.live !== true)
    throw new UsageFault(
      'The key is a live key, so its receipts would earn points: give a test key, or pass --live.',
    );
  return { tenant, baseUrl, apiKey, ca, withinMs: within * 1_000 };
};

const runnable = <T>(read: () => T): T => {
  try {
    return read();
  } catch (failure) {
    throw new UnavailableFault(failure);
  }
};

const keyOf = (task: CommandContext, { key, keyFile, tenant }: ProbeFlags): string => {
  if (key !== undefined) return key;
  if (keyFile !== undefined) return readFileSync(resolve(task.folder, keyFile), 'utf8').trim();
  const { config, addresses } = task;
  const demo = () => addresses.localStack()?.tenants.find(({ tenantId }) => tenantId === tenant)?.testKey;
  const found = config.apiKey ?? demo();
  if (found !== undefined) return found;
  throw new Fault(
    'NOT_CONFIGURED',
    'The probe needs a test key: pass --key or --key-file, or set LOYALTY_API_KEY.',
  );
};

type StepName = 'enrol' | 'receipt' | 'repeat' | 'redeem' | 'member';

interface StepResult {
  /** 0 where there was no response. */
  readonly status: number;
  /** Empty if the response was no problem of our API. */
  readonly code: string;
  /** It says why there is no result. */
  readonly reason: string;
  /** It is undefined if there is none. */
  readonly data: unknown;
  readonly ms: number;
}

interface Step {
  readonly name: StepName;
  readonly call: () => Promise<Responded<unknown>>;
  readonly isRight: (result: StepResult) => boolean;
}

const probe = async (task: CommandContext, plan: ProbePlan): Promise<CommandOutcome> => {
  const transactionRef = `probe-${new Date(systemClock.now()).toISOString()}`;
  const agent = plan.ca === null ? null : new Agent({ connect: { ca: plan.ca } });
  const steps: unknown[] = [];
  let failure: ProbeFailure | null = null;
  try {
    for (const step of stepsOf(loyaltyOf(plan, agent), transactionRef)) {
      const result = await resultOf(step);
      failure = step.isRight(result) ? null : failureOf(step.name, result);
      const { status, code, ms } = result;
      steps.push({ step: step.name, holds: failure === null, ms, status, code });
      task.say(`${failure === null ? '✓' : '✗'} ${step.name.padEnd(8)} ${ms.toString().padStart(5)} ms`);
      if (failure !== null) break;
    }
  } finally {
    await agent?.close();
  }
  if (failure !== null) task.note(failure.sentence);
  const document = { holds: failure === null, tenantId: plan.tenant, transactionRef, steps, failure };
  return { document, isFailure: failure !== null };
};

/** Each step is one attempt, because a till waits for it. */
const loyaltyOf = ({ baseUrl, tenant, apiKey, withinMs }: ProbePlan, agent: Agent | null): Loyalty =>
  createLoyalty({
    baseUrl,
    tenantId: tenant,
    apiKey,
    fetch: agent === null ? undefined : sendBy(agent),
    attemptsMax: 1,
    timeoutMs: withinMs,
  });

/** Node's own `fetch` takes no authorities, and no agent of another version. */
const sendBy =
  (dispatcher: Agent): NonNullable<LoyaltySettings['fetch']> =>
  async (url, init) => {
    const { body, status, headers } = await fetch(url, { ...init, dispatcher });
    return new Response(body, { status, headers: Object.fromEntries(headers) });
  };

const memberRef = 'probe';

/** The burn-engine alone says these: without points, or without a campaign by which they are worth something. */
const repliesOfBurnEngine = new Set([
  'INSUFFICIENT_POINTS',
  'BELOW_MIN_REDEMPTION',
  'NOTHING_TO_REDEEM',
  'CAMPAIGN_NOT_FOUND',
]);

const stepsOf = ({ withResponse: loyalty }: Loyalty, transactionRef: string): readonly Step[] => {
  const receipt = { transactionRef, memberRef, amount: 100 };
  let first: Schemas['EvaluateResult'] | undefined;
  return [
    {
      name: 'enrol',
      call: () => loyalty.createMember({ body: { externalRef: memberRef } }),
      isRight: ({ status }) => [200, 201, 409].includes(status),
    },
    {
      name: 'receipt',
      call: async () => {
        const responded = await loyalty.evaluateTransaction({ body: receipt });
        first = responded.data;
        return responded;
      },
      isRight: () => first?.state === 'PROCESSED',
    },
    {
      name: 'repeat',
      call: () => loyalty.evaluateTransaction({ body: receipt }),
      isRight: ({ data }) => JSON.stringify(data) === JSON.stringify(first),
    },
    {
      name: 'redeem',
      call: () =>
        loyalty.redeemPoints({ body: { transactionRef, memberRef, amount: 100, pointsRequested: 1 } }),
      isRight: ({ data, code }) => data !== undefined || repliesOfBurnEngine.has(code),
    },
    {
      name: 'member',
      call: () => loyalty.getMember({ memberId: first?.memberId ?? '' }),
      isRight: ({ data }) => (data as Schemas['Member'] | undefined)?.externalRef === memberRef,
    },
  ];
};

const resultOf = async ({ call }: Step): Promise<StepResult> => {
  const beganAtMs = performance.now();
  const since = (): number => Math.round(performance.now() - beganAtMs);
  try {
    const { status, data } = await call();
    return { status, code: '', reason: '', data, ms: since() };
  } catch (error) {
    const { status, code, reason } = failedCall(error);
    return { status: status ?? 0, code: code ?? '', reason, data: undefined, ms: since() };
  }
};

interface ProbeFailure {
  readonly step: StepName;
  readonly status: number;
  /** Empty if the response was no problem of our API. */
  readonly code: string;
  readonly lookAt: string;
  readonly sentence: string;
}

const failureOf = (step: StepName, { status, code, reason }: StepResult): ProbeFailure => {
  const lookAt = status === 0 && isUnresolved(reason) ? dns : lookAtOf(step, status, code);
  const answer = [status.toString(), code].filter((part) => part !== '').join(' ');
  const what = status === 0 ? `had no response (${reason})` : `had the wrong response (${answer})`;
  return { step, status, code, lookAt, sentence: `The step «${step}» ${what}: look at ${lookAt}.` };
};

/** The name of the host led nowhere, so no service of ours heard of it. */
const isUnresolved = (reason: string): boolean => /\b(EAI_AGAIN|ENOTFOUND)\b/.test(reason);
const dns = 'DNS, because the name could not be resolved';

const engineOf: Readonly<Partial<Record<StepName, string>>> = {
  receipt: 'earn-engine',
  repeat: 'earn-engine',
  redeem: 'burn-engine',
};

const lookAtOf = (step: StepName, status: number, code: string): string => {
  const engine = engineOf[step];
  // Ingress says these for an engine that did not reply, or gave up.
  if (engine !== undefined && ['PROCESSING_TIMEOUT', 'PROCESSING_FAILED'].includes(code)) return engine;
  if (status === 0 || status >= 500) return 'ingress, or at what stands in front of it';
  if (status === 401 || status === 403) return 'the key and --tenant';
  if (status === 429) return 'the rate limit of the key';
  if (status === 404) return '--tenant and --base-url';
  if (step === 'repeat' && status === 200)
    return 'Redis and Postgres, because the response differs from the first one';
  return 'the settings of this environment';
};
