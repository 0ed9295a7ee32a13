import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '@loyalty/kernel';
import { inheritedEnvironment } from './config.ts';
import { spawnLeashed } from './leash.ts';
import { addressVariables } from './local-stack.ts';
import { say } from './say.ts';
import { createStack, type Stack } from './stack.ts';
import { stopOnRequest } from './stop-on-request.ts';
import { addTotals, noTotals, totalsLine, totalsOf, type TestTotals } from './test-totals.ts';

/** What `npm test` was called with. */
export interface TestSettings {
  readonly root: string;
  readonly javaHome: string;
  /** Handed to jest as they are: paths, -t, and so on. */
  readonly jestArguments: readonly string[];
}

/** Its data, logs and local.json, apart from those of `npm start`, so that both can run at once. */
const testHome = '.loyalty/test';
const interruptedCode = 130;

/**
 * `npm test` from where everything is compiled: unit tests, then a fresh stack on free ports, then the tests that
 * need it. Ends with one line of totals, and with a code other than 0 when anything failed or nothing ran.
 */
export const runTests = async (settings: TestSettings): Promise<void> => {
  const stack = await createTestStack(settings);
  stopOnRequest(async () => {
    await stack.stop();
    process.exit(interruptedCode);
  });
  const unit = await runJest(settings, stack, 'unit');
  const whole = await runOnStack(settings, stack);
  const totals = addTotals(unit, whole);
  process.stdout.write(`\n${totalsLine(totals)}\n`);
  process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
};

const createTestStack = (settings: TestSettings): Promise<Stack> =>
  createStack(
    {
      ...settings,
      home: testHome,
      fresh: true,
      infraOnly: false,
      ports: { http: 0, admin: 0, kafka: 0, registry: 0, postgres: 0, redis: 0 },
    },
    say,
  );

/** A stack that does not start is a failure of its own, whatever tests there would have been. */
const runOnStack = async (settings: TestSettings, stack: Stack): Promise<TestTotals> => {
  try {
    say('Starting the stack for the tests that need it …');
    await stack.start();
    return await runJest(settings, stack, 'stack');
  } catch (failure) {
    say(textOf(failure));
    return { ...noTotals, failed: 1 };
  } finally {
    await stack.stop();
  }
};

/** Files run side by side in the unit project and one after another on the one stack. */
const runJest = async (
  settings: TestSettings,
  stack: Stack,
  project: 'unit' | 'stack',
): Promise<TestTotals> => {
  const { layout } = stack;
  const resultPath = join(layout.home, `jest-${project}.json`);
  mkdirSync(layout.home, { recursive: true });
  rmSync(resultPath, { force: true });
  const jest = spawnLeashed({
    command: process.execPath,
    args: [
      join(settings.root, 'node_modules/jest/bin/jest.js'),
      ...['--selectProjects', project, '--passWithNoTests', '--json', `--outputFile=${resultPath}`],
      ...(project === 'stack' ? ['--runInBand'] : []),
      ...settings.jestArguments,
    ],
    cwd: settings.root,
    env: {
      ...inheritedEnvironment(),
      ...addressVariables(stack.local()),
      LOYALTY_LOCAL_JSON: layout.localJsonPath,
    },
  });
  const ending = await jest.ended;
  const totals = totalsOf(readResult(resultPath));
  const isSound = ending.how === 'exit' && (ending.code === 0 || totals.failed > 0);
  return isSound ? totals : { ...totals, failed: totals.failed + 1 };
};

const readResult = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};
