import { join } from 'node:path';
import { printLine, type Verdicts } from '@loyalty/stack';
import { defineDrill } from '@loyalty/stack/drill';
import { SteadyTills } from '@loyalty/testkit/servers';
import { root } from '../root.ts';
import { runWithDocker, type Docker } from '../run-with-docker.ts';
import { printed } from '../run.ts';
import { judgeBooks } from './books.ts';
import { judgeDemo } from './demo.ts';
import { judgeObserved } from './observed.ts';
import { options, type ComposeOptions, type ProfileName } from './options.ts';
import { ours } from './ours.ts';
import { ComposeProject, testedTag } from './project.ts';
import { judgeSecure } from './secure.ts';
import { call, openShop } from './shop.ts';
import type { Scene } from './strike.ts';
import { engines, judgeThreeBrokers } from './three-brokers.ts';

interface Profile {
  readonly files: readonly string[];
  /** Until everything is healthy, with images built and nothing stored, in seconds. */
  readonly upMax: number;
  /** Further words for `up`. */
  readonly words?: readonly string[];
  readonly judge: (scene: Scene) => Promise<void>;
}

const profiles: Readonly<Record<ProfileName, Profile>> = {
  demo: { files: ['docker-compose.yml'], upMax: 60, judge: judgeDemo },
  'three-brokers': {
    files: ['docker-compose.yml', 'deploy/compose/three-brokers.yml'],
    upMax: 75,
    words: ['--scale', `earn-engine=${engines.toString()}`],
    judge: judgeThreeBrokers,
  },
  secure: {
    files: ['docker-compose.yml', 'deploy/compose/secure.yml'],
    upMax: 90,
    judge: judgeSecure,
  },
  observed: {
    files: ['docker-compose.yml', 'deploy/compose/observed.yml'],
    upMax: 75,
    // Without Grafana, the collector and traces, whose images have no stand-ins.
    words: [...ours, 'prometheus'],
    judge: judgeObserved,
  },
};

const about = `
Builds the images, starts each profile with \`docker compose up --wait\` as a project of its own (loyalty-test), and
sends evaluates from this machine while containers fail. Nothing may be lost or doubled. Exit code 1: a promise
was broken. Without Docker, BuildKit or compose it is skipped; LOYALTY_REQUIRE=docker makes that a failure.`;

/** Whole stacks of containers under faults. */
export const drill = defineDrill({
  about,
  options,
  run: (values, verdicts) => runWithDocker((found) => judgeAll(values, found, verdicts), ['compose']),
});

const judgeAll = async ({ only, rate }: ComposeOptions, found: Docker, verdicts: Verdicts): Promise<void> => {
  printLine('Building the images');
  await printed(process.execPath, [join(root, 'deploy/images/build.mjs'), '--tag', testedTag]);
  for (const name of only) {
    printLine(`\n${name}`);
    await judgeProfile(profiles[name], { found, verdicts, perSecond: rate });
  }
};

interface Given {
  readonly found: Docker;
  readonly verdicts: Verdicts;
  readonly perSecond: number;
}

const judgeProfile = async (profile: Profile, { found, verdicts, perSecond }: Given): Promise<void> => {
  const { files, upMax, words = [], judge } = profile;
  const project = await ComposeProject.plan(found, files);
  try {
    const seconds = (await project.up(...words)) / 1_000;
    const promise = `everything is healthy within ${upMax.toString()} s`;
    verdicts.judge(promise, seconds <= upMax, `${seconds.toFixed(1)} s`);
    const shop = await openShop(project);
    const tills = new SteadyTills((body) => call(shop, '/transactions/evaluate', { body }), perSecond);
    try {
      await judge({ project, shop, tills, verdicts });
    } finally {
      await tills.stop();
    }
    await judgeBooks(shop, tills, verdicts);
  } finally {
    await project.remove();
  }
};
