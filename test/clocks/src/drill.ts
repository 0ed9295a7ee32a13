import { printLine } from '@loyalty/stack';
import { closeDrill, defineDrill, namesOption } from '@loyalty/stack/drill';
import type { Ground } from './ground.ts';
import { startClockStack } from './own-stack.ts';
import { startReceiver } from './receiver.ts';
import { nameOf, runScenario, scenarios, type Scenario } from './scenario.ts';
import { Services } from './services.ts';
import { openShop } from './tenant.ts';
import { findLibrary } from './wrong-clock.ts';

const about = `
Sets one clock at a time wrong (of a process, of one broker of three, or of the database), and judges everything that depends on time.
Exit code 1: a promise was broken. The scenarios:

${scenarios.map((scenario) => `  ${nameOf(scenario)}`).join('\n')}`;

/** One wrong clock after the other. */
export const drill = defineDrill({
  about,
  options: {
    only: namesOption("only scenarios whose names begin with this, such as ingress or 'broker-3 +300'"),
  },
  run: async ({ only }) => {
    const library = findLibrary();
    if (library === undefined) {
      printLine('Nothing was tried: libfaketime is not installed (Debian: apt-get install faketime).');
      return;
    }
    printLine('Starting three brokers and a stack in .loyalty/clocks');
    const stack = await startClockStack();
    const services = new Services(stack);
    const receiver = await startReceiver();
    try {
      await services.startAll();
      const shop = await openShop(stack, services.baseUrl, receiver.url);
      closeDrill(await runAll({ library, stack, services, receiver, shop }, only));
    } finally {
      await receiver.close();
      await services.stopAll();
      await stack.stop();
    }
  },
});

const runAll = async (ground: Ground, only: readonly string[]): Promise<boolean> => {
  let holds = true;
  const isAsked = (scenario: Scenario): boolean =>
    only.length === 0 || only.some((beginning) => nameOf(scenario).startsWith(beginning));
  for (const scenario of scenarios.filter(isAsked)) {
    const faults = await runScenario(ground, scenario);
    printLine(`${nameOf(scenario)}: ${faults.length === 0 ? 'held' : `${faults.length.toString()} broken`}`);
    for (const fault of faults.slice(0, 5)) printLine(`  ${fault}`);
    holds &&= faults.length === 0;
  }
  return holds;
};
