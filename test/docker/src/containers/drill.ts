import { join } from 'node:path';
import { inheritedEnvironment, spawnTied, type Verdicts } from '@loyalty/stack';
import { defineForwardingDrill } from '@loyalty/stack/drill';
import { root } from '../root.ts';
import { runWithDocker } from '../run-with-docker.ts';
import { standIns } from './composed-part.ts';
import { startParts } from './start-parts.ts';

const about = `
Runs \`npm test\` on Kafka, the registry, Postgres and Redis of docker-compose.yml, each a container on free ports, with our
services as processes. Tests that kill, freeze or cut off one of the four, or read its log, are left out. Exit code 1: a test failed.
Needs Docker, but not Java or Maven. Without Docker it is skipped; LOYALTY_REQUIRE=docker makes that a failure.`;

/** The tests on containers. */
export const drill = defineForwardingDrill({
  about,
  takes: 'the options of npm test',
  run: (args, verdicts) => runWithDocker(() => testOnContainers(args, verdicts)),
});

const testOnContainers = async (args: readonly string[], verdicts: Verdicts): Promise<void> => {
  // Where images have stand-ins, that of testcontainers' reaper cannot be pulled either.
  // eslint-disable-next-line n/no-process-env -- testcontainers takes this setting in no other way.
  if (Object.keys(standIns).length > 0) process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true';
  const parts = await startParts();
  try {
    await judgeTests(args, parts.addresses, verdicts);
  } finally {
    await parts.stop();
  }
};

const judgeTests = async (
  args: readonly string[],
  addresses: Readonly<Record<string, string>>,
  verdicts: Verdicts,
): Promise<void> => {
  const tests = spawnTied({
    command: process.execPath,
    args: [join(root, 'tools/stack/bin/test.mjs'), ...args],
    env: { ...inheritedEnvironment(), ...addresses },
    cwd: root,
    graceMs: 60_000,
  });
  // An interrupted run still removes its containers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void tests.stop());
  const end = await tests.ended;
  const isGreen = end.how === 'exit' && end.code === 0;
  verdicts.judge('every test passes on containers', isGreen, isGreen ? '' : JSON.stringify(end));
};
