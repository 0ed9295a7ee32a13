import type { CampaignId } from '@loyalty/kernel';
import type { Campaign, IdleCampaign, Snapshot } from '@loyalty/rules';
import type { ConfigurationKind } from '../config-version.ts';

/** A snapshot with the parts that the next version of it may keep. */
export interface LoadedSnapshot extends Snapshot {
  readonly versions: KindVersions;
  /** ACTIVE campaigns, each as one version of its row has it. */
  readonly rows: ReadonlyMap<CampaignId, LoadedCampaign>;
}

/** The versions of an environment's configuration. */
export interface KindVersions extends Readonly<Record<ConfigurationKind, number>> {
  /** See `unattributedVersion`. */
  readonly unattributed: number;
}

/** A campaign as one version of its row has it. */
export interface LoadedCampaign {
  /**
   * The row's `xmin`: another one after each update, by whichever build. Nothing but the campaign's owner, and the pause of a spent
   * budget, updates the row.
   */
  readonly rowVersion: string;
  readonly campaign: Campaign;
  /** About how many bytes it takes, with its place in the index. */
  readonly bytes: number;
}

/** The campaigns of an environment. */
export interface LoadedCampaigns {
  readonly campaigns: readonly Campaign[];
  readonly idleCampaigns: readonly IdleCampaign[];
  readonly rows: ReadonlyMap<CampaignId, LoadedCampaign>;
}
