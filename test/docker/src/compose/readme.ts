import { isDeepStrictEqual } from 'node:util';
import type { Verdicts } from '@loyalty/stack';
import {
  eventually,
  outcomeOf,
  promisedBy,
  readDocumentedCommands,
  runDocumentedCommands,
  type CommandsPlace,
  type DocumentedCommands,
} from '@loyalty/testkit/runs';
import { join } from 'node:path';
import { root } from '../root.ts';
import type { ComposeProject } from './project.ts';

/** Runs what the README shows against a project: a receipt, a redeem, a reward, a webhook. */
export const judgeReadme = async (project: ComposeProject, verdicts: Verdicts): Promise<void> => {
  const place = {
    root,
    replaced: {
      'http://127.0.0.1:8080': project.origin,
      'npm run --silent loyaltyctl --': project.loyaltyctlWords,
    },
  };
  for (const block of readDocumentedCommands(join(root, 'README.md'))) {
    const failure = await failureOf(block, place);
    verdicts.judge(`the README is true: ${block.heading}`, failure === null, failure ?? '');
  }
};

const failureOf = async (block: DocumentedCommands, place: CommandsPlace): Promise<string | null> => {
  let seen = '';
  const isTrue = async (): Promise<boolean> => {
    const ran = await runDocumentedCommands(block, place);
    const outcome = outcomeOf(ran, block);
    seen = outcome.failure ?? JSON.stringify(outcome.shown);
    const isHeard = !block.commands.includes('webhooks listen') || (await isPrinted(ran.besides));
    ran.close();
    return isHeard && isDeepStrictEqual(outcome, promisedBy(block));
  };
  // Its references make it harmless to repeat them until the result is ready.
  return eventually('the page is true', isTrue).then(
    () => null,
    () => seen,
  );
};

/** The receiver of the page prints the delivery. */
const isPrinted = (besides: () => string): Promise<boolean> =>
  eventually('the delivery is printed', () => besides().includes('transaction.processed')).then(
    () => true,
    () => false,
  );
