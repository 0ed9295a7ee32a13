import { Readable, Writable } from 'node:stream';
import { readConfig, type Variables } from '../config.ts';
import { type ExitCode, runLoyaltyctl } from '../run-loyaltyctl.ts';

export interface CapturedRun {
  readonly exitCode: ExitCode;
  readonly out: string;
  readonly err: string;
}

export interface CapturedContext {
  /** No variables are set by default. */
  readonly variables?: Variables;
  /** Default: a folder without a local stack above it. */
  readonly folder?: string;
  /** Chunks of standard input. */
  readonly input?: readonly (string | Buffer)[];
}

/** Runs a command line in this process and captures its output. */
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

/** Creates a stream that stores everything written to it. */
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
