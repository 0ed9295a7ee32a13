import { useNavigate } from '@tanstack/react-router';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { MoreButton } from '../../parts/lists/more-button.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { webhookWords } from '../../words/webhooks.ts';
import { AddWebhook } from './add-webhook.tsx';
import { WebhooksTable } from './webhooks-table.tsx';
import * as css from '../../styles/common.module.css';
import * as emptyCss from '../../parts/lists/empty.module.css';

/** Deliveries that fail disable an endpoint: it changes by itself, but seldom. */
const statePollMs = 10_000;

export function WebhooksPage() {
  return (
    <Permitted operations={['listWebhooks']}>
      <Webhooks />
    </Permitted>
  );
}

function Webhooks() {
  const [isAdding, setAdding] = useState(false);
  const navigate = useNavigate();
  const add = () => setAdding(true);
  return (
    <main className={css.main} id="content">
      <PageHead
        title={webhookWords.title}
        about={webhookWords.about}
        acts={
          <>
            <CodeButton operation="listWebhooks" args={{}} />
            <ActionButton operations={['createWebhook']} kind="main" onClick={add}>
              <Plus size={16} /> {webhookWords.add}
            </ActionButton>
          </>
        }
      />
      <section className={css.card} aria-label={webhookWords.title}>
        <WebhookList />
      </section>
      {isAdding ? (
        <AddWebhook
          onClose={(webhookId) => {
            setAdding(false);
            if (webhookId !== null)
              void navigate({ to: '/webhooks/$webhookId', params: { webhookId }, search: modeIn });
          }}
        />
      ) : null}
    </main>
  );
}

function WebhookList() {
  const list = useList('listWebhooks', {}, { pollMs: statePollMs });
  if (list.isPending) return <Bars rows={4} />;
  if (list.data === undefined) return <ProblemNote error={list.error} onAgain={() => void list.refetch()} />;
  const webhooks = list.data.pages.flatMap((page) => page.webhooks);
  if (webhooks.length === 0) return <NoWebhooks />;
  return (
    <>
      <WebhooksTable webhooks={webhooks} />
      {list.hasNextPage ? (
        <footer className={css.more}>
          <MoreButton list={list} />
        </footer>
      ) : null}
    </>
  );
}

function NoWebhooks() {
  return (
    <div className={emptyCss.empty}>
      <span className={emptyCss.icon}>
        <WebhookIcon size={22} />
      </span>
      <h2>{webhookWords.noneTitle}</h2>
      <p>{webhookWords.none}</p>
    </div>
  );
}
