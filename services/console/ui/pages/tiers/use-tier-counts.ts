import type { Schemas } from '@loyalty/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLoyalty } from '../../api/client.ts';
import { toastProblem } from '../../parts/dialogs/toasts.tsx';

/** The number of members by the id of their tier; the empty id means no tier. */
export type TierCounts = ReadonlyMap<string, number>;

/** Counts members tier by tier, one after the other, because an environment has one count at a time. */
export const useTierCounts = (tiers: readonly Schemas['Tier'][]) => {
  const { loyalty } = useLoyalty();
  const [counts, setCounts] = useState<TierCounts>(new Map());
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const counted = new Map<string, number>();
      for (const id of ['', ...tiers.map((tier) => tier.id)]) {
        const condition = { field: 'tier_id', op: 'eq', value: id === '' ? null : id } as const;
        const rules = { operator: 'AND', conditions: [condition] } as const;
        const { matchCount } = await loyalty.previewSegment({ body: { rules, sampleSize: 0 } });
        counted.set(id, matchCount);
        setCounts(new Map(counted));
      }
    },
    onError: toastProblem,
  });
  return { counts, isPending, count: mutate };
};
