import type { Schemas } from '@loyalty/client';
import { useList } from '../../../api/use-operation.ts';
import { rewardNameOf } from '../../../model/reward-name.ts';
import { dayText } from '../../../model/times/times.ts';
import { CopyButton } from '../../../parts/code/copy-button.tsx';
import { Name } from '../../../parts/names/name.tsx';
import { Chip } from '../../../parts/texts/chip.tsx';
import { wordOf, words } from '../../../words/index.ts';
import { memberWords } from '../words.ts';
import { ListBody } from './list-body.tsx';
import { TypeFilter, useChosenType } from './type-filter.tsx';
import * as css from '../../../styles/common.module.css';
import * as own from '../member-page.module.css';
import * as rowsCss from '../../../parts/lists/rows.module.css';

type Reward = Schemas['Reward'];

const pageSize = 25;

export const rewardTones: Readonly<Record<string, 'ok' | 'warn' | 'bad' | 'line'>> = {
  PENDING_FULFILMENT: 'warn',
  ISSUED: 'ok',
  FAILED: 'bad',
};

export const rewardWords = {
  typeOf: (type: string): string => wordOf(words.member.rewardTypes, type),
  off: words.member.off,
};

export function RewardList({ member }: { readonly member: Schemas['Member'] }) {
  const state = useChosenType(words.member.rewardStates);
  const list = useList('listMemberRewards', { memberId: member.id, state, limit: pageSize });
  const rewards = list.data?.pages.flatMap((page) => page.rewards) ?? [];
  return (
    <>
      <div className={own.tabHead}>
        <TypeFilter
          label={memberWords.facts.rewards}
          all={memberWords.rewards.all}
          types={words.member.rewardStates}
        />
      </div>
      <ListBody
        list={list}
        count={rewards.length}
        empty={[memberWords.rewards.none, memberWords.rewards.noneDetail]}
      >
        <ul className={rowsCss.rows}>
          {rewards.map((reward) => (
            <RewardRow key={reward.id} reward={reward} />
          ))}
        </ul>
      </ListBody>
    </>
  );
}

function RewardRow({ reward }: { readonly reward: Reward }) {
  const { state, value, transactionRef } = reward;
  return (
    <li className={rowsCss.row}>
      <div className={rowsCss.text}>
        <Name text={rewardNameOf(reward, rewardWords)} className={css.strong} />
        {value.code === undefined ? null : (
          <p className={rowsCss.sub}>
            <Name text={value.code} className={css.mono} />
            <CopyButton text={value.code} what={words.member.code} />
          </p>
        )}
        <p className={rowsCss.sub}>
          {transactionRef === null ? null : <Name text={transactionRef} className={css.mono} />}
          <span>{whenOf(reward)}</span>
        </p>
      </div>
      <Chip tone={rewardTones[state] ?? 'line'}>{wordOf(words.member.rewardStates, state)}</Chip>
    </li>
  );
}

const whenOf = ({ createdAt, expiresAt, redeemedAt, expiredAt, failureReason }: Reward): string => {
  if (redeemedAt !== null) return memberWords.rewards.redeemed(dayText(redeemedAt));
  if (failureReason !== null) return wordOf(memberWords.rewards.failed, failureReason);
  if (expiredAt !== null) return memberWords.rewards.ended(dayText(expiredAt));
  return expiresAt === null
    ? memberWords.facts.given(dayText(createdAt))
    : words.member.until(dayText(expiresAt));
};
