import { nodesOf } from '../controllers/nodes.ts';
import { drain } from './drain.ts';
import { evictOneAtATime } from './one-at-a-time.ts';
import { rollOut } from './rollouts.ts';
import type { Subject } from './subject.ts';
import { letUnreadyGo } from './unready.ts';
import { sample } from './sample.ts';

/** Acts after an installation; each returns what was wrong. `install` itself comes before all of them. */
export const trials = {
  install: () => Promise.resolve([]),
  rollout: rollOut,
  'drained node': async (subject) => {
    const [pod] = subject.watch.pods();
    return (await drain(subject, [pod?.node ?? ''])).breaches;
  },
  'one at a time': (subject) => evictOneAtATime(subject, sample),
  unready: (subject) => letUnreadyGo(subject, sample),
  'drained zone': async (subject) => (await drain(subject, nodesOf('a'))).breaches,
} as const satisfies Record<string, (subject: Subject) => Promise<readonly string[]>>;

export type TrialName = keyof typeof trials;
