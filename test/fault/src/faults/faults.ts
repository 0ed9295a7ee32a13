import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type OwnStack, startService } from '@loyalty/stack';
import { pidOf } from '../pid-of.ts';
import { cutEngine, losingPackets, refusing } from './cut-engine.ts';
import type { EngineName } from './engines.ts';
import type { Fault, FaultContext } from './fault-context.ts';

/** Longer than the 6 s after which Kafka assigns a silent engine's partitions to another. */
const freezeMs = 9_000;
const returnPatienceMs = 60_000;

const killPart =
  (name: string): Fault =>
  async ({ stack, probes }) => {
    process.kill(pidOf(stack, name), 'SIGKILL');
    return probes.evaluate();
  };

/** Measures the outage that callers see when this engine is killed. */
const probeOf = ({ probes }: FaultContext, name: EngineName): Promise<number> =>
  name === 'burn-engine' ? probes.redeem() : probes.evaluate();

/** Kills one of the two engines, drawn at random. */
const killEngine =
  (name: EngineName): Fault =>
  (context) => {
    if (context.random() < 0.5) process.kill(pidOf(context.stack, name), 'SIGKILL');
    else context.second[name].kill();
    return probeOf(context, name);
  };

/**
 * Freezes one of the two engines; Kafka assigns its partitions to the other. The thawed engine must not store what it had
 * begun.
 */
const freezeEngine =
  (name: EngineName): Fault =>
  async (context) => {
    const { stack, second, random } = context;
    const pid = random() < 0.5 ? pidOf(stack, name) : second[name].pid;
    process.kill(pid, 'SIGSTOP');
    const thawing = pause(freezeMs).then(() => process.kill(pid, 'SIGCONT'));
    const frozen = await probeOf(context, name);
    await thawing;
    return Math.max(frozen, await probeOf(context, name));
  };

const joinAndLeave: Fault = async ({ stack, probes: { evaluate: probe } }) => {
  const joining = startService({ name: 'earn-engine', stack: stack.now() });
  const joined = await probe();
  const third = await joining;
  const settled = await probe();
  const leaving = third.stop();
  const left = await probe();
  await leaving;
  return Math.max(joined, settled, left);
};

/** Deletes all keys in Redis. */
export const flushAll = (stack: OwnStack): Promise<void> => askRedis(stack.now().redisUrl, 'FLUSHALL');

const flush: Fault = async ({ stack, probes }) => {
  await flushAll(stack);
  return probes.evaluate();
};

/** Sends one inline command of Redis' protocol. */
const askRedis = (url: string, command: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(`${command}\r\n`));
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });

/** Every fault by its name. */
export const faults = {
  'kill ingress': killPart('ingress'),
  'kill earn-engine': killEngine('earn-engine'),
  'kill burn-engine': killEngine('burn-engine'),
  'kill tier-service': killPart('tier-service'),
  'kill segment-service': killPart('segment-service'),
  'kill fulfilment': killPart('fulfilment'),
  'kill webhook-dispatcher': killPart('webhook-dispatcher'),
  'kill kafka': killPart('kafka'),
  'kill postgres': killPart('postgres'),
  'freeze earn-engine': freezeEngine('earn-engine'),
  'freeze burn-engine': freezeEngine('burn-engine'),
  'engine joins and leaves': joinAndLeave,
  'engine loses postgres': cutEngine(losingPackets),
  'postgres refuses engine': cutEngine(refusing),
  FLUSHALL: flush,
} satisfies Readonly<Record<string, Fault>>;

/** The name of a fault. */
export type FaultName = keyof typeof faults;

/** Waits until the stack has restarted every part and service, then starts the second engines where they are missing. */
export const untilWhole = async ({ stack, second }: FaultContext): Promise<void> => {
  const untilMs = Date.now() + returnPatienceMs;
  for (;;) {
    const { parts, services } = stack.now();
    const away = Object.entries({ ...parts, ...services }).filter(([, { isServing }]) => !isServing);
    if (away.length === 0) break;
    if (Date.now() > untilMs) throw new Error(`not back by itself: ${away.map(([name]) => name).join(', ')}`);
    await pause(50);
  }
  await Promise.all([second['earn-engine'].ensure(), second['burn-engine'].ensure()]);
};
