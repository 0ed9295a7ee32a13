import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { rewardNameOf } from '../../model/reward-name.ts';
import { dayText, wholeTimeText } from '../../model/times/times.ts';
import { Name } from '../../parts/names/name.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { wordOf, words } from '../../words/index.ts';
import { rewardWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as picksCss from '../../parts/lists/picks.module.css';

type Reward = Schemas['Reward'];

export const titleOf = (reward: Reward): string =>
  rewardNameOf(reward, {
    typeOf: (type) => wordOf(words.member.rewardTypes, type),
    off: words.member.off,
  });

const tones: Readonly<Record<string, 'ok' | 'warn' | 'bad' | 'line'>> = {
  PENDING_FULFILMENT: 'warn',
  ISSUED: 'ok',
  FAILED: 'bad',
};

export function RewardStateChip({ reward: { state } }: { readonly reward: Reward }) {
  return <Chip tone={tones[state] ?? 'line'}>{wordOf(words.member.rewardStates, state)}</Chip>;
}

export function RewardRow({ reward, isChosen }: { readonly reward: Reward; readonly isChosen: boolean }) {
  const { id, value, createdAt, expiresAt, state } = reward;
  return (
    <li>
      <Link
        from="/rewards"
        search={(search) => ({ ...search, reward: id })}
        activeProps={{}}
        className={picksCss.pick}
        aria-current={isChosen ? 'true' : undefined}
      >
        <Name text={titleOf(reward)} className={css.strong} />
        <span className={picksCss.end}>
          <RewardStateChip reward={reward} />
        </span>
        <span className={`${css.small} ${css.muted} ${picksCss.line}`}>
          <Time iso={createdAt} text={wholeTimeText(createdAt, new Date().toISOString())} />
          {value.code === undefined ? (
            <span className={css.faint}>{rewardWords.noCode}</span>
          ) : (
            <Name text={value.code} className={css.mono} />
          )}
        </span>
        <span className={`${picksCss.end} ${css.small} ${css.muted}`}>
          {state === 'ISSUED' && expiresAt !== null ? words.member.until(dayText(expiresAt)) : ''}
        </span>
      </Link>
    </li>
  );
}
