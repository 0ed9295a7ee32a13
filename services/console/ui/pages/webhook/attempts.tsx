import type { Schemas } from '@loyalty/client';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { spanText, waitText } from '../../model/times/spans.ts';
import { wholeTimeText, wholeClockText, shortTimeText } from '../../model/times/times.ts';
import { Time } from '../../parts/texts/time.tsx';
import { failureText } from './delivery-row.tsx';
import { attemptSteps, type AttemptStep } from './delivery.ts';
import { deliveryWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './webhook-page.module.css';

type Delivery = Schemas['Delivery'];
type Attempt = Delivery['attempts'][number];

/** Shows the attempts, oldest first, and when the next one is made. */
export function Attempts({ delivery }: { readonly delivery: Delivery }) {
  const { attempts, status, nextAttemptAt, failure } = delivery;
  return (
    <ol className={own.tries} aria-label={deliveryWords.attempts}>
      {attemptSteps(attempts).map((step) => (
        <AttemptLine key={step.attempt.attempt} step={step} sentAt={delivery.createdAt} />
      ))}
      {status === 'FAILED' && attempts.length === 0 && failure !== null ? (
        <li>
          <CircleX size={16} className={css.bad} />
          <span>{failureText(failure)}</span>
        </li>
      ) : null}
      {nextAttemptAt === null ? null : (
        <li className={css.muted}>
          <Clock size={16} />
          <Time
            iso={nextAttemptAt}
            text={deliveryWords.next(shortTimeText(nextAttemptAt, new Date().toISOString()))}
          />
        </li>
      )}
      {status === 'PENDING' ? (
        <li className={css.muted}>
          <Clock size={16} />
          <span>{deliveryWords.notTried}</span>
        </li>
      ) : null}
    </ol>
  );
}

interface AttemptLineProps {
  readonly step: AttemptStep<Attempt>;
  /** Attempts of any other day name their day. */
  readonly sentAt: string;
}

function AttemptLine({ step: { attempt, waitedMs, isTaken }, sentAt }: AttemptLineProps) {
  const { at, attempt: nth } = attempt;
  const isFirst = nth === 1;
  const label = isFirst
    ? deliveryWords.first
    : waitedMs === null
      ? deliveryWords.nth(nth)
      : deliveryWords.after(waitText(waitedMs));
  return (
    <li>
      {isTaken ? <CircleCheck size={16} className={css.ok} /> : <CircleX size={16} className={css.bad} />}
      <span>
        <span className={css.vh}>{isTaken ? deliveryWords.wasTaken : deliveryWords.wasNotTaken}</span>
        <span className={css.strong}>{label}</span>{' '}
        <span className={`${css.num} ${css.muted}`}>
          <Time iso={at} text={isFirst ? wholeClockText(at, 3) : wholeTimeText(at, sentAt)} />
        </span>
      </span>
      <span className={`${css.small} ${css.muted} ${css.num} ${css.right}`}>{resultText(attempt)}</span>
    </li>
  );
}

const resultText = ({ responseCode, error, failureReason, durationMs }: Attempt): string => {
  const span = durationMs === null ? null : spanText(durationMs);
  if (responseCode !== null) return deliveryWords.result(responseCode, span);
  return deliveryWords.failure(failureText(error ?? '', failureReason), span);
};
