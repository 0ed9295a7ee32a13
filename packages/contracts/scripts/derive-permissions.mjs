// Permissions, roles and the scopes from before: as typed constants for code, as a page for people.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { cell, constant, markdown, notice } from './derived-text.mjs';

const methods = ['get', 'put', 'post', 'patch', 'delete'];

/** The catalogue, each role and bundle with all of its permissions in the order of the list. */
export const readPermissions = (schemasFolder) => {
  const { permissions, roles, bundles } = JSON.parse(
    readFileSync(join(schemasFolder, 'http/permissions.json'), 'utf8'),
  );
  const names = permissions.map(({ name }) => name);
  const words = [...names, ...[...roles, ...bundles].map(({ name }) => name)];
  const twice = words.filter((word, at) => words.indexOf(word) !== at);
  if (twice.length > 0) throw new Error(`Given twice in permissions.json: ${twice.join(', ')}.`);
  const groups = new Map([...roles, ...bundles].map((group) => [group.name, group.permissions]));
  const namesIn = (word) => {
    const held = groups.get(word);
    if (held === 'all') return names;
    if (held !== undefined) return held.flatMap(namesIn);
    if (!names.includes(word)) throw new Error(`permissions.json knows no permission ${word}.`);
    return [word];
  };
  const resolved = ({ name, meaning }) => {
    const held = new Set(namesIn(name));
    return { name, meaning, permissions: names.filter((one) => held.has(one)) };
  };
  return { permissions, roles: roles.map(resolved), bundles: bundles.map(resolved) };
};

/** Of each operation; throws for a word that is neither in the list, nor `any` or `none`. */
const operationsIn = (schemasFolder, names) => {
  const { paths } = parse(readFileSync(join(schemasFolder, 'http/openapi.yaml'), 'utf8'));
  const found = Object.values(paths).flatMap((item) =>
    methods.filter((method) => method in item).map((method) => item[method]),
  );
  for (const { operationId, 'x-permission': permission, 'x-fresh': isFresh } of found) {
    if (![undefined, true].includes(isFresh))
      throw new Error(`${operationId} has x-fresh ${isFresh}: it is true, or not there (D308).`);
    if (![...names, 'any', 'none'].includes(permission))
      throw new Error(`${operationId} has x-permission ${permission}, which permissions.json does not have.`);
  }
  return found;
};

const freshIn = (operations) =>
  operations.filter((one) => one['x-fresh']).map(({ operationId }) => operationId);

const code = (words) => words.map((word) => `\`${word}\``).join(', ');

const groupList = (groups, all) =>
  groups
    .map(({ name, meaning, permissions }) => {
      const held = permissions.length === all ? '' : ` ${code(permissions)}`;
      return `- **\`${name}\`**: ${meaning}${held}`;
    })
    .join('\n');

const page = ({ permissions, roles, bundles }, operations) => `# Permissions

<!-- Derived from schemas/http/permissions.json and openapi.yaml by \`npm run derive\`. Do not edit. -->

A word in a token's claim \`scope\`, or in its list of roles, is a permission, a role or one of the legacy scopes; any other word allows
nothing (D211). A key has a role or a list of permissions; a key that was created before permissions existed has all of them.

| Permission | What it allows | Operations |
|---|---|---|
${permissions.map(({ name, meaning }) => `| \`${name}\` | ${cell(meaning)} | ${code(operations.filter((one) => one['x-permission'] === name).map(({ operationId }) => operationId)) || 'none yet'} |`).join('\n')}

Every credential may call ${code(operations.filter((one) => one['x-permission'] === 'any').map(({ operationId }) => operationId))}.

## A fresh sign-in

The console requires a sign-in within the last five minutes for operations that give points, money's worth or data to somebody, and for
operations that cannot be undone (\`x-fresh\`, D308): ${code(freshIn(operations))}.

## Roles

${groupList(roles, permissions.length)}

## Legacy scopes

The legacy scopes still allow what they used to, on the operations that existed then; later operations require \`admin\`, a role or their own
permission. \`points:adjust\` is a permission of its own.

${groupList(bundles, permissions.length)}
`;

export const derivePermissions = async (schemasFolder, generatedFolder) => {
  const catalogue = readPermissions(schemasFolder);
  const { permissions, roles, bundles } = catalogue;
  const names = permissions.map(({ name }) => name);
  const operations = operationsIn(schemasFolder, names);
  const module = `${notice('schemas/http/permissions.json')}
${constant(
  'permissionEntries',
  permissions.map(({ name, meaning }) => ({ name, meaning })),
)}
/** A permission that a credential can have. */
export type Permission = (typeof permissionEntries)[number]['name'];

/** A name for several permissions. */
interface PermissionGroup {
  readonly name: string;
  readonly meaning: string;
  readonly permissions: readonly Permission[];
}

export const roleEntries: readonly PermissionGroup[] = ${JSON.stringify(roles, null, 2)};

/** The scopes of tokens from before there were permissions. */
export const scopeEntries: readonly PermissionGroup[] = ${JSON.stringify(bundles, null, 2)};

/** Operations for which the console wants a fresh sign-in (\`x-fresh\`, D308). */
export const freshOperationIds = ${JSON.stringify(freshIn(operations), null, 2)} as const;
`;
  return [
    [`${generatedFolder}/permissions.ts`, module],
    ['docs/reference/permissions.md', await markdown(page(catalogue, operations))],
  ];
};
