import type { Schemas } from '@loyalty/client';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useList, useOperation } from '../../api/use-operation.ts';
import { given } from '../../model/address.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { Segments } from '../../parts/forms/segments.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { MoreButton } from '../../parts/lists/more-button.tsx';
import { Split } from '../../parts/lists/split.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { words } from '../../words/index.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { latencyShareOf } from './delivery.ts';
import { newestDeliveries, type Shown } from './newest-deliveries.ts';
import { deliveryWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './webhook-page.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';
import * as picksCss from '../../parts/lists/picks.module.css';
import * as splitCss from '../../parts/lists/split.module.css';

type Delivery = Schemas['Delivery'];

const from = '/webhooks/$webhookId';
const pollMs = 3_000;

/** Shows deliveries, and the chosen one next to them. */
export function Deliveries({ webhook }: { readonly webhook: Schemas['Webhook'] }) {
  const { show = 'all' } = useSearch({ from });
  // With another filter it begins with the newest ones again.
  return <DeliveriesOf key={show} webhook={webhook} shown={show} />;
}

interface DeliveriesOfProps {
  readonly webhook: Schemas['Webhook'];
  readonly shown: Shown;
}

function DeliveriesOf({ webhook, shown }: DeliveriesOfProps) {
  const { delivery: inAddress } = useSearch({ from });
  const [isEarlier, setEarlier] = useState(false);
  const args = newestDeliveries(webhook.id, shown);
  const newest = useOperation('listDeliveries', args, { isEnabled: !isEarlier, pollMs });
  const deliveries = newest.data?.deliveries ?? [];
  const first = useFirst(deliveries);
  const id = inAddress ?? first;
  return (
    <Split
      label={deliveryWords.earlier}
      isOpen={inAddress !== undefined}
      list={
        <>
          <ListHead shown={shown} deliveries={isEarlier ? null : deliveries} />
          {isEarlier ? (
            <EarlierList args={args} chosen={id} onNewest={() => setEarlier(false)} />
          ) : (
            <NewestList newest={newest} chosen={id} shown={shown} onEarlier={() => setEarlier(true)} />
          )}
        </>
      }
      detail={<DeliveryDetail key={id} webhook={webhook} deliveryId={id} listed={deliveries} />}
    />
  );
}

/** The first one that was there: what one reads does not change because something arrived. */
const useFirst = (deliveries: readonly Delivery[]): string | undefined => {
  const [first, setFirst] = useState<string | undefined>(undefined);
  const newest = deliveries[0]?.id;
  if (first === undefined && newest !== undefined) setFirst(newest);
  return first ?? newest;
};

function ListHead({
  shown,
  deliveries,
}: {
  readonly shown: Shown;
  readonly deliveries: readonly Delivery[] | null;
}) {
  const navigate = useNavigate({ from });
  return (
    <>
      <header className={splitCss.head}>
        <h2>{deliveries === null ? deliveryWords.earlier : deliveryWords.newest}</h2>
        <span className={`${css.small} ${css.faint}`}>{words.utc}</span>
        <Segments
          label={deliveryWords.filter}
          chosen={shown}
          options={(['all', 'failed'] as const).map((value) => ({
            value,
            text: deliveryWords.filters[value],
          }))}
          onChoose={(value) =>
            void navigate({
              search: ({ mode }) => given({ mode, show: value === 'failed' ? value : undefined }),
            })
          }
        />
      </header>
      {deliveries === null || deliveries.length === 0 ? null : <DeliveryBars deliveries={deliveries} />}
    </>
  );
}

/** Oldest first, as time runs. The rows below have the same in words. */
function DeliveryBars({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const failed = deliveries.filter(({ status }) => status === 'FAILED').length;
  return (
    <div
      className={own.bars}
      role="img"
      aria-label={deliveryWords.bars(pointsText(deliveries.length), pointsText(failed))}
    >
      {deliveries.toReversed().map((delivery) => (
        <i
          key={delivery.id}
          data-is={delivery.status}
          style={{ height: `${(latencyShareOf(delivery) * 100).toFixed(0)}%` }}
        />
      ))}
    </div>
  );
}

interface NewestListProps {
  readonly newest: ReturnType<typeof useOperation<'listDeliveries'>>;
  readonly chosen: string | undefined;
  readonly shown: Shown;
  readonly onEarlier: () => void;
}

function NewestList({ newest, chosen, shown, onEarlier }: NewestListProps) {
  if (newest.isPending) return <Bars rows={6} />;
  if (newest.data === undefined)
    return <ProblemNote error={newest.error} onAgain={() => void newest.refetch()} />;
  const { deliveries, nextCursor } = newest.data;
  if (deliveries.length === 0 && nextCursor === null) return <NoDeliveries shown={shown} />;
  return (
    <>
      <Rows deliveries={deliveries} chosen={chosen} />
      {nextCursor === null ? null : (
        <footer className={css.more}>
          <button type="button" className={css.btn} data-small onClick={onEarlier}>
            {words.more}
          </button>
        </footer>
      )}
    </>
  );
}

interface EarlierListProps {
  readonly args: ReturnType<typeof newestDeliveries>;
  readonly chosen: string | undefined;
  readonly onNewest: () => void;
}

/** All of them, page by page. It is not polled: each time would read every page that is shown. */
function EarlierList({ args, chosen, onNewest }: EarlierListProps) {
  const list = useList('listDeliveries', { ...args, limit: args.limit * 2 });
  if (list.isPending) return <Bars rows={6} />;
  if (list.data === undefined) return <ProblemNote error={list.error} onAgain={() => void list.refetch()} />;
  return (
    <>
      <p className={`${splitCss.note} ${css.small} ${css.muted}`} role="status">
        {deliveryWords.resting}{' '}
        <button type="button" className={css.btn} data-small onClick={onNewest}>
          {deliveryWords.toNewest}
        </button>
      </p>
      <Rows deliveries={list.data.pages.flatMap((page) => page.deliveries)} chosen={chosen} />
      {list.hasNextPage ? (
        <footer className={css.more}>
          <MoreButton list={list} />
        </footer>
      ) : null}
    </>
  );
}

function Rows({
  deliveries,
  chosen,
}: {
  readonly deliveries: readonly Delivery[];
  readonly chosen: string | undefined;
}) {
  return (
    <ul className={picksCss.picks}>
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} isChosen={delivery.id === chosen} />
      ))}
    </ul>
  );
}

function NoDeliveries({ shown }: { readonly shown: Shown }) {
  const isFailed = shown === 'failed';
  return (
    <div className={emptyCss.empty}>
      <span className={emptyCss.icon}>
        <Send size={20} />
      </span>
      <h3>{isFailed ? deliveryWords.noFailedTitle : deliveryWords.noneTitle}</h3>
      <p>{isFailed ? deliveryWords.noFailed : deliveryWords.none}</p>
      {isFailed ? (
        <Link className={css.link} to="." search={({ mode }) => given({ mode })}>
          {deliveryWords.filters.all}
        </Link>
      ) : null}
    </div>
  );
}
