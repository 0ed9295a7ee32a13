import { textOf } from '@loyalty/kernel';
import { addressVariables } from '../local-stack.ts';
import { freePort } from '../parts/ports.ts';
import { stopOnRequest } from '../processes/stop-on-request.ts';
import { stopAllTied } from '../processes/tied-process.ts';
import { printProgress } from '../print-line.ts';
import { createStack, type Stack } from '../stack.ts';
import { createJestRuns, type JestRuns } from './jest-runs.ts';
import { addTotals, noTotals, slowestLines, type TestTotals, totalsLine } from './test-results.ts';

interface TestSettings {
  readonly root: string;
  readonly javaHome: string;
  readonly jestArguments: readonly string[];
}

/** Apart from that of `npm start`, so that both can run at once. */
const testHome = '.loyalty/test';
/** The code that a shell reports for a program ended by Ctrl-C. */
const interruptedCode = 130;

/**
 * Runs the tests. Unit tests run while a fresh stack starts. The exit code is not 0 if anything failed or
 * nothing ran.
 */
export const runTests = async (settings: TestSettings): Promise<void> => {
  const stack = await createTestStack(settings);
  const jest = createJestRuns({
    ...settings,
    env: { ...addressVariables(stack.local()), LOYALTY_LOCAL_JSON: stack.layout.localJsonPath },
    resultDir: stack.layout.home,
  });
  const isStopping = stopOnRequest(async () => {
    await jest.stop();
    await stack.stop();
    await stopAllTied();
    process.exit(interruptedCode);
  });
  const starting = startStack(stack);
  const unit = await jest.run('unit');
  const whole = await runOnStack(stack, starting, jest);
  if (isStopping()) return;
  await stopAllTied();
  const totals = addTotals(unit, whole);
  process.stdout.write(`\nThe slowest files:\n${slowestLines(jest.fileTimes())}\n\n${totalsLine(totals)}\n`);
  process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
};

/** The name server runs only while a test provides one, so no test depends on real host names. */
const createTestStack = async (settings: TestSettings): Promise<Stack> =>
  createStack(
    {
      ...settings,
      home: testHome,
      fresh: true,
      infraOnly: false,
      isLasting: false,
      ports: { http: 0, console: 0, admin: 0, kafka: 0, registry: 0, postgres: 0, redis: 0 },
      dnsServers: `127.0.0.1:${String(await freePort())}`,
    },
    printProgress,
  );

/** Returns null when it started. */
const startStack = async (stack: Stack): Promise<string | null> => {
  printProgress('Unit tests first; a stack for the tests that need one starts alongside them …');
  try {
    await stack.start();
    return null;
  } catch (failure) {
    return textOf(failure);
  }
};

const runOnStack = async (
  stack: Stack,
  starting: Promise<string | null>,
  jest: JestRuns,
): Promise<TestTotals> => {
  try {
    const failure = await starting;
    if (failure !== null) throw new Error(failure);
    const beside = await jest.run('stack');
    return addTotals(beside, await jest.run('system'));
  } catch (failure) {
    printProgress(textOf(failure));
    return { ...noTotals, failed: 1 };
  } finally {
    await stack.stop();
  }
};
