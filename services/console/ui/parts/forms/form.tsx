import { LoyaltyProblem } from '@loyalty/client';
import { createContext, type ReactNode, use, useMemo } from 'react';
import {
  type FieldFaults,
  faultsOf,
  faultsWithoutField,
  noFaults,
  takenFaults,
} from '../../model/drafts/field-faults.ts';
import { faultSentence } from '../../model/drafts/fault-sentence.ts';
import { words } from '../../words/index.ts';
import { ProblemLine } from '../page/problem.tsx';
import * as css from '../../styles/common.module.css';
import * as own from './form.module.css';

/** The faults of a form, in the words of the API and in ours. */
interface Faulty {
  readonly said: FieldFaults;
  readonly sentences: FieldFaults;
}

const Faults = createContext<Faulty>({ said: noFaults, sentences: noFaults });

/** Returns a sentence about each field of the surrounding form that breaks a rule. */
export const useFaults = (): FieldFaults => use(Faults).sentences;

/** Returns what the API said about the fields of the surrounding form, for a field that knows what was typed. */
export const useSaidFaults = (): FieldFaults => use(Faults).said;

/** Provides faults to the fields of a form. */
export function FaultsOf({
  faults,
  children,
}: {
  readonly faults: FieldFaults;
  readonly children: ReactNode;
}) {
  const faulty = useMemo(
    () => ({
      said: faults,
      sentences: new Map(
        [...faults].map(([pointer, message]) => [pointer, faultSentence(message, pointer)] as const),
      ),
    }),
    [faults],
  );
  return <Faults value={faulty}>{children}</Faults>;
}

interface FormProps {
  /** This is the error of the last try; it is null before the first and after one that succeeded. */
  readonly error: unknown;
  /** Pointers of the fields that the form has; what the API says of others stands in the band above its buttons. */
  readonly pointers: readonly string[];
  readonly isPending: boolean;
  readonly submit: string;
  readonly isDanger?: boolean;
  readonly canSubmit?: boolean;
  readonly onSubmit: () => void;
  readonly onCancel?: () => void;
  /** It is shown next to the buttons, such as «Code». */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A form that keeps what was typed when a call fails, and shows what the API says about a field at that
 * field.
 */
export function Form(props: FormProps) {
  const { error, pointers, isPending, submit, isDanger = false, canSubmit = true } = props;
  const faults = useMemo(() => faultsIn(error), [error]);
  const others = faultsWithoutField(faults, pointers);
  return (
    <FaultsOf faults={faults}>
      <form
        className={own.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending && canSubmit) props.onSubmit();
        }}
      >
        {props.children}
        {error === null || error === undefined ? null : <ProblemLine error={error} faults={others} />}
        <footer className={own.acts}>
          {props.aside}
          <span className={css.push} />
          {props.onCancel === undefined ? null : (
            <button type="button" className={css.btn} onClick={props.onCancel}>
              {words.cancel}
            </button>
          )}
          <button
            type="submit"
            className={css.btn}
            data-kind={isDanger ? 'danger' : 'main'}
            disabled={!canSubmit}
            aria-busy={isPending}
          >
            {isPending ? words.sending : submit}
          </button>
        </footer>
      </form>
    </FaultsOf>
  );
}

const faultsIn = (error: unknown): FieldFaults => {
  if (!(error instanceof LoyaltyProblem)) return noFaults;
  return error.code === 'DUPLICATE_KEY' ? takenFaults(error.context, error.title) : faultsOf(error.context);
};
