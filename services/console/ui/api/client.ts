import { createLoyalty, type Loyalty } from '@loyalty/client';
import { useMemo } from 'react';
import { type ShownMode, useMode } from '../app/mode.ts';
import { useSession } from '../app/session.tsx';
import { fetchInTurn } from './reads-at-once.ts';
import { noteSlow } from './slowness.ts';

/** A person notices a wait of this length. */
const noticedMs = 1_000;

const clientFor = (tenantId: string, mode: ShownMode): Loyalty =>
  createLoyalty({
    baseUrl: `${location.origin}/api/v1`,
    tenantId,
    mode,
    headers: { 'X-Console': '1' },
    fetch: fetchInTurn,
    onAttempt: ({ status, waitMs }) => {
      if (status === 429 && waitMs !== null && waitMs >= noticedMs) noteSlow(waitMs);
    },
  });

/**
 * Returns the client of the tenant and the environment that are shown now, or of those that are named; the
 * console adds the credential.
 */
export const useLoyalty = (
  ofMode?: ShownMode,
): {
  readonly loyalty: Loyalty;
  readonly tenantId: string;
  readonly mode: ShownMode;
} => {
  const { tenantId } = useSession();
  const shownMode = useMode();
  const mode = ofMode ?? shownMode;
  const loyalty = useMemo(() => clientFor(tenantId, mode), [tenantId, mode]);
  return { loyalty, tenantId, mode };
};
