import { connect } from 'node:net';

const probeTimeoutMs = 1_000;

/** One exchange over TCP that checks whether a part is ready. */
export interface Probe {
  readonly port: number;
  readonly send: Buffer;
  /** Judges the bytes received so far: true and false end the probe, undefined waits for more. */
  readonly judge: (received: Buffer) => boolean | undefined;
}

/** Probes a part on 127.0.0.1. Returns false for anything but the expected response within a second. Never rejects. */
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
