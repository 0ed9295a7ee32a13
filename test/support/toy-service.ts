import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readLocalStack, startService, type StartedService } from '@loyalty/stack';

/** Compiles the services of `test/toys`, which are not part of the product's build. */
export const buildToys = async (): Promise<void> => {
  const { root } = readLocalStack();
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '--build', join(root, 'test/toys')]);
};

/** Starts one more process of a toy service on the running stack. */
export const startToy = (name: string): Promise<StartedService> =>
  startService({ name, main: `test/toys/dist/${name}/main.js` });

/** Kills it immediately. */
export const killToy = async (toy: StartedService): Promise<void> => {
  process.kill(toy.pid, 'SIGKILL');
  await toy.ended;
};

/** Returns a process' value of a metric with these labels; 0 when it has none. */
export const counted = async ({ adminPort }: StartedService, series: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${adminPort.toString()}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
};
