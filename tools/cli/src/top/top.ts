import { type Command, Option } from 'commander';
import { Fault, systemClock } from '@loyalty/kernel';
import { examples } from '../arguments.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import { type Watched, type WatchedProcess, watchProcess } from './process-view.ts';
import { renderTop } from './render-top.ts';
import { showTenants, type TenantOrder, tenantOrders } from './tenants.ts';

export const addTopCommand = (program: Command, session: Session): void => {
  program
    .command('top')
    .description('Show rates, latencies, lags and queues of the running processes, live; q ends it.')
    .option('--url <url...>', 'metrics page of a process; default: every service of the local stack')
    .option('--once', 'look for one second, print it and end; so does --json, and output that is no terminal')
    .option(
      '--tenants',
      'the ten loudest environments of the last one to two minutes, as ingress counts them',
    )
    .addOption(
      new Option('--by <count>', 'what makes a tenant loud; waiting: requests that are open at once')
        .choices(tenantOrders)
        .default('requests'),
    )
    .addHelpText(
      'after',
      examples(
        'top',
        'top --once',
        'top --url http://10.0.0.7:9090/metrics --json',
        'top --tenants --by 429 --url http://loyalty-ingress-checkout-admin:9090/metrics',
      ),
    )
    .action(
      session.action((task, options: TopFlags) => {
        const named = processesOf(task, options.url ?? []);
        if (options.tenants === true)
          return showTenants(
            task,
            named.map(({ url }) => url),
            options.by,
          );
        const processes = named.map(({ name, url }) => watchProcess(name, url));
        const { out } = task.terminal;
        const isLive = options.once !== true && !task.isJson && 'isTTY' in out && out.isTTY === true;
        return isLive ? showLive(task, processes) : showOnce(task, processes);
      }),
    );
};

interface TopFlags {
  readonly url?: readonly string[];
  readonly once?: boolean;
  readonly tenants?: boolean;
  readonly by: TenantOrder;
}

interface NamedPage {
  readonly name: string;
  readonly url: string;
}

const processesOf = ({ addresses }: CommandContext, urls: readonly string[]): readonly NamedPage[] => {
  if (urls.length > 0) return urls.map((url) => ({ name: new URL(url).host, url }));
  const services = Object.entries(addresses.localStack()?.services ?? {});
  if (services.length === 0) {
    throw new Fault('NOTHING_TO_WATCH', 'No local stack with services runs here: name processes with --url.');
  }
  return services.map(([name, { port }]) => ({ name, url: `http://127.0.0.1:${port.toString()}/metrics` }));
};

const everyMs = 1_000;

const lookAtAll = (processes: readonly WatchedProcess[]): Promise<Watched[]> =>
  Promise.all(processes.map((process) => process.look()));

/** Fails when a process does not respond, so that a script notices. */
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

const enter = '\x1b[?1049h\x1b[?25l';
const leave = '\x1b[?25h\x1b[?1049l';
const home = '\x1b[H';
const restOfLine = '\x1b[K';
const restOfScreen = '\x1b[J';
/** The last one is Ctrl-C, as a terminal in raw mode sends it. */
const quitKeys = ['q', 'Q', '\x03'];

interface Keyboard {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): void;
}

/** The alternate screen cuts off lines that do not fit, so nothing scrolls. */
const openLiveScreen = ({
  input,
  out,
}: Terminal): {
  readonly ended: AbortSignal;
  show(lines: readonly string[]): void;
  close(): void;
} => {
  const ending = new AbortController();
  const onKeys = (keys: Buffer | string): void => {
    const typed = keys.toString();
    if (quitKeys.some((key) => typed.includes(key))) ending.abort();
  };
  const onSignal = (): void => {
    ending.abort();
  };
  // In raw mode Ctrl-C is a normal key; without a keyboard it is a signal.
  (input as Keyboard).setRawMode?.(true);
  input.on('data', onKeys);
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  out.write(enter);
  return {
    ended: ending.signal,
    show: (lines) => {
      const { columns = 80, rows = 24 } = out as { readonly columns?: number; readonly rows?: number };
      const shown = lines.slice(0, rows - 1).map((line) => `${line.slice(0, columns)}${restOfLine}\n`);
      out.write(`${home}${shown.join('')}${restOfScreen}`);
    },
    close: () => {
      out.write(leave);
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      input.off('data', onKeys).pause();
      (input as Keyboard).setRawMode?.(false);
    },
  };
};
