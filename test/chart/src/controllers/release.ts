import { eventually } from '@loyalty/testkit/runs';
import type { Cluster } from '../api-server/cluster.ts';
import { inHookOrder } from '../api-server/hook-order.ts';
import type { Manifest } from '../manifest.ts';

/** The event that a hook waits for; a rollback has hooks of its own, and `deploy` is none of them. */
export type HelmEvent = 'pre-install' | 'pre-upgrade' | 'pre-rollback' | 'test';

const eventsOf = ({ metadata }: Manifest): readonly string[] =>
  (metadata.annotations?.['helm.sh/hook'] ?? '').split(',').filter((event) => event !== '');

/** Applies a release as helm does: its hooks of this event one after the other, then all that is no hook. Returns the refusals. */
export const applyRelease = async (
  cluster: Cluster,
  objects: readonly Manifest[],
  event: HelmEvent,
): Promise<readonly string[]> => {
  const chosen = objects.filter((object) => {
    const events = eventsOf(object);
    return events.includes(event) || (events.length === 0 && event !== 'test');
  });
  const refused: string[] = [];
  for (const object of inHookOrder(chosen)) {
    const isHook = eventsOf(object).length > 0;
    if (isHook) await removeBefore(cluster, object);
    const { isTaken, isKnown, message } = await cluster.apply(object);
    // Objects of other operators are `--api-server`'s.
    if (isKnown && !isTaken) refused.push(`${object.kind} ${object.metadata.name}: ${message}`);
    else if (isHook) await untilOver(cluster, object);
  }
  return refused;
};

/** `before-hook-creation`: a hook of the release before is gone first. */
const removeBefore = async (cluster: Cluster, object: Manifest): Promise<void> => {
  await cluster.remove(object);
  await eventually(`${object.kind} ${object.metadata.name} is gone`, async () => {
    return (await cluster.read(object)) === null;
  });
};

interface Ended {
  readonly status: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

const untilOver = async (cluster: Cluster, object: Manifest): Promise<void> => {
  if (object.kind !== 'Job' && object.kind !== 'Pod') return;
  const isOver = async (): Promise<boolean> => {
    const { phase, conditions = [] } = ((await cluster.read(object)) as Ended).status;
    return (
      phase === 'Succeeded' || conditions.some(({ type, status }) => type === 'Complete' && status === 'True')
    );
  };
  await eventually(`${object.kind} ${object.metadata.name} has completed`, isOver, {
    withinMs: 300_000,
    everyMs: 250,
  });
};
