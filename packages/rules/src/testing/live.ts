import type { EvaluateRequest } from '@loyalty/contracts';
import { utcDayOf } from '@loyalty/kernel';
import type { MemberEvent } from '../earning/activity.ts';
import { type CreditSkipped, decideCredit, type PointsCredit } from '../earning/decide-credit.ts';
import { decideEvaluate } from '../earning/decide-evaluate.ts';
import { decideEvent } from '../earning/decide-event.ts';
import type { CreditProcessed, EarnResult, EvaluateDecision, EventDecision } from '../earning/decision.ts';
import type { EarningInputRows } from '../earning/earning-inputs.ts';
import { type Books, type BudgetChange, createBooks } from './books.ts';
import { nowMs } from './builders.ts';
import { type Circumstances, contextOf, type TestConfiguration } from './make-configuration.ts';
import type { ReceiptStep, Step } from './make-steps.ts';

/** A receipt, an event or a credit to be decided. */
export type Subject =
  | { readonly kind: 'receipt'; readonly request: EvaluateRequest }
  | { readonly kind: 'event'; readonly event: MemberEvent; readonly occurredAtMs: number | null }
  | { readonly kind: 'credit'; readonly awards: PointsCredit['awards'] };

export type Decision = EvaluateDecision | EventDecision | CreditProcessed | CreditSkipped;

export const decide = (circumstances: Circumstances, subject: Subject): Decision => {
  const context = contextOf(circumstances);
  switch (subject.kind) {
    case 'receipt':
      return decideEvaluate(context, subject.request);
    case 'event':
      return decideEvent(context, subject.event, subject.occurredAtMs);
    case 'credit':
      return decideCredit(context, subject);
  }
};

/** One decision of a life, with everything on which it depends, and its effect on budgets. */
export interface Turn {
  readonly memberRef: string;
  readonly circumstances: Circumstances;
  readonly subject: Subject;
  /** The budgets before the decision, of the campaigns that have one. */
  readonly budgets: ReturnType<Books['budgets']>;
  readonly decision: Decision;
  readonly changes: readonly BudgetChange[];
}

export interface Life {
  readonly turns: readonly Turn[];
  readonly books: Books;
}

/** Decides the steps in order, each on the books after the one before. Credits follow their event. */
export const live = (
  configuration: TestConfiguration,
  steps: readonly Step[],
  segmentsOf: (memberRef: string) => EarningInputRows['segmentIds'] = () => [],
): Life => {
  const books = createBooks(configuration, segmentsOf);
  const turns: Turn[] = [];
  const take = (memberRef: string, subject: Subject, { operation, ref }: Reference): Decision => {
    const circumstances = {
      programme: configuration,
      account: books.accountOf(memberRef),
      inputs: books.earningInputsOf(memberRef),
      purchases: books.purchasesOf(memberRef),
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
    if (step.kind === 'receipt' && decision.outcome === 'processed') countIn(books, step);
    const referrerAwards = referrerAwardsOf(decision);
    if (step.kind === 'event' && step.referrerRef !== null && referrerAwards.length > 0) {
      take(
        step.referrerRef,
        { kind: 'credit', awards: referrerAwards },
        { operation: 'credit', ref: `event ${step.ref}` },
      );
    }
  }
  return { turns, books };
};

const countIn = (books: Books, { memberRef, request, comesBack }: ReceiptStep): void => {
  const { occurredAt, amountCents } = request;
  const day = utcDayOf(occurredAt ?? nowMs);
  books.count(memberRef, { day, cents: amountCents, txns: 1 });
  if (comesBack === true) books.count(memberRef, { day, cents: -amountCents, txns: -1 });
};

interface Reference {
  readonly operation: string;
  readonly ref: string;
}

const referenceOf = (step: Step): Reference =>
  step.kind === 'receipt'
    ? { operation: 'evaluate', ref: step.request.transactionRef }
    : { operation: 'event', ref: step.ref };

const subjectOf = (step: Step, books: Books): Subject => {
  if (step.kind === 'receipt') return { kind: 'receipt', request: step.request };
  const { event, memberRef, referrerRef, occurredAtMs } = step;
  const hasReferrer =
    referrerRef !== null && referrerRef !== memberRef && books.accountOf(referrerRef) !== null;
  return { kind: 'event', event: { ...event, hasReferrer }, occurredAtMs };
};

const referrerAwardsOf = (decision: Decision): EarnResult['referrerAwards'] =>
  decision.outcome === 'processed' ? decision.referrerAwards : [];
