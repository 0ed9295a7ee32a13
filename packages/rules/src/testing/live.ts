import { decideCredit, type CreditSkipped, type PointsCredit } from '../decide-credit.ts';
import { decideEvaluate } from '../decide-evaluate.ts';
import { decideEvent } from '../decide-event.ts';
import type { CreditProcessed, Earned, EvaluateDecision, EventDecision } from '../decision.ts';
import type { EvaluateRequest } from '../model.ts';
import type { MemberEvent } from '../occasion.ts';
import type { StandingRows } from '../standing.ts';
import { createBooks, type BudgetChange, type Books } from './books.ts';
import { nowMs } from './builders.ts';
import { contextOf, type Circumstances, type Programme } from './make-programme.ts';
import type { Step } from './make-steps.ts';

/** What is to be decided. */
export type Subject =
  | { readonly kind: 'purchase'; readonly request: EvaluateRequest }
  | { readonly kind: 'event'; readonly event: MemberEvent; readonly occurredAtMs: number | null }
  | { readonly kind: 'credit'; readonly awards: PointsCredit['awards'] };

export type Decision = EvaluateDecision | EventDecision | CreditProcessed | CreditSkipped;

export const decide = (circumstances: Circumstances, subject: Subject): Decision => {
  const context = contextOf(circumstances);
  switch (subject.kind) {
    case 'purchase':
      return decideEvaluate(context, subject.request);
    case 'event':
      return decideEvent(context, subject.event, subject.occurredAtMs);
    case 'credit':
      return decideCredit(context, subject);
  }
};

/** One decision of a life, with everything that it was taken from, and what it did to budgets. */
export interface Turn {
  readonly memberRef: string;
  readonly circumstances: Circumstances;
  readonly subject: Subject;
  /** The budgets as they stood before, of the campaigns that have one. */
  readonly budgets: ReturnType<Books['budgets']>;
  readonly decision: Decision;
  readonly changes: readonly BudgetChange[];
}

export interface Life {
  readonly turns: readonly Turn[];
  readonly books: Books;
}

/** Decides one step after the other, each on the books that the one before it left; credits follow their event. */
export const live = (
  programme: Programme,
  steps: readonly Step[],
  segmentsOf: (memberRef: string) => StandingRows['segmentIds'] = () => [],
): Life => {
  const books = createBooks(programme, segmentsOf);
  const turns: Turn[] = [];
  const take = (memberRef: string, subject: Subject, { operation, ref }: Reference): Decision => {
    const circumstances = {
      programme,
      account: books.accountOf(memberRef),
      standing: books.standingOf(memberRef),
      atMs: nowMs + turns.length * 1_000,
      operation,
      ref,
    };
    const budgets = books.budgets();
    const decision = decide(circumstances, subject);
    const changes = decision.outcome === 'processed' ? books.store(memberRef, decision) : [];
    turns.push({ memberRef, circumstances, subject, budgets, decision, changes });
    return decision;
  };

  for (const step of steps) {
    const { memberRef } = step;
    const decision = take(memberRef, subjectOf(step, books), referenceOf(step));
    const owed = awardsOwedBy(decision);
    if (step.kind === 'event' && step.referrerRef !== null && owed.length > 0) {
      take(
        step.referrerRef,
        { kind: 'credit', awards: owed },
        { operation: 'credit', ref: `event ${step.ref}` },
      );
    }
  }
  return { turns, books };
};

interface Reference {
  readonly operation: string;
  readonly ref: string;
}

const referenceOf = (step: Step): Reference =>
  step.kind === 'purchase'
    ? { operation: 'evaluate', ref: step.request.transactionRef }
    : { operation: 'event', ref: step.ref };

const subjectOf = (step: Step, books: Books): Subject => {
  if (step.kind === 'purchase') return { kind: 'purchase', request: step.request };
  const { event, memberRef, referrerRef, occurredAtMs } = step;
  const hasReferrer =
    referrerRef !== null && referrerRef !== memberRef && books.accountOf(referrerRef) !== null;
  return { kind: 'event', event: { ...event, hasReferrer }, occurredAtMs };
};

const awardsOwedBy = (decision: Decision): Earned['referrerAwards'] =>
  decision.outcome === 'processed' ? decision.referrerAwards : [];
