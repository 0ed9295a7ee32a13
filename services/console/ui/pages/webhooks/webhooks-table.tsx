import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { modeIn } from '../../app/mode.ts';
import { placeOf } from '../../model/deliveries.ts';
import { dayText } from '../../model/times.ts';
import { Name } from '../../parts/name.tsx';
import { Time } from '../../parts/time.tsx';
import { webhookWords } from '../../words/webhooks.ts';
import { WebhookStateChip, eventsText } from './webhook-state.tsx';

type Webhook = Schemas['Webhook'];

export function WebhooksTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  return (
    <table className="tbl rows webhooks">
      <thead>
        <tr>
          <th scope="col">{webhookWords.endpoint}</th>
          <th scope="col">{webhookWords.events}</th>
          <th scope="col">{webhookWords.state}</th>
          <th scope="col" className="right">
            {webhookWords.since}
          </th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </tbody>
    </table>
  );
}

function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
  const { id, url, events, createdAt, consecutiveFailures, status } = webhook;
  return (
    <tr>
      <td className="row-cell">
        <Link to="/webhooks/$webhookId" params={{ webhookId: id }} search={modeIn} className="row-link">
          <Name text={placeOf(url)} className="strong" />
        </Link>
        {status === 'ACTIVE' && consecutiveFailures > 0 ? (
          <span className="small bad">{webhookWords.failing(consecutiveFailures)}</span>
        ) : null}
      </td>
      <td className="events-cell small muted">{eventsText(events)}</td>
      <td className="state-cell">
        <WebhookStateChip webhook={webhook} />
      </td>
      <td className="since-cell small muted right">
        <Time iso={createdAt} text={dayText(createdAt)} />
      </td>
    </tr>
  );
}
