/** The workload that is tried by itself: three replicas, and the shortest rollout. */
export const sample = 'ingress-checkout';
