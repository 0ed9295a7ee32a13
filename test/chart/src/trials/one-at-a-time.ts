import { evict } from '../controllers/evict.ts';
import { neverBelowBudget } from './judgements.ts';
import type { Subject } from './subject.ts';
import { untilReplaced } from './until-through.ts';

/** Evicts a pod and at once another of its workload: the second may go only when the first has a successor. Returns what was wrong. */
export const evictOneAtATime = async (subject: Subject, workload: string): Promise<readonly string[]> => {
  const { cluster, namespace, watch } = subject;
  watch.begin();
  const [first, second] = watch.pods().filter((pod) => pod.workload === workload && !pod.isStopping);
  if (first === undefined || second === undefined) return ['there are no two pods'];
  if ((await evict(cluster, namespace, first.name)) === 'refused') return ['the first eviction was refused'];
  if ((await evict(cluster, namespace, second.name)) === 'taken') return ['two went at once'];
  const waiting = await untilReplaced(subject, [first.name]);
  const verdict = await evict(cluster, namespace, second.name);
  const later = verdict === 'taken' ? [] : ['the second was refused after the first had a successor'];
  const end = later.length > 0 ? [] : await untilReplaced(subject, [second.name]);
  return [waiting, later, end, neverBelowBudget(subject)].flat();
};
