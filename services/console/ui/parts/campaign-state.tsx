import type { Schemas } from '@loyalty/client';
import { campaignWords as words } from '../words/campaigns.ts';
import { wordOf } from '../words/index.ts';
import { Chip } from './chip.tsx';

const tones = { DRAFT: 'line', ACTIVE: 'ok', PAUSED: 'warn', ARCHIVED: undefined } as const;

/** The state of a campaign, and who paused it. */
export function CampaignState({
  campaign: { state, pausedReason },
}: {
  readonly campaign: Pick<Schemas['Campaign'], 'state' | 'pausedReason'>;
}) {
  const tone = tones[state];
  return (
    <span className="state">
      <Chip {...(tone === undefined ? {} : { tone })} hasDot>
        {wordOf(words.states, state)}
      </Chip>
      {pausedReason === null ? null : (
        <span className={pausedReason === 'BUDGET' ? 'small bad' : 'small muted'}>
          {wordOf(words.pausedReasons, pausedReason)}
        </span>
      )}
    </span>
  );
}
