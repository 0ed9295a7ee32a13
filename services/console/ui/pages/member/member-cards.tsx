import type { Schemas } from '@loyalty/client';
import { Check } from 'lucide-react';
import { useOperation } from '../../api/use-operation.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { rewardNameOf } from '../../model/reward-name.ts';
import { dayText } from '../../model/times/times.ts';
import { CopyButton } from '../../parts/code/copy-button.tsx';
import { Name } from '../../parts/names/name.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { wordOf, words } from '../../words/index.ts';
import { rewardTones, rewardWords } from './tabs/member-rewards.tsx';
import { memberWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './member-page.module.css';
import * as stampsCss from '../../parts/texts/stamps.module.css';

interface OfMember {
  readonly memberId: string;
}

/** Shows when points expire. It shows nothing if no points have a date, because the figures above say so. */
export function Expiries({ memberId, balance }: OfMember & { readonly balance: number }) {
  const expiring = useOperation('listExpiringPoints', { memberId }).data?.expiring ?? [];
  if (expiring.length === 0) return null;
  return (
    <section className={css.card} aria-label={memberWords.facts.expires}>
      <header>
        <h2>{memberWords.facts.expires}</h2>
        <span className={`${css.num} ${css.faint}`}>{pointsText(balance)}</span>
      </header>
      <ul className={own.lots}>
        {expiring.map(({ expiresAt, points, basis }) => (
          <li key={`${expiresAt} ${basis}`}>
            <span className={css.strong}>{dayText(expiresAt)}</span>
            <span className={`${css.num} ${css.strong}`}>{pointsText(points)}</span>
            <span className={`${css.small} ${css.faint}`}>
              {basis === 'INACTIVITY' ? memberWords.facts.moves : memberWords.facts.fixed}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** If there are more stamps than this, only words say how many. */
const drawnMax = 30;

export function StampCards({ memberId }: OfMember) {
  const cards = useOperation('listStampCards', { memberId }).data?.stampCards ?? [];
  if (cards.length === 0) return null;
  return (
    <section className={css.card} aria-label={memberWords.facts.stampCards}>
      <header>
        <h2>{memberWords.facts.stampCards}</h2>
      </header>
      <ul className={`${css.pad} ${css.stack}`}>
        {cards.map((card) => (
          <StampCard key={card.campaignId} card={card} />
        ))}
      </ul>
    </section>
  );
}

function StampCard({ card }: { readonly card: Schemas['StampCard'] }) {
  const { campaignName, stampsCollected, stampsRequired, completedCount, lastStampAt } = card;
  return (
    <li className={css.stack}>
      <p className={css.rowB}>
        <Name text={campaignName} className={css.strong} />
        <span className={`${css.num} ${css.faint} ${css.small}`}>
          {memberWords.facts.stamps(stampsCollected, stampsRequired)}
        </span>
      </p>
      {stampsRequired > drawnMax ? null : (
        <span className={stampsCss.stamps} aria-hidden>
          {Array.from({ length: stampsRequired }, (_, place) => (
            <i key={place} data-on={place < stampsCollected ? '' : undefined}>
              <Check size={12} strokeWidth={3} />
            </i>
          ))}
        </span>
      )}
      <p className={`${css.small} ${css.faint}`}>
        {memberWords.facts.completed(completedCount, lastStampAt === null ? null : dayText(lastStampAt))}
      </p>
    </li>
  );
}

const shownRewards = 20;

export function Rewards({ memberId }: OfMember) {
  const rewards = useOperation('listMemberRewards', { memberId, limit: shownRewards }).data?.rewards ?? [];
  if (rewards.length === 0) return null;
  return (
    <section className={css.card} aria-label={memberWords.facts.rewards}>
      <header>
        <h2>{memberWords.facts.rewards}</h2>
      </header>
      <ul className={`${css.pad} ${css.stack}`}>
        {rewards.map((reward) => (
          <Reward key={reward.id} reward={reward} />
        ))}
      </ul>
    </section>
  );
}

function Reward({ reward }: { readonly reward: Schemas['Reward'] }) {
  const { state, value, expiresAt, createdAt } = reward;
  return (
    <li className={own.voucher}>
      <p className={css.rowB}>
        <Name text={rewardNameOf(reward, rewardWords)} className={css.strong} />
        <Chip tone={rewardTones[state] ?? 'line'}>{wordOf(words.member.rewardStates, state)}</Chip>
      </p>
      {value.code === undefined ? null : (
        <p className={css.rowB}>
          <Name text={value.code} className={css.mono} />
          <CopyButton text={value.code} what={words.member.code} />
        </p>
      )}
      <p className={`${css.small} ${css.faint}`}>
        {expiresAt === null
          ? memberWords.facts.given(dayText(createdAt))
          : words.member.until(dayText(expiresAt))}
      </p>
    </li>
  );
}
