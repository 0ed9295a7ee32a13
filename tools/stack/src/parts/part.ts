import { connect } from 'node:net';
import type { ProcessCommand } from '../processes/tied-process.ts';

/** One program of the stack: how to prepare it, how to start it, and how to tell that it is ready. */
export interface StackPart {
  readonly name: string;
  /** The port on 127.0.0.1; for a service, that of `/health/ready`. */
  readonly port: number;
  readonly logPath: string;
  /** The data that --fresh deletes. */
  readonly dataDir?: string;
  /** Fetches missing downloads; reports when that takes time. */
  fetch?(): Promise<void>;
  /** Makes its data directory and files; harmless when they exist. */
  prepare?(): Promise<void>;
  command(): ProcessCommand;
  /** True when it responds. Never rejects, and takes at most a second. */
  isReady(): Promise<boolean>;
}

export interface PartState {
  readonly pid: number | undefined;
  readonly isServing: boolean;
}

const probeTimeoutMs = 1_000;

/** One exchange over TCP that checks whether a part is ready. */
interface Probe {
  readonly port: number;
  readonly send: Buffer;
  /** Judges the bytes received so far: true and false end the probe, undefined waits for more. */
  readonly judge: (received: Buffer) => boolean | undefined;
}

/** False for anything but the expected response within a second, on 127.0.0.1. Never rejects. */
export const probe = ({ port, send, judge }: Probe): Promise<boolean> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1' });
    const settle = (isReady: boolean): void => {
      socket.destroy();
      resolve(isReady);
    };
    socket.setTimeout(probeTimeoutMs, () => {
      settle(false);
    });
    socket.once('connect', () => socket.write(send));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const verdict = judge(Buffer.concat(chunks));
      if (verdict !== undefined) settle(verdict);
    });
    socket.once('error', () => {
      settle(false);
    });
    socket.once('close', () => {
      settle(false);
    });
  });

/** True when a GET gets a 2xx response within a second. Never rejects. */
export const respondsToHttp = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
};
