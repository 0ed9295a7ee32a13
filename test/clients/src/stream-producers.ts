import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { inheritedEnvironment, loyaltyctlJson } from '@loyalty/stack';
import { foundInNight, isInstalled, isRequired, writeNight } from '@loyalty/testkit/runs';
import { newFolder, type ClientContext } from './client-context.ts';
import { dependencyPlugin, quietly } from './openapi-generator.ts';
import { runProgram } from './run-program.ts';

/**
 * Lets the producers of docs/integration.md, with the libraries that it names, each stream a thousand receipts of which three
 * have no effect. The reconciliation of that page must find exactly these. Returns a line for each producer.
 */
export const tryProducers = async (context: ClientContext): Promise<string> => {
  if (!isInstalled('python3')) {
    if (isRequired('python3')) throw new Error('This machine has no python3, which LOYALTY_REQUIRE names.');
    return 'left out, because this machine has no python3';
  }
  const cwd = newFolder(context, 'producers');
  const stream = await loyaltyctlJson<{
    readonly topic: string;
    readonly brokers: readonly string[];
    readonly schemaRegistryUrl: string;
  }>(context, ['stream', 'enable', '--tenant', context.tenantId, '--mode', 'test']);
  const producers = [await pythonProducer(context), await javaProducer(cwd)];
  const lines: string[] = [];
  for (const { name, command, args } of producers) {
    const night = writeNight({
      page: join(context.root, 'docs/integration.md'),
      folder: cwd,
      prefix: `${name}-${randomUUID()}`,
      stream,
      api: context,
    });
    const env = Object.assign(inheritedEnvironment(), night.env);
    await runProgram({ title: `Streaming with the producer in ${name}`, command, args, cwd, env });
    const printed = await runProgram({
      title: 'Reconciling',
      command: 'python3',
      args: ['reconcile.py', night.since],
      cwd,
      env,
    });
    if (!isDeepStrictEqual(foundInNight(printed), night.expected))
      throw new Error(
        `${name}: the page promises ${night.expected.join('; ')}, and this is found: ${printed}`,
      );
    lines.push(`${name}: 1,000 receipts are streamed, and the three without effect are found`);
  }
  return ['', ...lines].join('\n  ');
};

interface Producer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Installs the pinned packages once. */
const pythonProducer = async ({ root }: ClientContext): Promise<Producer> => {
  const folder = join(root, '.loyalty/cache/clients/python');
  const python = join(folder, 'bin/python');
  const requirements = join(root, 'test/clients/producers/requirements.txt');
  await runProgram({
    title: 'Making an environment for Python',
    command: 'python3',
    args: ['-m', 'venv', folder],
    cwd: root,
  });
  await runProgram({
    title: 'Installing what the producer in Python needs',
    command: python,
    args: ['-m', 'pip', 'install', '--quiet', '--no-deps', '--requirement', requirements],
    cwd: root,
  });
  return { name: 'Python', command: python, args: ['stream_receipts.py'] };
};

const javaProducer = async (cwd: string): Promise<Producer> => {
  await runProgram({
    title: 'Fetching what the producer in Java needs through Maven',
    command: 'mvn',
    args: [...quietly, `${dependencyPlugin}:copy-dependencies`, '-DincludeScope=runtime'],
    cwd,
  });
  return { name: 'Java', command: 'java', args: ['-cp', 'target/dependency/*', 'StreamReceipts.java'] };
};
