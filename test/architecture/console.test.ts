import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { faultsOfConditions, hasMultiplier } from '@loyalty/rules/campaigns';
import { draftOf, ruleKinds } from '../../services/console/ui/model/campaigns/campaign-draft.ts';
import { conditionFields, lineSums } from '../../services/console/ui/model/campaigns/condition-rows.ts';
import { canMultiply } from '../../services/console/ui/pages/campaign-form/fields/groups.ts';
import { stepOfReason, whySteps } from '../../services/console/ui/pages/why/steps.ts';

const root = join(__dirname, '../..');
const ui = join(root, 'services/console/ui');

test('«Why?» has a step for every reason of the document, in the order of D25', () => {
  const document = readFileSync(join(root, 'schemas/http/openapi.yaml'), 'utf8');
  const listed = /\n {4}NotFiredReason:\n {6}type: string\n {6}x-extensible-enum:\n((?: {8}- \w+\n)+)/.exec(
    document,
  );
  expect(Object.keys(stepOfReason)).toEqual(listed?.[1]?.match(/\w+/g));
  // The last two stand for outcomes and not for checks: a stamp, and rewards beyond the limit.
  const places = Object.values(stepOfReason)
    .slice(0, -2)
    .map((step) => whySteps.indexOf(step));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('▲ the pure part of the pages judges no campaign: it imports itself, words, currencies and the client', () => {
  const paths = readdirSync(ui, { recursive: true, encoding: 'utf8' });
  const isPure = (path: string): boolean =>
    /^(model|words)\/|\/words\.ts$/.test(path) || paths.includes(path.replace(/\.ts$/, '.test.ts'));
  const files = paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts')).filter(isPure);
  expect(files.length).toBeGreaterThan(60);
  const imports = files.flatMap((path) =>
    [...readFileSync(join(ui, path), 'utf8').matchAll(/from '([^']+)'/g)].map(([, from = '']) =>
      from.startsWith('.') ? join(dirname(path), from) : from,
    ),
  );
  const others = ['@loyalty/client', '@loyalty/contracts/currencies'];
  expect(imports.filter((from) => !others.includes(from) && !files.includes(from))).toEqual([]);
});

/** Members of a body of the document. */
const membersOf = (schema: string): readonly string[] => {
  const document = readFileSync(join(root, 'schemas/http/openapi.yaml'), 'utf8');
  const [, text = ''] = new RegExp(`\\n {4}${schema}:\\n([^]*?)\\n {4}\\w`).exec(document) ?? [];
  return [...text.matchAll(/\n {8}(\w+):/g)].map(([, name = '']) => name);
};

test('the form of a campaign has a control for each member of its body, and says of each where it is wrong', () => {
  // The service makes the key from the name; documents set others, and a copy must not have it (D343).
  const members = membersOf('CampaignCreateBody').filter((name) => name !== 'key');
  expect(members).toContain('tierMultiplier');
  const form = join(ui, 'pages/campaign-form');
  const sourceOf = (file: string): string => readFileSync(join(form, file), 'utf8');
  const sources = readdirSync(form, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  const placesIn = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name = '']) => name);
  const controls = sources.flatMap((file) =>
    placesIn(sourceOf(file), /(?: at="|^const \w+ = ')\/(\w+)["']/gm),
  );
  expect(members.filter((name) => !controls.includes(name))).toEqual([]);
  const listed = /const formPointers = \[([^\]]*)\]/.exec(sourceOf('campaign-form.tsx'))?.[1] ?? '';
  expect(placesIn(listed, /'\/(\w+)'/g).toSorted()).toEqual(members.toSorted());
  const record = Object.fromEntries(members.map((name) => [name, 'x']));
  expect(Object.keys(draftOf(record)).toSorted()).toEqual(members.toSorted());
});

test('the form offers the multiplier of a tier for the rules that may have it', () => {
  const kinds = ruleKinds.filter((type) => hasMultiplier({ type }));
  expect(kinds.length).toBeGreaterThan(0);
  expect(ruleKinds.filter(canMultiply)).toEqual(kinds);
});

/** Names that a schema of the document describes one by one. */
const namesOf = (schema: string): readonly string[] => {
  const document = readFileSync(join(root, 'schemas/http/openapi.yaml'), 'utf8');
  const [, text = ''] = new RegExp(`\\n {4}${schema}:\\n([^]*?)\\n {4}\\w`).exec(document) ?? [];
  return [...text.matchAll(/\n {8}- `(\w+)/g)].map(([, name = '']) => name);
};

/** Returns the operators as the API lists them for an operator that does not exist. */
const operatorsOf = (leaf: object): readonly string[] => {
  const [fault] = ['receipts', 'events'].flatMap((subject) =>
    faultsOfConditions(leaf, subject as 'receipts').filter(({ pointer }) => pointer.endsWith('/op')),
  );
  return fault?.message.replace('must be one of ', '').split(', ').toSorted() ?? [];
};

test('the form of a campaign has each field of conditions, with each of its operators', () => {
  const { path, category, sku, unit_price_cents: price, ...fields } = conditionFields;
  expect(path.form).toBe('plain');
  const ofNoLines = namesOf('CampaignConditionField').filter((name) => !Object.hasOwn(lineSums, name));
  expect(Object.keys(fields)).toEqual(ofNoLines);
  const ofLines = { sku, category, unit_price_cents: price };
  expect(Object.keys(ofLines)).toEqual(namesOf('LineField'));
  expect(Object.keys(lineSums)).toEqual(namesOf('LinesField'));
  const leaf = (field: string) => ({ field, op: 'no such', value: 0 });
  const opsOf = (table: Readonly<Record<string, { readonly ops: readonly string[] }>>) =>
    Object.entries(table).map(([name, { ops }]) => [name, ops.toSorted()]);
  const judged = (names: object, leafOf: (name: string) => object) =>
    Object.keys(names).map((name) => [name, operatorsOf(leafOf(name))]);
  const named = (name: string) => (['attributes', 'payload'].includes(name) ? `${name}.x` : name);
  const line = { field: 'sku', op: 'eq', value: 'x' };
  expect(opsOf(fields)).toEqual(judged(fields, (name) => leaf(named(name))));
  expect(opsOf(ofLines)).toEqual(judged(ofLines, (name) => ({ lines: leaf(name) })));
  expect(opsOf(lineSums)).toEqual(judged(lineSums, (name) => Object.assign({ lines: line }, leaf(name))));
});
