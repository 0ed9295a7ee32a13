import { type Health, type HealthCheck, type Listening, readyBy } from '@loyalty/http/admin';
import type { ClockWatch, DependencyWatch, ProcessPhase } from '@loyalty/service';
import type { IngressConfig } from '../config.ts';
import type { EngineConnection } from './engine-connection.ts';

export interface IngressHealthOptions {
  readonly phase: Pick<ProcessPhase, 'check' | 'live'>;
  readonly watch: Pick<DependencyWatch, 'states'>;
  readonly engines: Pick<EngineConnection, 'isReady'>;
  readonly clocks: Pick<ClockWatch, 'check'>;
  readonly role: IngressConfig['role'];
  readonly server: () => Pick<Listening, 'port' | 'isStopping'>;
}

/**
 * Creates the health of ingress. It is ready once it has started and listens, with a partition of its own for
 * replies. Dependencies are only shown: without them all processes are alike, and an empty Service would
 * serve nothing at all.
 */
export const createIngressHealth = (options: IngressHealthOptions): Health => ({
  live: () => options.phase.live(),
  ready: () => {
    const { phase, watch, engines, clocks, role } = options;
    const { port, isStopping } = options.server();
    const shared = watch.states().map((state): HealthCheck => ({ ...state, isShownOnly: true }));
    return readyBy([
      phase.check(),
      ...shared,
      { name: 'replies', ok: engines.isReady(), isShownOnly: role === 'management' },
      clocks.check(),
      { name: 'interface', ok: port !== 0 && !isStopping },
    ]);
  },
});
