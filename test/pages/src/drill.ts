import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { Fault } from '@loyalty/kernel';
import { type LocalStack, printLine, readLocalStack, type Verdicts } from '@loyalty/stack';
import { defineDrill, numberOption, onlyOption, textOption } from '@loyalty/stack/drill';
import { fillShop } from './fill-shop.ts';
import { inputs, inputsOf } from './inputs.ts';
import { openSlowly, pages, paintsOf } from './paints.ts';
import { drawPages } from './pictures.ts';

const about = `
Opens pages of the console of a running local stack (npm start) in Chromium as on a slow machine: a quarter of its processor,
10 Mbit/s, 40 ms. Judges the largest paint and the longest input of each page by its budget (in its fastest round, because
whatever else this machine does makes a page slower), the memory of the console's process, and that the console does nothing
while no page is open. First sends 2,000 receipts to the test environment of the first tenant. Needs Chromium.`;

/** What a page and the process at rest may take. */
const budget = { paintMs: 2_500, inputMs: 200, memoryMb: 90, idleMsPerSecond: 1 };

/** Pages of the console on a slow machine, by their budgets. */
export const drill = defineDrill({
  about,
  options: {
    only: onlyOption({
      paints: 'the largest paint of each page',
      inputs: 'the longest input of each page',
      rest: 'memory, idle',
    }),
    rounds: numberOption('how often each page is opened', 5),
    idleSeconds: numberOption('seconds in which no page is open', 30),
    pictures: textOption('FOLDER', 'only draw every page, in both themes, wide and as on a phone'),
  },
  run: async ({ only, rounds, idleSeconds, pictures }, verdicts) => {
    const stack = readLocalStack();
    const { pid, url } = consoleOf(stack);
    await fillShop(stack);
    const browser = await launch();
    try {
      if (pictures !== null) {
        printLine(`${(await drawPages(browser, url, pictures)).toString()} pictures in ${pictures}`);
        return;
      }
      if (only.includes('paints')) await judgePaints(verdicts, { browser, url, rounds });
      if (only.includes('inputs')) await judgeInputs(verdicts, { browser, url, rounds });
    } finally {
      await browser.close();
    }
    if (!only.includes('rest')) return;
    const idle = await idleOf(pid, idleSeconds);
    verdicts.judge('idle while no page is open', idle <= budget.idleMsPerSecond, `${idle.toFixed(2)} ms/s`);
    const memoryMb = residentMb(pid);
    verdicts.judge('memory of its process', memoryMb <= budget.memoryMb, `${memoryMb.toFixed(1)} MB`);
  },
});

interface Judged {
  readonly browser: Browser;
  readonly url: string;
  readonly rounds: number;
}

const judgePaints = async (verdicts: Verdicts, { browser, url, rounds }: Judged): Promise<void> => {
  for (const path of pages) {
    const paints = await paintsOf(browser, { url, path, rounds });
    verdicts.judge(`largest paint of ${path}`, Math.min(...paints) <= budget.paintMs, listed(paints));
  }
};

const judgeInputs = async (verdicts: Verdicts, { browser, url, rounds }: Judged): Promise<void> => {
  for (const [name, use] of Object.entries(inputs)) {
    const longest = await inputsOf(browser, { url, rounds, use });
    const best = longest.reduce((one, other) => (other.ms < one.ms ? other : one));
    const seen = `${listed(longest.map(({ ms }) => ms))}; ${best.input}`;
    verdicts.judge(`inputs in ${name}`, best.ms <= budget.inputMs, seen);
  }
};

const listed = (values: readonly number[]): string =>
  `${[...values]
    .sort((one, other) => one - other)
    .map((ms) => Math.round(ms).toString())
    .join(', ')} ms`;

const consoleOf = ({ clients, consoleUrl }: LocalStack): { readonly pid: number; readonly url: string } => {
  const pid = clients['console']?.pid ?? null;
  if (pid === null || consoleUrl === null) throw new Fault('NO_CONSOLE', 'The local stack has no console.');
  return { pid, url: consoleUrl };
};

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const launch = async (): Promise<Browser> => {
  const found = programs.map((program) =>
    spawnSync('sh', ['-c', 'command -v "$0"', program], { encoding: 'utf8' }),
  );
  const executablePath = found.map(({ stdout }) => stdout.trim()).find((path) => path !== '');
  if (executablePath === undefined) throw new Fault('NO_CHROMIUM', 'This machine has no Chromium.');
  const browser = await chromium.launch({
    executablePath,
    // As root its sandbox does not start.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  // What a first window costs is the browser's own start.
  await (await openSlowly(browser)).context().close();
  printLine(`Chromium ${browser.version()}`);
  return browser;
};

/**
 * Returns the milliseconds of processor time a second, once everything that the last page asked for is over.
 */
const idleOf = async (pid: number, seconds: number): Promise<number> => {
  await pause(5_000);
  const before = processorMs(pid);
  await pause(seconds * 1_000);
  return (processorMs(pid) - before) / seconds;
};

/** A tick of Linux is 10 ms. */
const processorMs = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid.toString()}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

const residentMb = (pid: number): number => {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid.toString()}/status`, 'utf8'))?.[1];
  return Number(kb) / 1_024;
};
