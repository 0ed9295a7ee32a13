import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@loyalty/contracts';
import {
  freePort,
  inheritedEnvironment,
  loyaltyctlJson,
  type OwnStack,
  type StartedService,
  startOwnStack,
  startService,
} from '@loyalty/stack';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Functions as `<path of the compiled file>:<offset>`, by service, in the order of their first call. */
export type Calls = ReadonlyMap<string, readonly string[]>;

export interface RecordedStack {
  readonly baseUrl: string;
  /** Resolves to what was called since the last time. */
  takeCalls(): Promise<Calls>;
  stop(): Promise<void>;
}

/** Starts every service with a recorder, each module of its own instead of bundled, on a stack in `.loyalty/walk`. */
export const startRecordedStack = async (): Promise<RecordedStack> => {
  const stack = await startOwnStack({ root, home: join(root, '.loyalty/walk'), isInfraOnly: true });
  const services = new Map<string, RecordedService>();
  const stop = async (): Promise<void> => {
    await Promise.all([...services.values()].map(({ process }) => process.stop()));
    await stack.stop();
  };
  try {
    const env = { ...inheritedEnvironment(), LOYALTY_LOCAL_JSON: stack.localJsonPath };
    await loyaltyctlJson({ root, env }, ['deploy']);
    await loyaltyctlJson({ root, env }, ['demo']);
    for (const name of serviceNames) services.set(name, await startRecorded(stack, name));
  } catch (failure) {
    await stop();
    throw failure;
  }
  const httpPort = services.get('ingress')?.process.httpPort ?? 0;
  const takeCalls = async (): Promise<Calls> => {
    const taken = [...services].map(async ([name, { recorderUrl }]) => {
      const answer = await fetch(recorderUrl);
      return [name, (await answer.json()) as string[]] as const;
    });
    return new Map(await Promise.all(taken));
  };
  return { baseUrl: `http://127.0.0.1:${httpPort.toString()}/v1`, takeCalls, stop };
};

interface RecordedService {
  readonly process: StartedService;
  readonly recorderUrl: string;
}

const startRecorded = async (stack: OwnStack, name: string): Promise<RecordedService> => {
  const port = (await freePort()).toString();
  const recorder = new URL(`./recorder/main.js?port=${port}`, import.meta.url).href;
  const main = `services/${name}/dist/main.js`;
  const env = { NODE_OPTIONS: `--import ${recorder}` };
  const process = await startService({ name, main, env, stack: stack.now() });
  return { process, recorderUrl: `http://127.0.0.1:${port}` };
};
