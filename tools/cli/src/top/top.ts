import { Fault, systemClock } from '@loyalty/kernel';
import type { Command } from 'commander';
import { examples } from '../arguments.ts';
import type { CommandOutcome, Session, CommandContext } from '../session.ts';
import { openLiveScreen } from '../top/live-screen.ts';
import { renderTop } from '../top/render-top.ts';
import { watchProcess, type Watched, type WatchedProcess } from '../top/watched-process.ts';

interface TopOptions {
  readonly url?: readonly string[];
  readonly once?: boolean;
}

/** `top`: what every process is doing, read from its metrics page each second. */
export const addTopCommand = (program: Command, session: Session): void => {
  program
    .command('top')
    .description('Show rates, latencies, lags and queues of the running processes, live; q ends it.')
    .option('--url <url...>', 'metrics page of a process; default: every service of the local stack')
    .option('--once', 'look for one second, print it and end; so does --json, and output that is no terminal')
    .addHelpText('after', examples('top', 'top --once', 'top --url http://10.0.0.7:9090/metrics --json'))
    .action(
      session.action((task, options: TopOptions) => {
        const processes = processesOf(task, options.url ?? []);
        const { out } = task.terminal;
        const isLive = options.once !== true && !task.isJson && 'isTTY' in out && out.isTTY === true;
        return isLive ? showLive(task, processes) : showOnce(task, processes);
      }),
    );
};

const processesOf = ({ addresses }: CommandContext, urls: readonly string[]): WatchedProcess[] => {
  if (urls.length > 0) return urls.map((url) => watchProcess(new URL(url).host, url));
  const services = Object.entries(addresses.localStack()?.services ?? {});
  if (services.length === 0) {
    throw new Fault('NOTHING_TO_WATCH', 'No local stack with services runs here: name processes with --url.');
  }
  return services.map(([name, { port }]) =>
    watchProcess(name, `http://127.0.0.1:${port.toString()}/metrics`),
  );
};

const everyMs = 1_000;

const lookAtAll = (processes: readonly WatchedProcess[]): Promise<Watched[]> =>
  Promise.all(processes.map((process) => process.look()));

/** Fails when a process does not answer, so that a script notices. */
const showOnce = async (
  task: CommandContext,
  processes: readonly WatchedProcess[],
): Promise<CommandOutcome> => {
  await lookAtAll(processes);
  await systemClock.sleep(everyMs);
  const watched = await lookAtAll(processes);
  for (const line of renderTop(watched)) task.say(line);
  return { document: { processes: watched }, isFailure: watched.some(({ state }) => state === 'silent') };
};

const showLive = async (
  task: CommandContext,
  processes: readonly WatchedProcess[],
): Promise<CommandOutcome> => {
  const screen = openLiveScreen(task.terminal);
  try {
    while (!screen.ended.aborted) {
      const lines = renderTop(await lookAtAll(processes));
      screen.show([`loyaltyctl top  ${new Date().toLocaleTimeString('en-GB')}  q ends it`, '', ...lines]);
      await systemClock.sleep(everyMs, screen.ended);
    }
  } finally {
    screen.close();
  }
  return { document: null };
};
