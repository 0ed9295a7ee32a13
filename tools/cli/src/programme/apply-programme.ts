import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { createLoyalty, type Loyalty } from '@loyalty/client';
import { type Clock, Fault, systemClock } from '@loyalty/kernel';
import { apiAccessOf, type ApiFlags, failedCall } from '../api-access.ts';
import { errorCodeOf } from '../failures.ts';
import { type CommandContext, type CommandOutcome, requireYes } from '../session.ts';
import type { DocumentFault } from './parsed-document.ts';
import { planChanges } from './plan-changes.ts';
import type { Plan } from './plan.ts';
import type { FoundProgramme } from './programme.ts';
import { type ReadDocument, readDocument } from './read-document.ts';
import { readProgramme } from './read-programme.ts';
import { sendPlan } from './send-plan.ts';
import { nameOf, planLines, stoppedCampaigns, sumOf } from './show-plan.ts';
import { documentTextOf } from './write-document.ts';

export interface ProgrammeFlags extends ApiFlags {
  readonly withStates?: true;
  readonly prune?: true;
  readonly yes?: true;
}

/** Prints the programme of an environment as a document. */
export const printProgramme = async (
  task: CommandContext,
  flags: ProgrammeFlags,
): Promise<CommandOutcome> => {
  const text = documentTextOf(await readFound(createLoyalty(apiAccessOf(task, flags))));
  task.say(text.trimEnd());
  return { document: { programme: text } };
};

/** Says in what an environment differs from a document. */
export const compareProgramme = async (
  task: CommandContext,
  file: string,
  flags: ProgrammeFlags,
): Promise<CommandOutcome> => {
  const compared = await compare(task, { loyalty: createLoyalty(apiAccessOf(task, flags)), file, flags });
  if (compared.faults.length > 0) return faulty(task, file, compared.faults);
  const { plan } = compared;
  const differs = plan.calls.length > 0 || plan.missing.length > 0;
  show(task, plan, flags);
  return { document: { differs, ...planDocument(plan) }, isFailure: differs };
};

/** Makes an environment what a document says. */
export const applyProgramme = async (
  task: CommandContext,
  file: string,
  flags: ProgrammeFlags,
  clock: Clock = systemClock,
): Promise<CommandOutcome> => {
  const loyalty = createLoyalty(apiAccessOf(task, flags));
  const asked = { loyalty, file, flags };
  const { found, plan, faults, document } = await compare(task, asked);
  const lacking = await permissionFaults(loyalty, plan, document);
  if (faults.length + lacking.length > 0) return faulty(task, file, [...faults, ...lacking]);
  show(task, plan, flags);
  if (plan.calls.length === 0) return { document: { sent: 0, overtaken: null, ...planDocument(plan) } };
  await requireYes(task, questionOf(plan, flags), flags);
  let sent = 0;
  const overtaken = await sendPlan(plan.calls, {
    loyalty,
    found,
    clock,
    onSent: (planned) => {
      sent += 1;
      task.note(`${sent.toString()}/${plan.calls.length.toString()} ${planned.action} ${nameOf(planned)}`);
    },
  });
  if (overtaken === null) {
    task.say(`${sent.toString()} calls were sent: the environment is what the document says.`);
    return { document: { sent, overtaken: null, ...planDocument(plan) } };
  }
  task.note(
    `Somebody has changed the ${nameOf(overtaken)} meanwhile, so it was left as it is, and nothing more was sent. This differs now:`,
  );
  const now = await compare(task, asked);
  show(task, now.plan, flags);
  return { document: { sent, overtaken: nameOf(overtaken), ...planDocument(now.plan) }, isFailure: true };
};

const questionOf = (plan: Plan, { mode }: ProgrammeFlags): string => {
  const stopped = stoppedCampaigns(plan).length;
  const text = `Send these ${plan.calls.length.toString()} calls to ${mode}`;
  if (stopped === 0) return `${text}?`;
  return `${text}, and stop ${stopped.toString()} active ${stopped === 1 ? 'campaign' : 'campaigns'}?`;
};

interface Asked {
  readonly loyalty: Loyalty;
  readonly file: string;
  readonly flags: ProgrammeFlags;
}

interface Compared {
  readonly found: FoundProgramme;
  readonly document: ReadDocument;
  readonly plan: Plan;
  readonly faults: readonly DocumentFault[];
}

const noPlan: Plan = { calls: [], missing: [], faults: [] };

const compare = async (task: CommandContext, { loyalty, file, flags }: Asked): Promise<Compared> => {
  const text = await readText(task, file);
  const found = await readFound(loyalty);
  const options = { withStates: flags.withStates === true, prune: flags.prune === true };
  const document = readDocument(text, { found, prune: options.prune });
  if (document.faults.length > 0) return { found, document, plan: noPlan, faults: document.faults };
  const plan = planChanges(found, document.programme, options);
  const faults = plan.faults.map(({ kind, key, message }) => ({
    line: document.lineOf(kind, key),
    pointer: nameOf({ kind, key }),
    message,
  }));
  return { found, document, plan, faults };
};

const readText = async ({ folder, terminal }: CommandContext, file: string): Promise<string> => {
  if (file === '-') return textOf(terminal.input);
  try {
    return await readFile(resolve(folder, file), 'utf8');
  } catch (error) {
    throw new Fault('FILE_UNREADABLE', `${file} cannot be read: ${errorCodeOf(error) ?? String(error)}.`);
  }
};

const readFound = async (loyalty: Loyalty): Promise<FoundProgramme> => {
  try {
    return await readProgramme(loyalty);
  } catch (error) {
    throw new Fault(
      'PROGRAMME_NOT_READ',
      `The API did not return the programme: ${failedCall(error).reason}.`,
      {
        cause: error,
      },
    );
  }
};

/** Missing permissions are reported before the first call, and not after half of the calls. */
const permissionFaults = async (
  loyalty: Loyalty,
  { calls }: Plan,
  { lineOf }: ReadDocument,
): Promise<readonly DocumentFault[]> => {
  if (calls.length === 0) return [];
  const { permissions } = await loyalty.getCredential();
  const held = new Set<string>(permissions);
  return calls.flatMap((planned) => {
    const missing = planned.permissions.filter((permission) => !held.has(permission));
    if (missing.length === 0) return [];
    const line = lineOf(planned.kind, planned.key);
    const message = `the key lacks ${missing.join(', ')}, which it needs to ${planned.action} this`;
    return [{ line, pointer: nameOf(planned), message }];
  });
};

const faulty = (task: CommandContext, file: string, faults: readonly DocumentFault[]): CommandOutcome => {
  for (const { line, pointer, message } of faults)
    task.note(`${file}:${line.toString()}: ${pointer} ${message}`.replace(/: {2,}/, ': '));
  task.note('Nothing was sent.');
  return { document: { faults }, isFailure: true };
};

const show = (
  task: CommandContext,
  plan: Plan,
  { prune = false, withStates = false }: { readonly prune?: boolean; readonly withStates?: boolean },
): void => {
  for (const line of planLines(plan, prune)) task.say(line);
  const stopped = stoppedCampaigns(plan);
  if (stopped.length > 0) task.say(`Active campaigns that stop: ${stopped.join(', ')}.`);
  if (plan.calls.length + plan.missing.length > 0) task.say(sumOf(plan));
  else
    task.say(withStates ? 'Nothing differs.' : 'Nothing differs; states were not compared (--with-states).');
};

const planDocument = ({ calls, missing }: Plan) => ({
  calls: calls.map(({ action, kind, key, changes }) => ({ action, kind, key, changes })),
  missing,
});
