import type { Cluster } from '../api-server/cluster.ts';

/** A budget's verdict on an eviction: 201 takes it, 429 refuses it. */
export const evict = async (
  cluster: Cluster,
  namespace: string,
  name: string,
): Promise<'taken' | 'refused'> => {
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/eviction`;
  const { status, body } = await cluster.ask('POST', path, JSON.stringify(eviction));
  if (status === 429) return 'refused';
  // 404: it is gone already.
  if (status === 201 || status === 404) return 'taken';
  throw new Error(`the eviction of ${name} was answered by ${status.toString()}: ${JSON.stringify(body)}`);
};
