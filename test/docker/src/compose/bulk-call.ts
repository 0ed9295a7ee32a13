import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import { call } from './shop.ts';
import { judgeStrike, type Scene } from './strike.ts';

const items = 500;
const amount = 300;
/** A bulk call may wait for 30 s. */
const withinMs = 60_000;
/** The only ingress loads its modules. */
const backWithinMs = 30_000;
const repeatAfterMs = 500;

interface BulkAnswer {
  /** Absent where the whole call was refused. */
  readonly results?: readonly { readonly status: number }[];
}

/** The only ingress is stopped while a bulk call waits: the call gets a result for each item, and the process ends with 0. */
export const judgeBulkCall = async (scene: Scene): Promise<void> => {
  const { project, tills, verdicts } = scene;
  const receipts = Array.from({ length: items }, (_, n) => ({
    transactionRef: randomUUID(),
    memberRef: `bulk-${(n % 40).toString()}`,
    amount,
  }));
  let statuses: readonly number[] = [];
  await judgeStrike(scene, 'ingress is stopped while a bulk call waits', { backWithinMs }, async () => {
    const sending = send(scene, receipts);
    const ingress = await project.containerOf('ingress');
    const exitCode = await project.stop(ingress);
    statuses = await sending.catch(() => []);
    await project.act('start', ingress);
    await project.untilHealthy(ingress);
    if (exitCode !== 0) throw new Error(`it ended with ${exitCode.toString()}`);
  });
  const isWhole = statuses.length === items && statuses.every((status) => [200, 503].includes(status));
  const isDone = async (): Promise<boolean> => {
    const again = await send(scene, receipts);
    return again.length === items && again.every((status) => status === 200);
  };
  const done = statuses.filter((status) => status === 200).length;
  const seen = `${statuses.length.toString()} results, ${done.toString()} of them 200`;
  verdicts.judge('the call that waited was not cut', isWhole, seen);
  await eventually('every item is evaluated', isDone, { withinMs, everyMs: repeatAfterMs });
  for (const receipt of receipts) tills.receipts.push({ ...receipt, answer: null });
};

/** Returns the status of each item. */
const send = async ({ shop }: Scene, receipts: readonly object[]): Promise<readonly number[]> => {
  const body = { items: receipts };
  const { text } = await call(shop, '/transactions/evaluate/bulk', { body, withinMs });
  const { results = [] } = JSON.parse(text) as BulkAnswer;
  return results.map(({ status }) => status);
};
