import type { Schemas } from '@loyalty/client';
import { useQuery } from '@tanstack/react-query';
import { useLoyalty } from '../../api/client.ts';
import type { ShownMode } from '../../app/mode.ts';

/** Lists that a form offers change seldom while it is open; an environment has at most a thousand of each. */
const staleMs = 60_000;
const pageSize = 200;

const gathered = async <Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> => {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
};

/** Returns all segments of an environment: the one that is shown, unless another one is named. */
export const useSegments = (
  ofMode?: ShownMode,
): { readonly segments: readonly Schemas['Segment'][] | undefined } => {
  const { loyalty, tenantId, mode } = useLoyalty(ofMode);
  const { data } = useQuery({
    queryKey: [tenantId, mode, 'listSegments', 'all'],
    queryFn: ({ signal }) => gathered(loyalty.each.listSegments({ limit: pageSize }, { signal })),
    staleTime: staleMs,
  });
  return { segments: data };
};

/** Returns the keys of event definitions that may occur; none until they have been read. */
export const useDefinitionKeys = (): readonly string[] => {
  const { loyalty, tenantId, mode } = useLoyalty();
  const { data } = useQuery({
    queryKey: [tenantId, mode, 'listEventDefinitions', 'all'],
    queryFn: ({ signal }) => gathered(loyalty.each.listEventDefinitions({ limit: pageSize }, { signal })),
    staleTime: staleMs,
  });
  return (data ?? []).filter(({ state }) => state === 'ACTIVE').map(({ key }) => key);
};

export const useTiers = (ofMode: ShownMode): readonly Schemas['Tier'][] | undefined => {
  const { loyalty, tenantId, mode } = useLoyalty(ofMode);
  const { data } = useQuery({
    queryKey: [tenantId, mode, 'listTiers', 'all'],
    queryFn: ({ signal }) => gathered(loyalty.each.listTiers({}, { signal })),
    staleTime: staleMs,
  });
  return data;
};
