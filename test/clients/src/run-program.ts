import { printLine } from '@loyalty/stack';
import { spawn } from 'node:child_process';

/** One step: a program that runs and ends. */
export interface Step {
  /** The line printed before it runs. */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** By default, the program has our environment. */
  readonly env?: NodeJS.ProcessEnv;
}

/** The first call of a generator downloads it; a step that takes longer than this hangs. */
const stepMs = 600_000;

/** Runs a step and returns its standard output. Throws an error with all output when it fails. */
export const runProgram = async ({ title, command, args, cwd, env }: Step): Promise<string> => {
  printLine(`${title} …`);
  const child = spawn(command, args, {
    cwd,
    ...(env && { env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: stepMs,
  });
  const written: string[] = [];
  const complaints: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => written.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => {
      reject(new Error(`${command} could not be run: ${error.message}`));
    });
    child.once('close', resolve);
  });
  const output = written.join('').trim();
  if (code === 0) return output;
  throw new Error(
    `${title}: ${command} ended with ${String(code)}.\n${[output, ...complaints].join('\n').trim()}`,
  );
};
