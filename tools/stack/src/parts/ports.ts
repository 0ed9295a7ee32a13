import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '@loyalty/kernel';
import type { StackPorts } from '../settings.ts';

/** These are below the ports for outgoing connections, so that a restart finds its port free. */
const freePortMin = 20_000;
const freePortMax = 32_000;
const freePortTries = 200;
const returnedPorts = new Set<number>();

export const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });

/** Returns a free port, and never the same one twice. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < freePortTries; attempt += 1) {
    const port = freePortMin + Math.floor(Math.random() * (freePortMax - freePortMin));
    if (returnedPorts.has(port) || !(await isPortFree(port))) continue;
    returnedPorts.add(port);
    return port;
  }
  throw new Fault(
    'NO_FREE_PORT',
    `No free port was found between ${String(freePortMin)} and ${String(freePortMax)}.`,
  );
};

/** Replaces every 0, except the first port of a range, whose ports are chosen one by one. */
export const choosePorts = async (ports: StackPorts): Promise<StackPorts> => {
  const choose = async (port: number): Promise<number> => (port === 0 ? freePort() : port);
  return {
    http: await choose(ports.http),
    console: await choose(ports.console),
    admin: ports.admin,
    kafka: await choose(ports.kafka),
    registry: await choose(ports.registry),
    postgres: await choose(ports.postgres),
    redis: await choose(ports.redis),
  };
};

export interface PlannedPort {
  readonly name: string;
  readonly port: number;
  readonly option: string;
}

/**
 * Waits for ports, because an earlier run may still be ending. After `waitMs` it throws a Fault that names
 * the port and the option.
 */
export const requireFreePorts = async (wanted: readonly PlannedPort[], waitMs: number): Promise<void> => {
  const deadline = Date.now() + waitMs;
  for (const { name, port, option } of wanted) {
    if (await becomesFree(port, deadline)) continue;
    throw new Fault(
      'PORT_TAKEN',
      `Port ${String(port)} for ${name} is taken; free it or choose another with ${option} <port>.`,
    );
  }
};

const becomesFree = async (port: number, deadline: number): Promise<boolean> => {
  while (!(await isPortFree(port))) {
    if (Date.now() >= deadline) return false;
    await pause(100);
  }
  return true;
};
