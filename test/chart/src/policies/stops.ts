import { deploymentsOf, nameOf, variableOf } from '../manifest.ts';
import type { Policy } from './policy.ts';

/** A pod that is killed while it finishes what it accepted cuts calls. */
export const graceIsEnough: Policy = {
  promise: 'the grace period is longer than preStop and the bound of a stop',
  breaches: (objects) =>
    deploymentsOf(objects).flatMap((deployment) => {
      const { terminationGracePeriodSeconds: grace = 30, containers } = deployment.spec.template.spec;
      const drains = containers.map((container) => {
        const preStop = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
        return preStop + Number(variableOf(container, 'STOP_WITHIN_MS') ?? NaN) / 1_000;
      });
      const drain = Math.max(...drains);
      if (grace > drain) return [];
      return [`${nameOf(deployment)}: ${grace.toString()} s, and a stop may take ${drain.toString()} s`];
    }),
};

/** One process more while each is replaced, and never one less. */
export const rolloutsKeepServing: Policy = {
  promise: 'a rollout takes no pod away before its successor is ready for a while',
  breaches: (objects) =>
    deploymentsOf(objects)
      .filter(
        ({ spec }) =>
          spec.strategy?.rollingUpdate?.maxUnavailable !== 0 || !((spec.minReadySeconds ?? 0) >= 10),
      )
      .map((deployment) => `${nameOf(deployment)}: maxUnavailable or minReadySeconds`),
};
