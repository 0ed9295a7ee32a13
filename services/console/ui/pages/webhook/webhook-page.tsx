import type { Schemas } from '@loyalty/client';
import { Link, useParams } from '@tanstack/react-router';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { shownText } from '../../model/shown-text.ts';
import { dayText } from '../../model/times/times.ts';
import { placeOf } from '../../model/webhooks.ts';
import { CopyButton } from '../../parts/code/copy-button.tsx';
import { usePageTitle } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { words } from '../../words/index.ts';
import { webhookWords } from '../../words/webhooks.ts';
import { eventsText, WebhookStateChip } from '../webhooks/webhook-state.tsx';
import { Deliveries } from './deliveries.tsx';
import { ReplayNote } from './replay-note.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import * as css from '../../styles/common.module.css';
import * as own from './webhook-page.module.css';
import * as headCss from '../../parts/page/page-head.module.css';

/** It is disabled by its deliveries, so it changes by itself, but seldom. */
const statePollMs = 10_000;

export function WebhookPage() {
  return (
    <Permitted operations={['getWebhook', 'listDeliveries']}>
      <Webhook />
    </Permitted>
  );
}

function Webhook() {
  const { webhookId } = useParams({ from: '/webhooks/$webhookId' });
  const found = useOperation('getWebhook', { webhookId }, { pollMs: statePollMs });
  return (
    <main className={css.main} id="content">
      {found.data === undefined ? <Crumb /> : null}
      <ReadCard read={found}>
        {(webhook) => (
          <>
            <WebhookHead webhook={webhook} />
            <ReplayNote webhookId={webhookId} />
            <Deliveries webhook={webhook} />
          </>
        )}
      </ReadCard>
    </main>
  );
}

function Crumb() {
  return (
    <p className={headCss.crumb}>
      <Link className={css.link} to="/webhooks" search={modeIn}>
        {webhookWords.title}
      </Link>
      <span aria-hidden>{words.slash}</span>
    </p>
  );
}

function WebhookHead({ webhook }: { readonly webhook: Schemas['Webhook'] }) {
  const { url, events, createdAt } = webhook;
  const title = shownText(placeOf(url));
  const heading = usePageTitle(title);
  return (
    <header className={`${headCss.head} ${own.head}`}>
      <div className={headCss.text}>
        <Crumb />
        <h1 ref={heading} tabIndex={-1} className={own.url} title={shownText(url)}>
          <bdi>{title}</bdi>
        </h1>
        <div className={own.line}>
          <WebhookStateChip webhook={webhook} />
          <span className={`${css.small} ${css.muted}`}>
            {[eventsText(events), webhookWords.signed].join(', ')},{' '}
            <Time iso={createdAt} text={webhookWords.sinceDay(dayText(createdAt))} />
          </span>
          <CopyButton text={url} what={webhookWords.url} />
        </div>
      </div>
      <WebhookActions webhook={webhook} />
    </header>
  );
}
