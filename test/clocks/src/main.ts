import { say } from '@loyalty/stack';
import { findLibrary } from './wrong-clock.ts';
import { startClockStack } from './own-stack.ts';
import { startReceiver } from './receiver.ts';
import { nameOf, runScenario, scenarios, type Ground, type Scenario } from './scenario.ts';
import { Services } from './services.ts';
import { openShop } from './tenant.ts';

/**
 * `npm run test:clocks`: sets the clock of one process, or of one broker of three, wrong at a time. Exit code 1 when a promise
 * was broken. Arguments are prefixes of scenario names (`ingress`, `broker-3`, `'broker-3 +300'`).
 */
const main = async (): Promise<void> => {
  if (process.argv.includes('--help')) {
    say(`npm run test:clocks -- [beginnings of names]\n\n${scenarios.map(nameOf).join('\n')}`);
    return;
  }
  const library = findLibrary();
  if (library === undefined) {
    say('Nothing was tried: libfaketime is not installed (Debian: apt-get install faketime).');
    return;
  }
  say('Starting three brokers and a stack in .loyalty/clocks');
  const stack = await startClockStack();
  const services = new Services(stack);
  const receiver = await startReceiver();
  try {
    await services.startAll();
    const shop = await openShop(stack, services.baseUrl, receiver.url);
    const holds = await runAll({ library, stack, services, receiver, shop }, process.argv.slice(2));
    say(holds ? 'Every promise held.' : 'Promises were broken.');
    process.exitCode = holds ? 0 : 1;
  } finally {
    await receiver.close();
    await services.stopAll();
    await stack.stop();
  }
};

const runAll = async (ground: Ground, only: readonly string[]): Promise<boolean> => {
  let holds = true;
  const isAsked = (scenario: Scenario): boolean =>
    only.length === 0 || only.some((beginning) => nameOf(scenario).startsWith(beginning));
  for (const scenario of scenarios.filter(isAsked)) {
    const faults = await runScenario(ground, scenario);
    say(`${nameOf(scenario)}: ${faults.length === 0 ? 'held' : `${faults.length.toString()} broken`}`);
    for (const fault of faults.slice(0, 5)) say(`  ${fault}`);
    holds &&= faults.length === 0;
  }
  return holds;
};

await main().catch((failure: unknown) => {
  process.stderr.write(
    `${failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)}\n`,
  );
  process.exitCode = 1;
});
