import { join } from 'node:path';
import { printLine, type Verdicts } from '@loyalty/stack';
import { defineDrill } from '@loyalty/stack/drill';
import { type Program, programsIn } from '../../../../deploy/images/closure.mjs';
import { root } from '../root.ts';
import { type Docker, runWithDocker } from '../run-with-docker.ts';
import { printed } from '../run.ts';
import { contentsOf } from './contents.ts';
import { type BuildContext, copyContext } from './context.ts';
import { runCommand, runService, type Variables } from './hardened-run.ts';
import { startInfrastructure } from './infrastructure.ts';
import { judgeImage } from './judge-image.ts';

/** Builds with `npm run images`, from a copy of the checkout; seconds. */
const build = async ({ folder }: BuildContext, tag: string, ...words: readonly string[]): Promise<number> => {
  const begunAt = performance.now();
  const script = join(root, 'deploy/images/build.mjs');
  printLine((await printed(process.execPath, [script, '--context', folder, '--tag', tag, ...words])).trim());
  return (performance.now() - begunAt) / 1_000;
};

const about = `
Builds the image of every service and of loyaltyctl twice, and runs them read-only without capabilities; judges size, contents and
times. Exit code 1: a promise was broken. Without Docker or BuildKit it is skipped; LOYALTY_REQUIRE=docker makes that a failure.`;

/** Builds every image and judges it. */
export const drill = defineDrill({
  about,
  options: {},
  run: (_, verdicts) => runWithDocker((found) => judgeAll(found, verdicts)),
});

const judgeAll = async (found: Docker, verdicts: Verdicts): Promise<void> => {
  const context = await copyContext();
  try {
    const programs = programsIn(root);
    await judgeBuilds(found, context, verdicts);
    for (const program of programs) {
      const image = `loyalty/${program.name}:first`;
      printLine(image);
      await judgeImage(found, program, { image, contents: await contentsOf(found, image) }, verdicts);
    }
    await judgeRuns(found, programs, verdicts);
  } finally {
    context.remove();
  }
};

const judgeBuilds = async (found: Docker, context: BuildContext, verdicts: Verdicts): Promise<void> => {
  await build(context, 'first');
  const cold = await build(context, 'second', '--no-cache', 'ingress');
  const first = await contentsOf(found, 'loyalty/ingress:first');
  const second = await contentsOf(found, 'loyalty/ingress:second');
  context.changeSource();
  const changed = await build(context, 'changed', 'ingress');
  printLine('Builds');
  verdicts.judge('a build from nothing takes 2 min at most', cold <= 120, `${cold.toFixed(1)} s`);
  verdicts.judge('a changed source takes 25 s at most', changed <= 25, `${changed.toFixed(1)} s`);
  const seen = `${first.files.toString()} files`;
  verdicts.judge('two builds give one /app', first.digest === second.digest, seen);
};

const judgeRuns = async (found: Docker, programs: readonly Program[], verdicts: Verdicts): Promise<void> => {
  printLine('Read-only, without capabilities');
  const infrastructure = await startInfrastructure();
  const { variables } = infrastructure;
  try {
    await runCommand(found, 'loyalty/loyaltyctl:first', ['deploy', '--local'], variables);
    verdicts.judge('loyaltyctl deploys', true);
    for (const { name } of programs.filter(({ isCommand }) => !isCommand))
      await judgeService(found, name, variables, verdicts);
  } finally {
    await infrastructure.stop();
  }
};

/** A provider is asked when somebody signs in. Without its pages the console does not start. */
const consoleVariables: Variables = {
  SIGN_IN: 'oidc',
  CONSOLE_URL: 'https://console.example.com',
  API_URL: 'http://127.0.0.1:1/v1',
  OIDC_ISSUER_URL: 'https://login.example.com/',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET_FILE: '/nowhere/client-secret',
};

const judgeService = async (
  found: Docker,
  name: string,
  variables: Variables,
  verdicts: Verdicts,
): Promise<void> => {
  const { readyMs, stopMs, exitCode, lastWords } = await runService(
    found,
    `loyalty/${name}:first`,
    name === 'console' ? Object.assign({}, variables, consoleVariables) : variables,
  );
  const isReady = readyMs !== null;
  verdicts.judge(`${name} is ready`, isReady, isReady ? `${readyMs.toFixed(0)} ms` : lastWords);
  const seen = `exit ${exitCode.toString()} after ${stopMs.toFixed(0)} ms`;
  verdicts.judge(`${name} ends on SIGTERM with 0 within 2 s`, exitCode === 0 && stopMs <= 2_000, seen);
};
