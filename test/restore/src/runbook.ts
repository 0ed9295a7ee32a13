import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printLine } from '@loyalty/stack';
import { root } from './root.ts';
import type { RestoredStack } from './servers/restored-stack.ts';

const page = 'docs/runbooks/restore.md';
const fence = /^### (.*)$|^```sh\n([^]*?)^```/gm;

/** The commands of loyaltyctl under a heading of the runbook, as a person would type them. */
const commandsUnder = (heading: string): readonly string[] => {
  let present = '';
  const found: string[] = [];
  for (const [, title, block = ''] of readFileSync(join(root, page), 'utf8').matchAll(fence)) {
    if (title !== undefined) present = title;
    else if (present === heading)
      found.push(...block.split('\n').filter((line) => line.startsWith('loyaltyctl ')));
  }
  if (found.length === 0) throw new Error(`${page} has no commands under «${heading}»`);
  return found;
};

/** The made-up values of the page's commands, and what they are in a drill. */
export interface RunbookValues {
  readonly since: string;
  readonly erasuresFile: string;
  readonly skipCodes: string;
  readonly deployOptions: string;
  readonly epoch: string;
}

const madeUp: Readonly<Record<keyof RunbookValues, string>> = {
  since: '2026-03-31T22:15:00Z',
  erasuresFile: 'erasures.ndjson',
  skipCodes: '5000',
  deployOptions: '--partitions production --replication 3',
  epoch: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
};

const argumentsOf = (line: string, values: RunbookValues): readonly string[] => {
  const names = Object.keys(madeUp) as readonly (keyof RunbookValues)[];
  const real = names.reduce((text, name) => text.replace(madeUp[name], values[name]), line);
  return real.split(/\s+/).slice(1);
};

/** A command of the runbook that ran. */
export interface RunCommand {
  readonly line: string;
  readonly code: number;
  readonly output: string;
  readonly ms: number;
}

/** Runs the commands under a heading of the runbook, one after the other. */
export const runStep = async (
  stack: RestoredStack,
  heading: string,
  values: RunbookValues,
): Promise<readonly RunCommand[]> => {
  const ran: RunCommand[] = [];
  for (const line of commandsUnder(heading)) {
    const beganMs = performance.now();
    const { code, stdout, stderr } = await stack.run(argumentsOf(line, values));
    const ms = performance.now() - beganMs;
    printLine(`  $ ${line}  (exit code ${code.toString()}, ${(ms / 1_000).toFixed(1)} s)`);
    ran.push({ line, code, output: `${stdout}${stderr}`, ms });
  }
  return ran;
};

/** The same; throws unless every command exits with 0. */
export const runStepWell = async (...step: Parameters<typeof runStep>): Promise<void> => {
  const failed = (await runStep(...step)).find(({ code }) => code !== 0);
  if (failed !== undefined) throw new Error(`${failed.line}: ${failed.output}`);
};
