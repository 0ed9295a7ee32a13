import { deploymentsOf, ofKind, type Manifest } from '../manifest.ts';

interface Scaled {
  readonly scaleTargetRef: { readonly name: string };
  readonly minReplicaCount: number;
  readonly maxReplicaCount: number;
  readonly triggers: readonly { readonly name: string; readonly metadata: { readonly threshold: string } }[];
}

/** Returns the autoscalers that KEDA's operator makes of its objects. Nobody has their metrics, so they keep the minimum. */
export const autoscalersOfKeda = (objects: readonly Manifest[]): readonly Manifest[] =>
  ofKind(objects, 'ScaledObject').map(({ metadata, spec }) => {
    const { scaleTargetRef, minReplicaCount, maxReplicaCount, triggers } = spec as Scaled;
    const metrics = triggers.map(({ name, metadata: { threshold } }) => ({
      type: 'External',
      external: { metric: { name }, target: { type: 'AverageValue', averageValue: threshold } },
    }));
    return {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: `keda-hpa-${metadata.name}` },
      spec: { scaleTargetRef, minReplicas: minReplicaCount, maxReplicas: maxReplicaCount, metrics },
    };
  });

/** Returns how many pods each Deployment has while nothing asks for more. */
export const replicasOf = (objects: readonly Manifest[]): ReadonlyMap<string, number> => {
  const scalers = ['HorizontalPodAutoscaler', 'ScaledObject'].flatMap((kind) => ofKind(objects, kind));
  const minimum = new Map(
    scalers.map(({ spec }) => {
      const { scaleTargetRef, minReplicas, minReplicaCount } = spec as Scaled & { minReplicas?: number };
      return [scaleTargetRef.name, minReplicas ?? minReplicaCount] as const;
    }),
  );
  return new Map(
    deploymentsOf(objects).map(({ metadata, spec }) => [
      metadata.name,
      minimum.get(metadata.name) ?? spec.replicas ?? 1,
    ]),
  );
};
