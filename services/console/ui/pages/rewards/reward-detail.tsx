import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { given } from '../../model/address.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { isWaiting } from '../../model/rewards.ts';
import { wholeTimeText } from '../../model/times/times.ts';
import { CopyButton } from '../../parts/code/copy-button.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { useDetailFocus } from '../../parts/lists/split.tsx';
import { Name } from '../../parts/names/name.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { wordOf, words } from '../../words/index.ts';
import { RewardActions } from './reward-actions.tsx';
import { RewardStateChip, titleOf } from './reward-row.tsx';
import { rewardWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './rewards-page.module.css';
import * as pairsCss from '../../parts/texts/pairs.module.css';
import * as problemCss from '../../parts/page/problem.module.css';
import * as splitCss from '../../parts/lists/split.module.css';

type Reward = Schemas['Reward'];

interface RewardDetailProps {
  readonly rewardId: string | undefined;
  /** This is the reward as the list has it. */
  readonly listed: Reward | undefined;
}

const pollMs = 3_000;

export function RewardDetail({ rewardId, listed }: RewardDetailProps) {
  if (rewardId === undefined) return <p className={`${splitCss.hint} ${css.muted}`}>{rewardWords.pick}</p>;
  return (
    <>
      <Link
        from="/rewards"
        search={(search) => given({ ...search, reward: undefined })}
        activeProps={{}}
        className={`${css.link} ${splitCss.back}`}
      >
        <ArrowLeft size={15} /> {rewardWords.list}
      </Link>
      {listed === undefined ? <ReadReward rewardId={rewardId} /> : <RewardShown reward={listed} />}
    </>
  );
}

/** One that the list does not have. */
function ReadReward({ rewardId }: { readonly rewardId: string }) {
  const found = useOperation('getReward', { rewardId }, { pollMs, pollWhile: isWaiting });
  if (found.data !== undefined) return <RewardShown reward={found.data} />;
  return found.isError ? (
    <ProblemNote error={found.error} onAgain={() => void found.refetch()} />
  ) : (
    <Bars rows={5} />
  );
}

function RewardShown({ reward }: { readonly reward: Reward }) {
  const { id, value, failureReason } = reward;
  const heading = useDetailFocus(id);
  return (
    <>
      <header className={splitCss.head}>
        <h2 ref={heading} tabIndex={-1} className={css.wrap}>
          <bdi>{titleOf(reward)}</bdi>
        </h2>
        <RewardStateChip reward={reward} />
      </header>
      {value.code === undefined ? null : (
        <p className={own.code}>
          <Name text={value.code} className={css.mono} />
          <CopyButton text={value.code} what={words.member.code} />
        </p>
      )}
      {failureReason === null ? null : (
        <p className={`${problemCss.line} ${own.failure}`}>
          <CircleAlert size={16} />
          <span>{wordOf(rewardWords.failures, failureReason)}</span>
        </p>
      )}
      <RewardActions reward={reward} />
      <RewardFacts reward={reward} />
    </>
  );
}

function RewardFacts({ reward }: { readonly reward: Reward }) {
  const { memberId, campaignId, tierId, transactionRef, attempts, value, id } = reward;
  return (
    <dl className={pairsCss.pairs}>
      <MemberRow memberId={memberId} />
      {campaignId === null ? null : <CampaignRow campaignId={campaignId} />}
      {tierId === null ? null : <TierRow tierId={tierId} />}
      <TextRow label={rewardWords.receipt} text={transactionRef} />
      <TimeRow label={rewardWords.given} iso={reward.createdAt} />
      <TimeRow label={rewardWords.issued} iso={reward.issuedAt} />
      <TimeRow label={rewardWords.expires} iso={reward.expiresAt} />
      <TimeRow label={rewardWords.redeemed} iso={reward.redeemedAt} />
      <TextRow label={rewardWords.redeemedWith} text={reward.redeemedTransactionRef} />
      <TextRow label={rewardWords.redeemedIn} text={reward.redeemedStoreRef} />
      <TimeRow label={rewardWords.expired} iso={reward.expiredAt} />
      <TimeRow label={rewardWords.failed} iso={reward.failedAt} />
      {attempts === 0 ? null : <Row label={rewardWords.attempts}>{rewardWords.times(attempts)}</Row>}
      {value.skus === undefined || value.skus.length === 0 ? null : (
        <Row label={words.member.rewardTypes.FREE_ITEM}>
          <span title={value.skus.slice(0, 50).join(', ')}>
            {rewardWords.skus(pointsText(value.skus.length))}
          </span>
        </Row>
      )}
      <TextRow label={rewardWords.id} text={id} />
    </dl>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function TextRow({ label, text }: { readonly label: string; readonly text: string | null }) {
  if (text === null) return null;
  return (
    <Row label={label}>
      <Name text={text} className={css.mono} />
      <CopyButton text={text} what={label} />
    </Row>
  );
}

function TimeRow({ label, iso }: { readonly label: string; readonly iso: string | null }) {
  if (iso === null) return null;
  return (
    <Row label={label}>
      <Time iso={iso} text={`${wholeTimeText(iso, new Date().toISOString())} ${words.utc}`} />
    </Row>
  );
}

/** Names change seldom. */
const rarelyMs = 60_000;

function MemberRow({ memberId }: { readonly memberId: string }) {
  const member = useOperation('getMember', { memberId }, { staleMs: rarelyMs }).data;
  return (
    <Row label={rewardWords.member}>
      <Link
        to="/members/$memberId"
        params={{ memberId }}
        search={modeIn}
        className={`${css.link} ${css.cut}`}
      >
        <Name text={member === undefined ? memberId : (member.name ?? member.externalRef)} />
      </Link>
    </Row>
  );
}

function CampaignRow({ campaignId }: { readonly campaignId: string }) {
  const campaign = useOperation('getCampaign', { campaignId }, { staleMs: rarelyMs }).data;
  return (
    <Row label={rewardWords.campaign}>
      <Name text={campaign?.name ?? campaignId} />
    </Row>
  );
}

function TierRow({ tierId }: { readonly tierId: string }) {
  const tiers = useOperation('listTiers', {}, { staleMs: rarelyMs }).data?.tiers ?? [];
  return (
    <Row label={rewardWords.tier}>
      <Name text={tiers.find(({ id }) => id === tierId)?.name ?? tierId} />
    </Row>
  );
}
