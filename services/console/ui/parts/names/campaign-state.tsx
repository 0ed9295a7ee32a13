import type { Schemas } from '@loyalty/client';
import { campaignWords as words } from '../../words/campaigns.ts';
import { wordOf } from '../../words/index.ts';
import { Chip } from '../texts/chip.tsx';
import * as css from '../../styles/common.module.css';
import * as own from './campaign-state.module.css';

const tones = { DRAFT: 'line', ACTIVE: 'ok', PAUSED: 'warn', ARCHIVED: undefined } as const;

/** Shows the state of a campaign, and who paused it. */
export function CampaignState({
  campaign: { state, pausedReason },
}: {
  readonly campaign: Pick<Schemas['Campaign'], 'state' | 'pausedReason'>;
}) {
  const tone = tones[state];
  return (
    <span className={own.state}>
      <Chip {...(tone === undefined ? {} : { tone })} hasDot>
        {wordOf(words.states, state)}
      </Chip>
      {pausedReason === null ? null : (
        <span className={pausedReason === 'BUDGET' ? `${css.small} ${css.bad}` : `${css.small} ${css.muted}`}>
          {wordOf(words.pausedReasons, pausedReason)}
        </span>
      )}
    </span>
  );
}
