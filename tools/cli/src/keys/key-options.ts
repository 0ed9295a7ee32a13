import { InvalidArgumentError, Option } from 'commander';
import { permissionNames, roleEntries } from '@loyalty/contracts/permissions';
import { integerFrom, parseEnd } from '../arguments.ts';

export const roleOption = (): Option =>
  new Option('--role <role>', 'what the key may do; docs/reference/permissions.md lists the roles').choices(
    roleEntries.map(({ name }) => name),
  );

export const permissionsOption = (): Option =>
  new Option('--permissions <list>', 'permissions instead of a role, separated by commas').argParser(
    parsePermissions,
  );

export const expiresOption = (): Option =>
  new Option(
    '--expires <time>',
    'when the key expires: a time, a day (its end in UTC), or a period from now such as 90d',
  ).argParser(parseEnd);

export const rateLimitOption = (): Option =>
  new Option(
    '--rate-limit <n>',
    'requests per minute (default: 600 for live keys, 60 for test keys)',
  ).argParser(integerFrom(1, 100_000_000));

const parsePermissions = (text: string): readonly string[] => {
  const wanted = text.split(/[\s,]+/).filter((word) => word !== '');
  const known: ReadonlySet<string> = new Set(permissionNames);
  const unknown = wanted.filter((word) => !known.has(word));
  if (wanted.length > 0 && unknown.length === 0) return wanted;
  throw new InvalidArgumentError(
    `${unknown.length === 0 ? 'It must not be empty.' : `Unknown: ${unknown.join(', ')}.`} Choose from ${permissionNames.join(', ')}.`,
  );
};
