import type { Manifest } from '../manifest.ts';

const restricted = {
  'pod-security.kubernetes.io/enforce': 'restricted',
  'pod-security.kubernetes.io/warn': 'restricted',
};

/** Returns a namespace where pods are held to «restricted». */
export const namespaceNamed = (name: string): Manifest => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: restricted },
});

/** Returns the object in another namespace. */
export const inNamespace = (object: Manifest, namespace: string): Manifest => ({
  ...object,
  metadata: { ...object.metadata, namespace },
});

/** The class that pods of production name; a cluster has its own. */
export const priorityClass = {
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name: 'business-critical' },
  value: 1_000,
} as Manifest;
