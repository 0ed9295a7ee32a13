// Makes a page of the console: `npm run new -- page NAME`. A test in test/architecture compiles what it makes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ui = 'services/console/ui';

export const pageFolderOf = (name) => `${ui}/pages/${name}`;

/** Returns a name in kebab-case as code has it: `reward-auditor` is `rewardAuditor`. */
export const camelOf = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
export const capitalOf = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

const filesOf = (name) => {
  const camel = camelOf(name);
  const pascal = capitalOf(camel);
  const folder = pageFolderOf(name);
  return {
    [`${folder}/route.ts`]: `import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { root } from '../../app/root.ts';
import { words } from '../../words/index.ts';

export const ${camel} = createRoute({
  getParentRoute: () => root,
  path: '/${name}',
  component: lazyRouteComponent(() => import('./${name}-page.tsx'), '${pascal}Page'),
  staticData: {
    listed: { name: words.pages.${camel}, group: 'programme', icon: FileText, operations: ['getEnvironment'] },
  },
});
`,
    [`${folder}/words.ts`]: `import { words } from '../../words/index.ts';

/** Texts of this page. */
export const ${camel}Words = {
  title: words.pages.${camel},
  about: 'Say here in one sentence what people see and do on this page.',
  limits: 'Limits',
};
`,
    [`${folder}/${name}-page.tsx`]: `import { useOperation } from '../../api/use-operation.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { ${camel}Words as words } from './words.ts';
import * as css from '../../styles/common.module.css';

export function ${pascal}Page() {
  return (
    <Permitted operations={['getEnvironment']}>
      <Content />
    </Permitted>
  );
}

function Content() {
  const read = useOperation('getEnvironment', {});
  return (
    <main className={css.main} id="content">
      <PageHead
        title={words.title}
        about={words.about}
        acts={<CodeButton operation="getEnvironment" args={{}} />}
      />
      <ReadCard read={read}>
        {({ limits }) => (
          <section className={\`\${css.card} \${css.pad}\`} aria-label={words.limits}>
            <h2>{words.limits}</h2>
            <p>{limits.map(({ of }) => of).join(', ')}</p>
          </section>
        )}
      </ReadCard>
    </main>
  );
}
`,
    [`test/console/${name}.screen.test.ts`]: `import { ${camel}Words } from '../../${folder}/words.ts';
import { createTestTenant } from '../support/tenant.ts';
import { barriersInLooks, describeInBrowser } from './browser.ts';
import { type StartedConsole, startConsole } from './console.ts';

describeInBrowser('${name}', () => {
  let served: StartedConsole;
  beforeAll(async () => {
    served = await startConsole(await createTestTenant('${name} of the console'));
  });
  afterAll(() => served.stop());

  it('the page is opened from the sidebar, and keeps nobody out', async () => {
    const { page, complaints } = await served.open('/');
    await page.getByRole('link', { name: ${camel}Words.title, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: ${camel}Words.title }).waitFor();
    await page.getByRole('region', { name: ${camel}Words.limits }).waitFor();
    expect(await barriersInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
`,
  };
};

const folderIn = (line) => /pages\/([\w-]+)\//.exec(line)?.[1] ?? '';

/** Where a page is entered, and what stands there then. */
const entriesOf = (name) => {
  const camel = camelOf(name);
  const text = capitalOf(name.replaceAll('-', ' '));
  const after = (line) => (lines) => `${lines}${line}\n`;
  return {
    [`${ui}/app/router.tsx`]: [
      [
        /(import .* from '\.\.\/pages\/.*\n)+/,
        (lines) =>
          `${lines}import { ${camel} } from '../pages/${name}/route.ts';\n`
            .match(/.+\n/g)
            .toSorted((one, other) => (folderIn(one) < folderIn(other) ? -1 : 1))
            .join(''),
      ],
      [/addChildren\(\[\n( {4}\w+,\n)+/, after(`    ${camel},`)],
    ],
    [`${ui}/words/en.ts`]: [[/ {2}pages: \{\n( {4}.*\n)+/, after(`    ${camel}: '${text}',`)]],
    'test/console/every-page.screen.test.ts': [[/const pages = \[\n( {2}.*\n)+/, after(`  '/${name}',`)]],
  };
};

const leftFor = (
  name,
) => `${pageFolderOf(name)} is made, and entered in the router, in the names of pages and in the story of every page.
npm run build, then npm test -- test/console/${name}. What is left (docs/extending.md says how):

  route.ts              its group and icon in the sidebar, what it must be permitted to call, what its address holds
  ${`${name}-page.tsx`.padEnd(22)}what it reads and shows instead of the limits of the environment
  words.ts              its texts
  app/router.tsx        its place: pages stand in the sidebar in the order of the router's list
  test/console          what people do on it
  words.txt             a line for each word of its exported names that is new (test/architecture/words)
`;

export const makePage = ({ root, name }) => {
  const edited = Object.entries(entriesOf(name)).map(([path, entries]) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [path, entries.reduce((made, [place, line]) => made.replace(place, line), text)];
  });
  const written = Object.entries(filesOf(name)).concat(edited);
  for (const [path, text] of written) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const prettier = join(root, 'node_modules/prettier/bin/prettier.cjs');
  const paths = written.map(([path]) => path);
  execFileSync(process.execPath, [prettier, '--log-level', 'warn', '--write', ...paths], { cwd: root });
  process.stdout.write(leftFor(name));
};
