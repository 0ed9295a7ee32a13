import { connect } from 'node:net';
import type { ProcessCommand } from '../processes/tied-process.ts';

export interface StackPart {
  readonly name: string;
  /** The port of `/health/ready`, if the part is a service. */
  readonly port: number;
  readonly logPath: string;
  /** The folder that the option --fresh deletes. */
  readonly dataDir?: string;
  fetch?(): Promise<void>;
  /** Prepares the part. It is harmless if it was called before. */
  prepare?(): Promise<void>;
  command(): ProcessCommand;
  /** Returns whether the part is ready. It never rejects, and takes at most a second. */
  isReady(): Promise<boolean>;
}

export interface PartState {
  readonly pid: number | undefined;
  readonly isServing: boolean;
}

const probeTimeoutMs = 1_000;

interface Probe {
  readonly port: number;
  readonly send: Buffer;
  /** Judges the bytes so far: true and false end the probe, undefined waits for more. */
  readonly judge: (received: Buffer) => boolean | undefined;
}

/** Returns true only for the expected response within a second, on 127.0.0.1. It never rejects. */
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

/** Returns true for a 2xx response to a GET within a second. It never rejects. */
export const respondsToHttp = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
};
