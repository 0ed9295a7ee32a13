import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { Pool } from 'undici';
import { Fault, systemClock } from '@loyalty/kernel';
import { demoTenants } from '@loyalty/stack';
import { modeOfKey } from '@loyalty/tables/tenants';
import { durationOption, examples, tenantOption } from '../arguments.ts';
import { reasonOf, UnavailableFault, UsageFault } from '../failures.ts';
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
Enrols the member «probe», sends a receipt of 100 cents and the same again, tries to redeem a point, and reads the member.
It needs a key of a test environment. Each run leaves one receipt there: 525,000 a year at one a minute.

Exit codes: 0 each step was answered rightly and in time; 1 one was not, and the last line says where to look; 2 the command
line was wrong; 3 it could not run (no address, no key), so nothing is known.`;

export const addProbeCommand = (program: Command, session: Session): void => {
  program
    .command('probe')
    .description('Ask the API as a till does: enrol, a receipt, its repeat, a redeem, the member.')
    .addOption(tenantOption().default(demoTenants[0].tenantId, 'the demo tenant'))
    .option('--key <key>', 'a test key (default: LOYALTY_API_KEY, or the demo key)')
    .option('--key-file <path>', 'a file with the key')
    .option('--base-url <url>', 'where the API is (default: BASE_URL, or the local stack)')
    .option('--ca-file <path>', 'a PEM file with the authorities that the API is judged by')
    .addOption(durationOption('--within <time>', 'how long each step may take', '5s'))
    .option('--live', 'take a live key too: its receipts earn points')
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
  if (!URL.canParse(baseUrl) || !baseUrl.startsWith('http'))
    throw new UsageFault(`${baseUrl} is no address of an API: name one with --base-url http://host:port/v1.`);
  if (modeOfKey(apiKey) === 'live' && flags.live !== true)
    throw new UsageFault('The key is a live key, and its receipts earn points: give a test key, or --live.');
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
  throw new Fault('NOT_CONFIGURED', 'The probe needs a test key: --key, --key-file or LOYALTY_API_KEY.');
};

type StepName = 'enrol' | 'receipt' | 'repeat' | 'redeem' | 'member';

