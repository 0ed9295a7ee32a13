import { connect } from 'node:net';

const probeTimeoutMs = 1_000;

/** One exchange over TCP, for asking a part whether it serves. */
export interface Probe {
  readonly port: number;
  readonly send: Buffer;
  /** Judges what has been received so far: true and false settle the probe, undefined waits for more. */
  readonly judge: (received: Buffer) => boolean | undefined;
}

/** Asks a part on 127.0.0.1; anything but the expected answer within a second is false. Never rejects. */
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

/** True when a GET is answered with a 2xx within a second. Never rejects. */
export const answersHttp = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
};
