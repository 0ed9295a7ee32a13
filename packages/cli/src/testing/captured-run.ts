import { Readable, Writable } from 'node:stream';
import { readConfig, type Variables } from '../config.ts';
import { runLoyaltyctl, type ExitCode } from '../run-loyaltyctl.ts';

/** What a command line printed and ended with. */
export interface CapturedRun {
  readonly exitCode: ExitCode;
  readonly out: string;
  readonly err: string;
}

export interface CapturedContext {
  /** Default: none. */
  readonly variables?: Variables;
  /** Default: a folder that no stack runs above. */
  readonly folder?: string;
  /** Chunks of standard input. */
  readonly input?: readonly (string | Buffer)[];
}

/** Runs a command line in this process and keeps what it prints. */
export const captureRun = async (
  commandLine: readonly string[],
  { variables = {}, folder = '/', input = [] }: CapturedContext = {},
): Promise<CapturedRun> => {
  const out = createCapture();
  const err = createCapture();
  const exitCode = await runLoyaltyctl(commandLine, {
    terminal: {
      input: Readable.from(input.map((chunk) => Buffer.from(chunk))),
      out: out.stream,
      err: err.stream,
    },
    config: readConfig(variables),
    folder,
  });
  return { exitCode, out: out.text(), err: err.text() };
};

/** A stream that keeps everything written to it. */
export const createCapture = (): { readonly stream: Writable; readonly text: () => string } => {
  const chunks: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk.toString());
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
};