/** Status 0, with the reason as the body, when there was no response. */
interface ProbeResponse {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

type Responses = ReadonlyMap<StepName, ProbeResponse>;

interface Step {
  readonly name: StepName;
  readonly method: 'GET' | 'POST';
  /** Below the tenant. */
  readonly path: (before: Responses) => string;
  readonly body?: string;
  readonly isRight: (response: ProbeResponse, before: Responses) => boolean;
}

const probe = async (task: CommandContext, plan: ProbePlan): Promise<CommandOutcome> => {
  const { origin, pathname } = new URL(plan.baseUrl);
  const transactionRef = `probe-${new Date(systemClock.now()).toISOString()}`;
  const base = `${pathname.replace(/\/+$/, '')}/tenants/${plan.tenant}`;
  const { withinMs: timeout, ca } = plan;
  const pool = new Pool(origin, { connections: 1, connect: ca === null ? { timeout } : { timeout, ca } });
  const before = new Map<StepName, ProbeResponse>();
  const steps: unknown[] = [];
  let failure: ProbeFailure | null = null;
  try {
    for (const step of stepsOf(transactionRef)) {
      const response = await ask(pool, plan, { step, path: base + step.path(before) });
      failure = step.isRight(response, before) ? null : failureOf(step.name, response);
      before.set(step.name, response);
      const { status, ms } = response;
      const code = codeIn(response);
      steps.push({ step: step.name, holds: failure === null, ms, status, code });
      task.say(`${failure === null ? '✓' : '✗'} ${step.name.padEnd(8)} ${ms.toString().padStart(5)} ms`);
      if (failure !== null) break;
    }
  } finally {
    await pool.close();
  }
  if (failure !== null) task.note(failure.sentence);
  const document = { holds: failure === null, tenantId: plan.tenant, transactionRef, steps, failure };
  return { document, isFailure: failure !== null };
};

const memberRef = 'probe';

/** The burn-engine alone says these: without points, or without a campaign by which they are worth something. */
const repliesOfBurnEngine = new Set([
  'INSUFFICIENT_POINTS',
  'BELOW_MIN_REDEMPTION',
  'NOTHING_TO_REDEEM',
  'CAMPAIGN_NOT_FOUND',
]);

const stepsOf = (transactionRef: string): readonly Step[] => {
  const receipt = {
    method: 'POST',
    path: () => '/transactions/evaluate',
    body: JSON.stringify({ transactionRef, memberRef, amount: 100 }),
  } as const;
  return [
    {
      name: 'enrol',
      method: 'POST',
      path: () => '/members',
      body: JSON.stringify({ externalRef: memberRef }),
      isRight: ({ status }) => [200, 201, 409].includes(status),
    },
    Object.assign({}, receipt, {
      name: 'receipt' as const,
      isRight: (response: ProbeResponse) => fieldIn(response, 'state') === 'PROCESSED',
    }),
    Object.assign({}, receipt, {
      name: 'repeat' as const,
      isRight: ({ status, body }: ProbeResponse, before: Responses) =>
        status === 200 && body === before.get('receipt')?.body,
    }),
    {
      name: 'redeem',
      method: 'POST',
      path: () => '/transactions/redeem',
      body: JSON.stringify({ transactionRef, memberRef, amount: 100, pointsRequested: 1 }),
      isRight: (response) => response.status === 200 || repliesOfBurnEngine.has(codeIn(response)),
    },
    {
      name: 'member',
      method: 'GET',
      path: (before) => `/members/${memberIdIn(before)}`,
      isRight: (response) => response.status === 200 && fieldIn(response, 'externalRef') === memberRef,
    },
  ];
};

const memberIdIn = (before: Responses): string => {
  const receipt = before.get('receipt');
  return receipt === undefined ? '' : fieldIn(receipt, 'memberId');
};

const ask = async (
  pool: Pool,
  { apiKey, withinMs }: ProbePlan,
  { step: { method, body }, path }: { readonly step: Step; readonly path: string },
): Promise<ProbeResponse> => {
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
  const signal = AbortSignal.timeout(withinMs);
  const beganAtMs = performance.now();
  const since = (): number => Math.round(performance.now() - beganAtMs);
  try {
    const response = await pool.request({ path, method, headers, body: body ?? null, signal });
    return { status: response.statusCode, body: await response.body.text(), ms: since() };
  } catch (failure) {
    const reason = signal.aborted ? `nothing came within ${withinMs.toString()} ms` : reasonOf(failure);
    return { status: 0, body: reason, ms: since() };
  }
};

interface ProbeFailure {
  readonly step: StepName;
  readonly status: number;
  /** Empty without a problem of ours. */
  readonly code: string;
  readonly lookAt: string;
  readonly sentence: string;
}

const failureOf = (step: StepName, response: ProbeResponse): ProbeFailure => {
  const { status, body } = response;
  const code = codeIn(response);
  const lookAt = lookAtOf(step, status, code);
  const answer = [status.toString(), code].filter((part) => part !== '').join(' ');
  const what = status === 0 ? `had no response (${body})` : `was answered wrongly (${answer})`;
  return { step, status, code, lookAt, sentence: `The step «${step}» ${what}: look at ${lookAt}.` };
};

const engineOf: Readonly<Partial<Record<StepName, string>>> = {
  receipt: 'earn-engine',
  repeat: 'earn-engine',
  redeem: 'burn-engine',
};

const lookAtOf = (step: StepName, status: number, code: string): string => {
  const engine = engineOf[step];
  // Ingress says these for an engine that did not reply, or gave up.
  if (engine !== undefined && ['PROCESSING_TIMEOUT', 'PROCESSING_FAILED'].includes(code)) return engine;
  if (status === 0 || status >= 500) return 'ingress, or what is before it';
  if (status === 401 || status === 403) return 'the key and --tenant';
  if (status === 429) return 'the rate limit of the key';
  if (status === 404) return '--tenant and --base-url';
  if (step === 'repeat' && status === 200) return 'Redis and Postgres: other bytes came than the first time';
  return 'the settings of this environment';
};

const codeIn = (response: ProbeResponse): string => (response.status >= 400 ? fieldIn(response, 'code') : '');

/** Empty where the body has no such text, as that of a proxy. */
const fieldIn = ({ body }: ProbeResponse, field: string): string => {
  try {
    const value = (JSON.parse(body) as Readonly<Record<string, unknown>> | null)?.[field];
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
};
