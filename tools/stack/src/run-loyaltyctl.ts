import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundledProgram } from './parts/bundled-program.ts';

export interface CtlRun {
  /** The exit code; -1 if a signal ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CtlProcess {
  readonly ended: Promise<CtlRun>;
  interrupt(): void;
}

export interface CtlOptions {
  readonly root: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: Buffer | undefined;
}

/** Returns the path of loyaltyctl. Releases up to 0.3.0 have it in packages/, and drills run those, too. */
export const loyaltyctlIn = (root: string): string => {
  const bundle = bundledProgram(root, 'tools/cli');
  if (bundle !== undefined) return bundle;
  const [main, older] = [join(root, 'tools/cli/dist/main.js'), join(root, 'packages/cli/dist/main.js')];
  return !existsSync(main) && existsSync(older) ? older : main;
};

export const startLoyaltyctl = ({ root, env, input }: CtlOptions, args: readonly string[]): CtlProcess => {
  const child = spawn(process.execPath, [loyaltyctlIn(root), ...args], {
    stdio: 'pipe',
    ...(env && { env }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end(input);
  const ended = once(child, 'close').then(([code]) => ({
    code: (code as number | null) ?? -1,
    stdout,
    stderr,
  }));
  return { ended, interrupt: () => child.kill('SIGINT') };
};

/** Runs a command and reads its JSON. Throws if the command failed. */
export const loyaltyctlJson = async <T>(options: CtlOptions, args: readonly string[]): Promise<T> => {
  const { code, stdout, stderr } = await startLoyaltyctl(options, [...args, '--json']).ended;
  if (code !== 0) throw new Error(`loyaltyctl ${args.join(' ')} ended with ${code.toString()}: ${stderr}`);
  return JSON.parse(stdout) as T;
};
