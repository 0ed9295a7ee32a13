import { createSnapshots } from '@loyalty/configuration';
import type { IngressConnections } from '../connections.ts';
import { createDatabasePreview } from './database-preview.ts';
import { createRedemptionPreview } from './redemption-preview.ts';

/** Creates the previews of receipts and redemptions, on one cache of snapshots. A snapshot is loaded once, beside the share of its environment. */
export const createPreviews = ({
  db,
  shares,
  metrics,
  clock,
}: Pick<IngressConnections, 'db' | 'shares' | 'metrics' | 'clock'>) => {
  const snapshots = createSnapshots({ db, metrics, indexesCampaigns: true });
  return {
    preview: createDatabasePreview(shares, snapshots),
    redemptions: { preview: createRedemptionPreview(shares, snapshots), clock },
  };
};
