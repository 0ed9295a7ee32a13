import { dependencyFaults } from './dependencies.ts';
import type { Fault } from './fault.ts';
import { messageFaults } from './messages.ts';
import { partnerFaults } from './partners.ts';
import { processFaults } from './processes.ts';

/** Every fault. Those that callers do not feel come first: a budget that is burned goes on to page for half an hour. */
const allFaults: readonly Fault[] = [
  ...messageFaults,
  ...partnerFaults,
  ...processFaults,
  ...dependencyFaults,
].toSorted((one, other) => one.harms.length - other.harms.length);

/** Returns the faults that were asked for; all when nothing was. Throws an Error that names what there is not. */
export const chooseFaults = (only: readonly string[]): readonly Fault[] => {
  const names = allFaults.map(({ name }) => name);
  const unknown = only.filter((name) => !['queries', 'rest', ...names].includes(name));
  if (unknown.length > 0) throw new Error(`there is no ${unknown.join(', ')}; see --list`);
  return only.length === 0 ? allFaults : allFaults.filter(({ name }) => only.includes(name));
};

/** Returns the fault of this name. Throws an Error when there is none. */
export const faultNamed = (name: string): Fault => {
  const fault = allFaults.find((each) => each.name === name);
  if (fault === undefined) throw new Error(`there is no ${name}`);
  return fault;
};

/** Formats the faults as a list. */
export const listOf = (faults: readonly Fault[]): string =>
  faults.map(({ name, does, alert }) => `${name.padEnd(25)}${alert.padEnd(24)}${does}`).join('\n');
