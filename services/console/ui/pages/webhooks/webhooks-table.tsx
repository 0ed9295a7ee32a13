import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { modeIn } from '../../app/mode.ts';
import { dayText } from '../../model/times/times.ts';
import { placeOf } from '../../model/webhooks.ts';
import { type Column, Table } from '../../parts/lists/table.tsx';
import { Name } from '../../parts/names/name.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { webhookWords } from '../../words/webhooks.ts';
import { WebhookStateChip, eventsText } from './webhook-state.tsx';
import * as css from '../../styles/common.module.css';
import * as own from './webhooks-page.module.css';

type Webhook = Schemas['Webhook'];

const columns: readonly Column<Webhook>[] = [
  {
    head: webhookWords.endpoint,
    phone: 'line',
    cell: ({ id, url, status, consecutiveFailures }) => (
      <>
        <Link to="/webhooks/$webhookId" params={{ webhookId: id }} search={modeIn}>
          <Name text={placeOf(url)} className={css.strong} />
        </Link>
        {status === 'ACTIVE' && consecutiveFailures > 0 ? (
          <span className={`${css.small} ${css.bad}`}>{webhookWords.failing(consecutiveFailures)}</span>
        ) : null}
      </>
    ),
  },
  {
    head: webhookWords.events,
    width: '17%',
    className: `${css.small} ${css.muted} ${own.events}`,
    cell: ({ events }) => eventsText(events),
  },
  {
    head: webhookWords.state,
    width: '25%',
    cell: (webhook) => <WebhookStateChip webhook={webhook} />,
  },
  {
    head: webhookWords.since,
    isRight: true,
    width: '14%',
    phone: 'none',
    className: `${css.small} ${css.muted}`,
    cell: ({ createdAt }) => <Time iso={createdAt} text={dayText(createdAt)} />,
  },
];

export function WebhooksTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  return <Table columns={columns} rows={webhooks} keyOf={({ id }) => id} isLinked />;
}
