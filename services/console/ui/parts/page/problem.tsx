import { isProblem, LoyaltyProblem, LoyaltyUnreachable } from '@loyalty/client';
import { CircleAlert } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { isAway, useApiAway } from '../../api/away.ts';
import { useSlowWait } from '../../api/slowness.ts';
import { faultSentence } from '../../model/drafts/fault-sentence.ts';
import { faultsOf } from '../../model/drafts/field-faults.ts';
import { faultWords } from '../../words/faults.ts';
import { words } from '../../words/index.ts';
import { CopyButton } from '../code/copy-button.tsx';
import { Bars } from '../lists/bars.tsx';
import * as css from '../../styles/common.module.css';
import * as emptyCss from '../lists/empty.module.css';
import * as own from './problem.module.css';

interface ProblemProps {
  readonly error: unknown;
  readonly onAgain: () => void;
}

/** Shows a failed call in a card: what the API says, and the id by which somebody can find it. */
export function ProblemNote({ error, onAgain }: ProblemProps) {
  const { title, detail, requestId } = problemTexts(error);
  // The band of the page says it once, and reads again by itself.
  if (isAway(error)) return <Bars rows={3} />;
  return (
    <div className={emptyCss.empty} role="alert">
      <span className={emptyCss.icon} data-tone="bad">
        <CircleAlert size={22} />
      </span>
      <h2>{title}</h2>
      <p>{detail}</p>
      {requestId === null ? null : (
        <p className={`${css.small} ${css.faint}`}>
          {words.problem.requestId} <span className={css.mono}>{requestId}</span>{' '}
          <CopyButton text={requestId} what={words.problem.requestId} />
        </p>
      )}
      <div className={emptyCss.acts}>
        <button type="button" className={css.btn} onClick={onAgain}>
          {words.problem.again}
        </button>
      </div>
    </div>
  );
}

/** Returns the title and the detail of a problem as the API says them, or that nothing responded. */
export const problemTexts = (error: unknown) => {
  if (isProblem(error, 'PRECONDITION_FAILED'))
    return {
      title: words.problem.outdated,
      detail: words.problem.outdatedDetail,
      requestId: error.requestId,
    };
  if (error instanceof LoyaltyProblem)
    return { title: error.title, detail: error.detail, requestId: error.requestId };
  const requestId = error instanceof LoyaltyUnreachable ? error.requestId : null;
  if (error instanceof LoyaltyUnreachable && error.isOutcomeUnknown)
    return { title: words.problem.unknown, detail: words.problem.unknownDetail, requestId };
  return { title: words.problem.title, detail: words.problem.unreachable, requestId };
};

interface ProblemLineProps {
  readonly error: unknown;
  /** What it says of parts of the body that no field shows. */
  readonly faults: readonly { readonly pointer: string; readonly message: string }[];
}

/** Shows a failed write in its form; what was typed stays. */
export function ProblemLine({ error, faults }: ProblemLineProps) {
  const { title, detail, requestId } = problemTexts(error);
  const wrong = wrongFields(error);
  if (wrong > 0) return <FieldsLine count={wrong} faults={faults} />;
  return (
    <div className={own.line} role="alert">
      <CircleAlert size={16} />
      <div>
        <b>{title}</b>
        <p>{detail}</p>
        {isProblem(error, 'PRECONDITION_FAILED') ? <NewerLink /> : null}
        <OtherFaults faults={faults} />
        {requestId === null ? null : (
          <p className={css.small}>
            {words.problem.requestId} <span className={css.mono}>{requestId}</span>{' '}
            <CopyButton text={requestId} what={words.problem.requestId} />
          </p>
        )}
      </div>
    </div>
  );
}

/** The number of fields that a request was refused for. */
const wrongFields = (error: unknown): number =>
  isProblem(error, 'VALIDATION_ERROR') ? faultsOf(error.context).size : 0;

/** Says how many fields are wrong, and leads to the first of them. */
function FieldsLine({ count, faults }: { readonly count: number } & Pick<ProblemLineProps, 'faults'>) {
  return (
    <div className={own.line} role="alert">
      <CircleAlert size={16} />
      <div>
        <b>{faultWords.count(count)}</b>{' '}
        {count === faults.length ? null : (
          <button type="button" className={css.btn} data-small onClick={goToFirstFault}>
            {faultWords.jump}
          </button>
        )}
        <OtherFaults faults={faults} />
      </div>
    </div>
  );
}

const goToFirstFault = ({ currentTarget }: MouseEvent<HTMLElement>): void =>
  currentTarget.closest('form, main')?.querySelector<HTMLElement>('[aria-invalid]')?.focus();

/** Faults of parts of the body that no field shows. */
function OtherFaults({ faults }: Pick<ProblemLineProps, 'faults'>) {
  return faults.map(({ pointer, message }) => (
    <p key={pointer} className={css.small}>
      <span className={css.mono}>{pointer}</span> {faultSentence(message, pointer)}
    </p>
  ));
}

/** The same page in another tab, where it shows what is stored now; what was typed stays in this one. */
function NewerLink() {
  return (
    <p>
      <a className={css.link} href={location.href} target="_blank" rel="noreferrer">
        {words.problem.newer}
      </a>
    </p>
  );
}

interface ProblemPageProps {
  readonly title: string;
  readonly detail: string;
  readonly onAgain?: () => void;
  /** Links to where one can go on. */
  readonly children?: ReactNode;
}

/** Shows a problem in place of a page that could not be read. */
export function ProblemPage({ title, detail, onAgain, children }: ProblemPageProps) {
  return (
    <main className={css.main} id="content">
      <div className={`${css.card} ${emptyCss.empty}`}>
        <span className={emptyCss.icon}>
          <CircleAlert size={22} />
        </span>
        <h1>{title}</h1>
        <p>{detail}</p>
        <div className={emptyCss.acts}>
          {onAgain === undefined ? null : (
            <button type="button" className={css.btn} onClick={onAgain}>
              {words.problem.again}
            </button>
          )}
          {children}
        </div>
      </div>
    </main>
  );
}

/** Says once for the whole page that the API is away, or that calls wait because it asked for it. */
export function ApiBand() {
  const seconds = useSlowWait();
  const isApiAway = useApiAway();
  const text = isApiAway ? words.problem.away : seconds === 0 ? null : words.problem.slower(seconds);
  return <div role="status">{text === null ? null : <p className={own.slow}>{text}</p>}</div>;
}
