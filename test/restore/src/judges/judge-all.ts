import type { Verdicts } from '@loyalty/stack';
import type { KafkaCase } from '../options.ts';
import type { Procedure } from '../procedure.ts';
import { runStep } from '../runbook.ts';
import type { RestoredStack } from '../servers/restored-stack.ts';
import type { Known } from '../story/live-and-lose.ts';
import { buyAt } from '../story/lost-writes.ts';
import { ask } from '../story/shop.ts';
import { judgeCodes } from './codes.ts';
import { notRepeated, readLoss, unlisted, type LossDocument } from './loss.ts';
import { judgeErased, judgeErasedRows } from './people.ts';
import { judgeReceipts, sameButIds, sameBytes } from './receipts.ts';
import { judgeStrangers } from './strangers.ts';

/** A drill that has come to its judgement. */
export interface Drilled {
  readonly stack: RestoredStack;
  readonly verdicts: Verdicts;
  readonly kafka: KafkaCase;
  readonly known: Known;
  readonly procedure: Procedure;
}

/** Judges every promise of a restore. Returns what `restore verify` found at last. */
export const judgeAll = async (drilled: Drilled): Promise<LossDocument> => {
  const { stack, verdicts, kafka, known, procedure } = drilled;
  const { shop, since, lost } = known;
  const found = await readLoss(stack, since.toISOString());
  const note = (promise: string, faults: readonly string[]): void => {
    verdicts.judge(promise, faults.length === 0, faults.slice(0, 3).join('; '));
  };
  note(
    promiseOfReceipts[kafka],
    await judgeReceipts({ stack, shop }, expectedOf(known, kafka), kafka === 'new' ? sameButIds : sameBytes),
  );
  const hasAll = kafka === 'kept' || kafka === 'new';
  if (hasAll) {
    note('every write that is gone for good is listed', unlisted(found, lost.listed));
    note(
      'nothing else is missing',
      notRepeated(found, { lostEnvironment: lost.tenant.environmentId, isCopy: kafka === 'new' }),
    );
    note('the suspended member is suspended, and the revoked key refused', await judgeTakings(drilled));
  }
  note('erased members stay erased', await judgeErased(stack, shop, lost.erased));
  note('no row names an erased member', await judgeErasedRows(stack, lost.erased));
  note(
    kafka === 'kept' ? 'no code belongs to two, and members keep theirs' : 'no code belongs to two',
    await judgeCodes(stack.postgres, known.codes, kafka === 'kept'),
  );
  const own = await buyAt(stack, procedure.successor);
  note(
    'the tenant who was made next meets no message of another',
    await judgeStrangers(stack, lost, procedure.successor, own),
  );
  await judgeBooks(drilled);
  return found;
};

const promiseOfReceipts: Readonly<Record<KafkaCase, string>> = {
  kept: 'every acknowledged receipt and redeem has its bytes again',
  new: 'every acknowledged receipt and redeem has its response again, but for ids that follow from times of records',
  behind: 'every receipt and redeem that was acknowledged before the time of the restore has its bytes again',
  lost: 'every receipt and redeem that was acknowledged before the time of the restore has its bytes again',
};

/** Only what Postgres had is known if the records of Kafka are gone. */
const expectedOf = ({ acknowledged, since }: Known, kafka: KafkaCase): Known['acknowledged'] =>
  kafka === 'kept' || kafka === 'new'
    ? acknowledged
    : acknowledged.filter(({ atMs }) => atMs < since.getTime());

const judgeTakings = async ({ stack, known }: Drilled): Promise<readonly string[]> => {
  const { shop, beforehand } = known;
  const member = await ask(stack, shop, { method: 'GET', path: `/members/${beforehand.toSuspend}` });
  const stranger = { ...shop, key: beforehand.keyToRevoke.key };
  const refused = await ask(stack, stranger, { method: 'GET', path: '/campaigns' });
  return [
    ...(member.text.includes('"suspended"') ? [] : [member.text]),
    ...(refused.status === 401 ? [] : [`the revoked key gets ${refused.status.toString()}`]),
  ];
};

/** A person has repeated what was listed; the runbook's last commands close it. */
const judgeBooks = async ({ stack, verdicts, procedure }: Drilled): Promise<void> => {
  const { values } = procedure;
  // `restore verify` ends with 1: what is gone for good is listed.
  await runStep(stack, 'Verify', values);
  const ran = await runStep(stack, 'Close', values);
  const failed = ran.filter(({ code }) => code !== 0);
  verdicts.judge(
    '`check` is clean',
    failed.length === 0,
    failed.map(({ line, output }) => `${line}: ${output}`).join('; '),
  );
};
