import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { printLine, type Verdicts } from '@loyalty/stack';
import { defineDrill } from '@loyalty/stack/drill';
import { judgeAll } from './judges/judge-all.ts';
import type { LossDocument } from './judges/loss.ts';
import { options, type Options } from './options.ts';
import { restore, type Procedure } from './procedure.ts';
import { home } from './root.ts';
import { RestoredStack } from './servers/restored-stack.ts';
import { liveAndLose, type Known } from './story/live-and-lose.ts';

const about = `
Backs up a database under load (archived WAL and a copy of its data directory), loses it, restores it to a time before the loss, and
follows docs/runbooks/restore.md with the very commands of that page. Then it judges what must hold and prints RPO and RTO.
Exit code 1: a promise was broken.`;

/** A database is lost and restored by the runbook. */
export const drill = defineDrill({
  about,
  options,
  run: async (values, verdicts) => {
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home, { recursive: true });
    printLine('Starting servers in .loyalty/restore');
    const stack = await RestoredStack.start();
    await loseAndRestore(stack, values, verdicts).finally(() => stack.stop());
  },
});

const loseAndRestore = async (stack: RestoredStack, values: Options, verdicts: Verdicts): Promise<void> => {
  const { kafka } = values;
  const erasuresFile = join(home, 'erasures.ndjson');
  const known = await liveAndLose(stack, values, erasuresFile);
  const lostMs = performance.now();
  const procedure = await restore(stack, known, { kafka, erasuresFile });
  const restoredMs = performance.now() - lostMs;
  const found = await judgeAll({ stack, verdicts, kafka, known, procedure });
  printFigures({ known, procedure, found, restoredMs, kafka });
};

interface Figures {
  readonly known: Known;
  readonly procedure: Procedure;
  readonly found: LossDocument;
  readonly restoredMs: number;
  readonly kafka: Options['kafka'];
}

const printFigures = ({ known, procedure, found, restoredMs, kafka }: Figures): void => {
  const { since, lostAt, acknowledged } = known;
  const after = acknowledged.filter(({ atMs }) => atMs > since.getTime()).length;
  const lost = kafka === 'kept' || kafka === 'new' ? 0 : after;
  printLine(
    `\nRPO, Kafka ${kafka}: Postgres was restored to ${seconds(lostAt.getTime() - since.getTime())} before its loss.`,
  );
  printLine(
    `  receipts and redeems: ${lost.toString()} of ${after.toString()} acknowledged since then are gone`,
  );
  printLine(
    lost === 0
      ? `  writes of calls: ${found.missing.calls.toString()} are gone and listed, to be repeated by a person`
      : '  writes of calls: those since then are gone, and not all are listed',
  );
  printLine(`RTO: ${seconds(restoredMs)} from the loss to the first served caller`);
  for (const [step, ms] of procedure.steps) printLine(`  ${step}: ${seconds(ms)}`);
};

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
