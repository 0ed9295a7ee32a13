import { eventually } from '@loyalty/testkit/runs';
import { printed } from '../run.ts';
import { ours } from './ours.ts';
import { testedTag, type Container } from './project.ts';
import { judgeReadme } from './readme.ts';
import { judgeStrike, type Harm, type Scene } from './strike.ts';

const parts = ['registry', 'redis', 'postgres', 'kafka'] as const;
/** Each of these is alone in the demo, and no receipt is evaluated without it. */
const needed = ['ingress', 'earn-engine', 'kafka', 'postgres'];
/** A container of ours is asked every 5 s whether it is ready; Kafka needs 10 s to serve again. */
const backWithinMs = 30_000;
/** The tag that stands for the release before. */
const tagBefore = `${testedTag}-before`;

const harmOf = (service: string): Harm => (needed.includes(service) ? { backWithinMs } : 'none');

/** The promises of the demo: what the README shows; any container may be restarted, killed and rolled back. */
export const judgeDemo = async (scene: Scene): Promise<void> => {
  await judgeReadme(scene.project, scene.verdicts);
  for (const service of [...ours, ...parts]) {
    await judgeStrike(scene, `${service} is restarted`, harmOf(service), () => restart(scene, service));
    await judgeStrike(scene, `${service} is killed`, harmOf(service), () => kill(scene, service));
  }
  for (const service of ours)
    await judgeStrike(scene, `${service} is rolled back, and forth`, harmOf(service), () =>
      rollBack(scene, service),
    );
  await judgeStrike(scene, 'redis ends by itself and is started again', 'none', () => endByItself(scene));
};

/** A process of ours that was asked to stop ends with 0. */
const restart = async ({ project }: Scene, service: string): Promise<void> => {
  const container = await project.containerOf(service);
  const exitCode = await project.stop(container);
  await project.act('start', container);
  await project.untilHealthy(container);
  if (ours.includes(service) && exitCode !== 0) throw new Error(`it ended with ${exitCode.toString()}`);
};

/** Docker itself starts nothing again that it was asked to kill. */
const kill = async ({ project }: Scene, service: string): Promise<void> => {
  const container = await project.containerOf(service);
  await project.act('kill', container);
  await project.act('start', container);
  await project.untilHealthy(container);
};

/** The image of the release before takes the place of this one, then this one its place again. */
const rollBack = async ({ project }: Scene, service: string): Promise<void> => {
  const image = `loyalty/${service}`;
  await printed(project.docker, ['tag', `${image}:${testedTag}`, `${image}:${tagBefore}`]);
  for (const tag of [tagBefore, testedTag]) {
    const words = ['up', '--detach', '--wait', '--no-deps', '--no-build', service];
    await project.composeWith({ LOYALTY_TAG: tag }, ...words);
    const runs = await project.imageOf(await project.containerOf(service));
    if (runs !== `${image}:${tag}`) throw new Error(`${runs} runs, not ${tag}`);
  }
};

const endByItself = async ({ project }: Scene): Promise<void> => {
  const redis: Container = await project.containerOf('redis');
  const before = await project.restartsOf(redis);
  await project.compose('exec', '-T', 'redis', 'redis-cli', 'shutdown', 'nosave').catch(() => undefined);
  await eventually('redis was started again', async () => (await project.restartsOf(redis)) > before);
  await project.untilHealthy(redis);
};
