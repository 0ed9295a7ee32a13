import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, RotateCcw } from 'lucide-react';
import { useOperation } from '../../api/use-operation.ts';
import { useWrite } from '../../api/use-write.ts';
import { given } from '../../model/address.ts';
import { withMarksEncoded } from '../../model/shown-text.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { CopyButton } from '../../parts/code/copy-button.tsx';
import { JsonBlock } from '../../parts/code/json-block.tsx';
import { toast, toastProblem } from '../../parts/dialogs/toasts.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { useDetailFocus } from '../../parts/lists/split.tsx';
import { Name } from '../../parts/names/name.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { Attempts } from './attempts.tsx';
import { isFinished } from './delivery.ts';
import { useChooseDelivery } from './use-choose-delivery.ts';
import { deliveryWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as codeCss from '../../parts/code/code.module.css';
import * as jsonBlockCss from '../../parts/code/json-block.module.css';
import * as pairsCss from '../../parts/texts/pairs.module.css';
import * as splitCss from '../../parts/lists/split.module.css';

type Delivery = Schemas['Delivery'];

interface DeliveryDetailProps {
  readonly webhook: Schemas['Webhook'];
  readonly deliveryId: string | undefined;
  /** The deliveries are as the list has them, which is newer than what was read once with its body. */
  readonly listed: readonly Delivery[];
}

const pollMs = 3_000;

export function DeliveryDetail({ webhook, deliveryId, listed }: DeliveryDetailProps) {
  const inList = listed.find(({ id }) => id === deliveryId);
  const found = useOperation(
    'getDelivery',
    { webhookId: webhook.id, deliveryId: deliveryId ?? '' },
    {
      isEnabled: deliveryId !== undefined,
      staleMs: 60_000,
      // What the list has is polled with it.
      ...(inList === undefined ? { pollMs, pollWhile: (read: Delivery) => !isFinished(read) } : {}),
    },
  );
  if (deliveryId === undefined)
    return <p className={`${splitCss.hint} ${css.muted}`}>{deliveryWords.pick}</p>;
  const shown = inList ?? found.data;
  return (
    <>
      <BackLink />
      {shown === undefined ? null : <DeliveryShown webhook={webhook} delivery={shown} />}
      {found.isPending ? <Bars rows={5} /> : null}
      {found.isError && found.data === undefined ? (
        <ProblemNote error={found.error} onAgain={() => void found.refetch()} />
      ) : null}
      {found.data === undefined ? null : <Body delivery={found.data} />}
    </>
  );
}

function BackLink() {
  return (
    <Link
      from="/webhooks/$webhookId"
      search={({ mode, show }) => given({ mode, show })}
      activeProps={{}}
      className={`${css.link} ${splitCss.back}`}
    >
      <ArrowLeft size={15} /> {deliveryWords.list}
    </Link>
  );
}

function DeliveryShown({
  webhook,
  delivery,
}: {
  readonly webhook: Schemas['Webhook'];
  readonly delivery: Delivery;
}) {
  const { id, event, eventId, replayOf, errorBody } = delivery;
  const heading = useDetailFocus(id);
  return (
    <>
      <header className={splitCss.head}>
        <h2 className={`${css.mono} ${css.cut}`} ref={heading} tabIndex={-1}>
          {event}
        </h2>
        <span className={splitCss.acts}>
          <CodeButton operation="replayDelivery" args={{ webhookId: webhook.id, deliveryId: id }} />
          <SendAgain webhook={webhook} delivery={delivery} />
        </span>
      </header>
      <Attempts delivery={delivery} />
      <dl className={pairsCss.pairs}>
        <IdRow label={deliveryWords.id} id={id} />
        <IdRow label={deliveryWords.eventId} id={eventId} />
        {replayOf === null ? null : <IdRow label={deliveryWords.replayOf} id={replayOf} />}
      </dl>
      {errorBody === null || errorBody === '' ? null : (
        <section className={jsonBlockCss.json} aria-label={deliveryWords.response}>
          <h3>{deliveryWords.response}</h3>
          <pre className={`${codeCss.code} ${codeCss.wrapped}`} tabIndex={0}>
            {withMarksEncoded(errorBody)}
          </pre>
        </section>
      )}
    </>
  );
}

function IdRow({ label, id }: { readonly label: string; readonly id: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Name text={id} className={css.mono} />
        <CopyButton text={id} what={label} />
      </dd>
    </div>
  );
}

function SendAgain({
  webhook,
  delivery,
}: {
  readonly webhook: Schemas['Webhook'];
  readonly delivery: Delivery;
}) {
  const choose = useChooseDelivery();
  const write = useWrite('replayDelivery', {
    invalidates: ['listDeliveries'],
    onDone: ({ deliveryId }) => {
      toast({ title: deliveryWords.isSentAgain, detail: deliveryWords.isSentAgainDetail });
      choose(deliveryId);
    },
  });
  const why = isFinished(delivery)
    ? webhook.status === 'ACTIVE'
      ? undefined
      : deliveryWords.whileDisabled
    : deliveryWords.notFinished;
  return (
    <ActionButton
      operations={['replayDelivery']}
      isSmall
      isBusy={write.isPending}
      why={why}
      onClick={() =>
        write.mutate({ webhookId: webhook.id, deliveryId: delivery.id }, { onError: toastProblem })
      }
    >
      <RotateCcw size={14} /> {deliveryWords.sendAgain}
    </ActionButton>
  );
}

function Body({ delivery: { body } }: { readonly delivery: Delivery }) {
  if (body === null || body === undefined)
    return <p className={`${splitCss.hint} ${css.muted}`}>{deliveryWords.noBody}</p>;
  return <JsonBlock title={deliveryWords.body} value={body} />;
}
