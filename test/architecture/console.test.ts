import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stepOfReason, whySteps } from '../../services/console/ui/model/why-steps.ts';

const root = join(__dirname, '../..');
const model = join(root, 'services/console/ui/model');

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

test('▲ T16 the pure part of the pages judges no campaign: it imports itself, words and the client', () => {
  const files = readdirSync(model).filter((file) => !file.endsWith('.test.ts'));
  const imports = files.flatMap((file) =>
    [...readFileSync(join(model, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, from = '']) => from),
  );
  expect(imports.length).toBeGreaterThan(5);
  expect(
    imports.filter((from) => !/^(\.\/[\w-]+\.ts|\.\.\/words\/[\w-]+\.ts|@loyalty\/client)$/.test(from)),
  ).toEqual([]);
});
