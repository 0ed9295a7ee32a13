import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { changeText, pointsText } from '../../model/numbers/figures.ts';
import { rewardNameOf } from '../../model/reward-name.ts';
import { hostOf } from '../../model/webhooks.ts';
import { Name } from '../../parts/names/name.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { wordOf, words as all } from '../../words/index.ts';
import { whyWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as rowsCss from '../../parts/lists/rows.module.css';

const words = whyWords.caused;

interface CausedProps {
  readonly decided: Schemas['EvaluateResult'];
  /** When the receipt was decided. */
  readonly since: string;
}

/** Rewards get their code, and partners their webhook, within some seconds. */
const pollMs = 3_000;
const pollsForMs = 60_000;

/** What a receipt causes follows within a minute, also where an endpoint has to be tried again once. */
const withinMs = 60_000;

const isRecent = (iso: string): boolean => Date.now() - Date.parse(iso) < pollsForMs;

/** Shows on one page what a receipt has caused: entries of the ledger, rewards and deliveries. */
export function Caused({ decided, since }: CausedProps) {
  const { entries, rewards } = useCaused({ decided, since });
  return (
    <section className={css.card} aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
      </header>
      <Part title={words.ledger} none={words.noLedger} count={entries.length}>
        {entries.map(({ id, type, points, balanceAfter, description }) => (
          <li key={id} className={rowsCss.row}>
            <div className={rowsCss.text}>
              <span className={css.strong}>{wordOf(all.member.kinds, type)}</span>
              <Name text={description} className={`${css.small} ${css.faint}`} />
            </div>
            <span className={`${css.num} ${css.strong} ${points < 0 ? css.burn : css.earn}`}>
              {changeText(points)}
              <small className={css.faint}> {words.balance(pointsText(balanceAfter))}</small>
            </span>
          </li>
        ))}
      </Part>
      <Part title={words.rewards} none={words.noRewards} count={rewards.length}>
        {rewards.map((reward) => (
          <li key={reward.id} className={rowsCss.row}>
            <div className={rowsCss.text}>
              <Name text={rewardNameOf(reward, rewardWords)} className={css.strong} />
              {reward.value.code === undefined ? null : (
                <Name text={reward.value.code} className={`${css.mono} ${css.small}`} />
              )}
            </div>
            <Chip tone="line">{wordOf(all.member.rewardStates, reward.state)}</Chip>
          </li>
        ))}
      </Part>
      <Deliveries since={since} />
    </section>
  );
}

const rewardWords = {
  typeOf: (type: string): string => wordOf(all.member.rewardTypes, type),
  off: all.member.off,
};

const useCaused = ({ decided: { memberId, transactionRef }, since }: CausedProps) => {
  const { permissions } = useSession();
  const polled = isRecent(since) ? { pollMs } : {};
  const entries = useOperation('listLedgerEntries', { memberId, since, limit: 50 }, polled).data?.entries;
  const seesRewards = missingPermission(['listMemberRewards'], permissions) === null;
  const rewards = useOperation(
    'listMemberRewards',
    { memberId, limit: 50 },
    { isEnabled: seesRewards, ...polled },
  ).data?.rewards;
  return {
    entries: (entries ?? []).filter((entry) => entry.transactionRef === transactionRef),
    rewards: (rewards ?? []).filter((reward) => reward.transactionRef === transactionRef),
  };
};

interface PartProps {
  readonly title: string;
  readonly none: string;
  readonly count: number;
  readonly children: ReactNode;
}

function Part({ title, none, count, children }: PartProps) {
  return (
    <>
      <h3 className={rowsCss.head}>{title}</h3>
      {count === 0 ? <p className={css.cardAbout}>{none}</p> : <ul className={rowsCss.rows}>{children}</ul>}
    </>
  );
}

/** A page that reads more endpoints would wait for its turns. */
const webhooksMax = 5;

/** Deliveries name no receipt, so those of the minute after it are shown. */
function Deliveries({ since }: { readonly since: string }) {
  const { permissions } = useSession();
  const isEnabled = missingPermission(['listWebhooks', 'listDeliveries'], permissions) === null;
  const webhooks = useOperation('listWebhooks', {}, { isEnabled, staleMs: 60_000 }).data?.webhooks ?? [];
  if (!isEnabled) return null;
  return (
    <>
      <h3 className={rowsCss.head}>{words.deliveries}</h3>
      {webhooks.length === 0 ? <p className={css.cardAbout}>{words.noWebhooks}</p> : null}
      <ul className={rowsCss.rows}>
        {webhooks.slice(0, webhooksMax).map((webhook) => (
          <DeliveriesOf key={webhook.id} webhook={webhook} since={since} />
        ))}
      </ul>
    </>
  );
}

const tones = { SUCCEEDED: 'ok', FAILED: 'bad', RETRYING: 'warn', PENDING: 'warn' } as const;

interface DeliveriesOfProps {
  readonly webhook: Schemas['Webhook'];
  readonly since: string;
}

function DeliveriesOf({ webhook: { id, url }, since }: DeliveriesOfProps) {
  const until = new Date(Date.parse(since) + withinMs).toISOString();
  const polled = isRecent(since) ? { pollMs } : {};
  const deliveries =
    useOperation('listDeliveries', { webhookId: id, since, until, limit: 20 }, polled).data?.deliveries ?? [];
  if (deliveries.length === 0)
    return (
      <li className={rowsCss.row}>
        <span className={css.muted}>{words.noDeliveries(hostOf(url))}</span>
      </li>
    );
  return deliveries.map(({ id: deliveryId, event, status, responseCode }) => (
    <li key={deliveryId} className={rowsCss.row}>
      <div className={rowsCss.text}>
        <Link
          className={`${css.link} ${css.mono}`}
          to="/webhooks/$webhookId"
          params={{ webhookId: id }}
          search={(search) => ({ delivery: deliveryId, ...modeIn(search) })}
        >
          {event}
        </Link>
        <Name text={hostOf(url)} className={`${css.small} ${css.faint}`} />
      </div>
      <Chip tone={tones[status]}>{responseCode ?? wordOf(words.statuses, status)}</Chip>
    </li>
  ));
}
