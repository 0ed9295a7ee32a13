import { InvalidArgumentError, Option } from 'commander';
import { instantOf } from '@loyalty/contracts';
import { isReference, isUuid, isVisible } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';

/** Reads a UUID and returns it in lower case, as it is stored. */
export const parseUuid = (text: string): string => {
  if (isUuid(text)) return text.toLowerCase();
  throw new InvalidArgumentError('It must be a UUID.');
};

export const integerFrom =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be an integer from ${min.toString()} to ${max.toString()}.`);
  };

const secondsPerUnit: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** Reads a duration in the form `90`, `90s`, `15m`, `1h` or `30d`. */
export const parseDurationS = (text: string): number => {
  const [, digits = '', unit = ''] = /^(\d{1,9})([smhd]?)$/.exec(text) ?? [];
  const seconds = Number(digits) * (secondsPerUnit[unit] ?? 0);
  if (seconds > 0) return seconds;
  throw new InvalidArgumentError('It must be a duration such as 90s, 15m, 1h or 30d.');
};

/**
 * Reads a time as {@link parseInstant} does, or one from now as {@link parseDurationS} does; a day means its
 * end in UTC. The result is in milliseconds.
 */
export const parseEnd = (text: string): number => {
  const atMs = instantOf(text, 'end');
  if (atMs !== null) return atMs;
  if (/^\d{1,9}[smhd]$/.test(text)) return Date.now() + parseDurationS(text) * 1_000;
  throw new InvalidArgumentError('It must be a time such as 2026-03-31T23:59:59Z or 2026-03-31, or 90d.');
};

/** Creates an option whose value is in seconds; `usual` is its default as a person writes it. */
export const durationOption = (flags: string, help: string, usual: string): Option =>
  new Option(flags, help).argParser(parseDurationS).default(parseDurationS(usual), usual);

/** Reads an instant in the form `2026-03-31T23:59:59Z`, or a day, which means its start in UTC. */
export const parseInstant = (text: string): number => {
  const atMs = instantOf(text, 'start');
  if (atMs !== null) return atMs;
  throw new InvalidArgumentError('It must be a time such as 2026-03-31T23:59:59Z.');
};

/** Reads a name of 1 to 255 characters, at least one of them visible (D10). */
export const parseName = (text: string): string => {
  if (!isReference(text)) throw new InvalidArgumentError('It must have 1 to 255 characters.');
  if (!isVisible(text)) throw new InvalidArgumentError('It must have at least one visible character.');
  return text;
};

export const tenantOption = (): Option =>
  new Option('--tenant <id>', "the tenant's UUID").argParser(parseUuid);

export const modeOption = (): Option =>
  new Option('--mode <mode>', "which of the tenant's environments").choices(modes);

export const topicsOption = (): Option =>
  new Option(
    '--topics <owner>',
    'create: create the topics that are missing; check: only compare them, because something else creates them, such as a Kubernetes operator (default: create)',
  ).choices(['create', 'check']);

export const modes: readonly Mode[] = ['live', 'test'];

export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ loyaltyctl ${line}\n`).join('')}`;

export interface EnvironmentName {
  readonly tenant: string;
  readonly mode: Mode;
}
