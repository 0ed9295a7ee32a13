import { count } from '../progress.ts';
import type { FieldChange, Plan, PlannedCall } from './plan.ts';
import { kindNames } from './programme.ts';

/** Returns the lines that say what differs, or what the calls would do. */
export const planLines = ({ calls, missing }: Plan, prune: boolean): readonly string[] => [
  ...calls.flatMap(callLines),
  ...(prune
    ? []
    : missing.map(({ kind, key }) => `? ${kindNames[kind]} ${key}: not in the document, and stays`)),
];

const signs = { create: '+', update: '~', remove: '-', activate: '>', pause: '>', resume: '>' } as const;

const callLines = (planned: PlannedCall): readonly string[] => {
  const { action, changes, note } = planned;
  const title = `${signs[action]} ${nameOf(planned)}: ${action}`;
  const fields = action === 'create' ? changes.map(newField) : changes.map(changedField);
  return [title, ...fields, ...(note === null ? [] : [`    ${note}`])];
};

/** Returns the name of what a call is about. */
export const nameOf = ({ kind, key }: Pick<PlannedCall, 'kind' | 'key'>): string =>
  kind === 'setting' ? 'settings' : `${kindNames[kind]} ${key}`;

const newField = ({ field, after }: FieldChange): string => `    ${field}: ${valueText(after)}`;

const changedField = ({ field, before, after }: FieldChange): string =>
  `    ${field}: ${valueText(before)} → ${valueText(after)}`;

/** A list of 5,000 stores would hide everything else. */
const lengthMax = 200;

const valueText = (value: unknown): string => {
  const text = value === undefined ? 'none' : JSON.stringify(value);
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}… (${count(text.length)} characters)`;
};

/** Returns the keys of campaigns that are active, and that the calls pause or archive. */
export const stoppedCampaigns = ({ calls }: Plan): readonly string[] =>
  calls.filter(({ kind, changes }) => kind === 'campaign' && changes.some(isStop)).map(({ key }) => key);

const isStop = ({ field, before }: FieldChange): boolean => field === 'state' && before === 'ACTIVE';

/** Returns the last line of a difference. */
export const sumOf = ({ calls, missing }: Plan): string => {
  const of = (...actions: readonly string[]): string =>
    count(calls.filter(({ action }) => actions.includes(action)).length);
  return (
    `${of('create')} to create, ${of('update')} to change, ${of('remove')} to remove, ` +
    `${of('activate', 'pause', 'resume')} to start or stop, ${count(missing.length)} not in the document.`
  );
};
