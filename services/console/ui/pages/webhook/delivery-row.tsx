import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { given } from '../../model/address.ts';
import { spanText } from '../../model/times/spans.ts';
import { wholeTimeText, shortTimeText } from '../../model/times/times.ts';
import { Name } from '../../parts/names/name.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { wordOf } from '../../words/index.ts';
import { deliveryWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as picksCss from '../../parts/lists/picks.module.css';

type Delivery = Schemas['Delivery'];

export function DeliveryRow({
  delivery,
  isChosen,
}: {
  readonly delivery: Delivery;
  readonly isChosen: boolean;
}) {
  const { id, event, createdAt, redelivery } = delivery;
  return (
    <li>
      <Link
        from="/webhooks/$webhookId"
        search={({ mode, show }) => given({ mode, show, delivery: id })}
        className={picksCss.pick}
        aria-current={isChosen ? 'true' : undefined}
        activeProps={{}}
      >
        <Name text={event} className={css.mono} />
        <span className={picksCss.end}>
          <StateChip delivery={delivery} />
        </span>
        <span className={`${css.small} ${css.muted}`}>
          <Time iso={createdAt} text={wholeTimeText(createdAt, new Date().toISOString())} />
          {redelivery ? ` · ${deliveryWords.replay}` : ''}
        </span>
        <span className={`${picksCss.end} ${css.small} ${css.muted} ${css.num}`}>{noteOf(delivery)}</span>
      </Link>
    </li>
  );
}

const tones = { SUCCEEDED: 'ok', FAILED: 'bad', RETRYING: 'warn', PENDING: 'warn' } as const;

function StateChip({ delivery }: { readonly delivery: Delivery }) {
  const { responseCode, failure, status } = delivery;
  if (status === 'RETRYING' || status === 'PENDING')
    return (
      <Chip tone={tones[status]}>
        {status === 'PENDING' ? deliveryWords.notTried : deliveryWords.retrying}
      </Chip>
    );
  const said =
    responseCode?.toString() ?? (failure === null ? deliveryWords.failedMark : failureText(failure));
  return <Chip tone={tones[status]}>{said}</Chip>;
}

/** Returns the words of a failure, with its reason if there is one. */
export const failureText = (failure: string, reason: string | null = null): string => {
  const text = wordOf(deliveryWords.failures, failure);
  return reason === null ? text : deliveryWords.because(text, wordOf(deliveryWords.failureReasons, reason));
};

const noteOf = ({ status, attempt, maxAttempts, latencyMs, nextAttemptAt }: Delivery): string => {
  if (status === 'PENDING') return deliveryWords.notTried;
  if (nextAttemptAt !== null)
    return deliveryWords.again(shortTimeText(nextAttemptAt, new Date().toISOString()));
  if (status === 'SUCCEEDED' && latencyMs !== null) return spanText(latencyMs);
  return deliveryWords.ofAttempts(attempt, maxAttempts);
};
