import { type JudgedStep, onEventsOnly, stepsOf } from './steps.ts';
import { whyWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './why-page.module.css';

/**
 * Shows the checks of one campaign as a line: those up to the one that failed, and those that were not made.
 */
export function WhySteps({ reason }: { readonly reason: string | null }) {
  const steps = stepsOf(reason);
  // It reacts to events: no check of a purchase has failed.
  if (steps === null || reason === onEventsOnly) return null;
  return (
    <ol className={own.steps} aria-label={whyWords.checks}>
      {steps.map((one) => (
        <Step key={one.step} judged={one} />
      ))}
    </ol>
  );
}

function Step({ judged: { step, state } }: { readonly judged: JudgedStep }) {
  return (
    <li data-state={state}>
      <span className={css.vh}>{whyWords.stepState(whyWords.steps[step], whyWords.states[state])}</span>
      <i aria-hidden />
      <span className={own.step} aria-hidden>
        {whyWords.steps[step]}
      </span>
    </li>
  );
}

/** Returns the name of the check that failed; null if its place is not known. */
export const failedStep = (reason: string): string | null => {
  const failed = stepsOf(reason)?.find(({ state }) => state === 'failed');
  return failed === undefined ? null : whyWords.steps[failed.step];
};
