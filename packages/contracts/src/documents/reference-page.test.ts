import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import vm from 'node:vm';
import { openapiDocument, type OperationObject } from '../http/openapi-document.ts';

interface Page {
  readonly text: string;
  readonly policy: string;
}

/** The build's scripts are modules of their own, so another process runs them. */
const program = `
  import { text } from 'node:stream/consumers';
  import { referencePage } from './packages/contracts/scripts/pages/reference.mjs';
  import { schemasPage } from './packages/contracts/scripts/pages/reference-schemas.mjs';
  const document = JSON.parse(await text(process.stdin));
  process.stdout.write(JSON.stringify([referencePage(document), schemasPage(document)]));
`;

const pagesOf = (document: unknown): readonly [Page, Page] =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      input: JSON.stringify(document),
      maxBuffer: 2 ** 26,
    }),
  ) as [Page, Page];

const [{ text: html, policy }, { text: schemasHtml }] = pagesOf(openapiDocument);

const decoded = (text: string): string =>
  text.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, point: string) => String.fromCharCode(Number(point)));

const idsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id);
const sectionIn = (text: string, id: string): string =>
  new RegExp(`<article class="[^"]*" id="${id}">([^]*?)</article>`).exec(text)?.[1] ?? '';

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly object: OperationObject;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
const operations: readonly Operation[] = Object.entries(openapiDocument.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const object = item[method];
    return object === undefined ? [] : [{ path, method: method.toUpperCase(), object }];
  }),
);

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const codesOf = (response: object): readonly string[] => {
  const { components } = openapiDocument;
  const found = '$ref' in response ? components.responses[nameOf(String(response.$ref))] : undefined;
  return found?.['x-error-codes'] ?? [];
};

/** The statuses of common errors that the section of an operation names. */
const alsoOf = (section: string): readonly string[] =>
  /<p>Also ([\d, ]+): <a href="#common-errors">/.exec(section)?.[1]?.split(', ') ?? [];
const [, commonErrors = ''] = /<h2 id="common-errors">([^]*?)<\/section>/.exec(html) ?? [];

const [, commonHeaders = ''] = /<h2 id="common-headers">([^]*?)<\/section>/.exec(html) ?? [];

const parameterNames = ({ parameters = [] }: OperationObject): readonly string[] =>
  parameters.map(
    (parameter) =>
      openapiDocument.components.parameters[nameOf((parameter as { $ref: string }).$ref)]?.name ?? '',
  );

describe('every operation', () => {
  it.each(operations.map((operation) => [operation.object.operationId, operation] as const))(
    '%s has its section, with its parameters, its responses and its samples',
    (operationId, { path, method, object }) => {
      const section = sectionIn(html, operationId);
      expect(decoded(section)).toContain(`${method} /`);
      expect(section).toContain(`${path}</code></p>`);
      const [, alsoHeaders = ''] = /<a href="#common-headers">([^<]*)<\/a>/.exec(section) ?? [];
      for (const name of parameterNames(object)) {
        const place = alsoHeaders.split(' and ').includes(name) ? commonHeaders : section;
        expect(place).toContain(`<td><code>${name}</code>`);
      }
      const also = alsoOf(section);
      for (const [status, response] of Object.entries(object.responses)) {
        const place = also.includes(status) ? commonErrors : section;
        expect(place).toContain(`<tr><td>${status}</td>`);
        for (const code of codesOf(response)) expect(place).toContain(`<code>${code}</code></a>`);
      }
      const samples = (object['x-codeSamples'] ?? []) as readonly { readonly source: string }[];
      expect(section).toContain('<h4>curl</h4>');
      expect(decoded(section)).toContain("'https://api.example.com/");
      for (const { source } of samples) expect(decoded(section)).toContain(source);
      expect(decoded(section)).toContain('Permission: ');
    },
  );

  it('is linked from the list of the page and from its own heading', () => {
    const links = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id = '']) => id);
    for (const { object } of operations)
      expect(links.filter((id) => id === object.operationId).length).toBeGreaterThanOrEqual(2);
  });
});

describe('the page', () => {
  it.each([
    ['of operations', html],
    ['of schemas', schemasHtml],
  ])('%s has a target for each of its links, and each id once', (_, text) => {
    const targets = [...text.matchAll(/href="#([^"]*)"/g)].map(([, id = '']) => id);
    expect(targets.length).toBeGreaterThan(300);
    expect([...new Set(targets)].filter((id) => !idsIn(text).includes(id))).toEqual([]);
    expect(new Set(idsIn(text)).size).toBe(idsIn(text).length);
  });

  it('of operations has a target on that of schemas for each of its links to it', () => {
    const targets = [...html.matchAll(/href="docs\/schemas#([^"]*)"/g)].map(([, id = '']) => id);
    expect(targets.length).toBeGreaterThan(300);
    expect([...new Set(targets)].filter((id) => !idsIn(schemasHtml).includes(id))).toEqual([]);
  });

  it('has at most 21,000 elements, because each costs a phone time', () => {
    expect(html.match(/<[a-z]/g)?.length).toBeLessThan(21_000);
  });

  it('shows every schema that operations use once, with each of its fields', () => {
    const { schemas, parameters, headers, responses } = openapiDocument.components;
    const namesIn = (node: unknown): readonly string[] =>
      [...JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
    const used = new Set(namesIn([openapiDocument.paths, parameters, headers, responses]));
    for (const name of used) for (const other of namesIn(schemas[name])) used.add(other);
    const shown = [...schemasHtml.matchAll(/<article class="schema [^"]*" id="(\w+)">/g)].map(([, id]) => id);
    expect(shown.toSorted()).toEqual([...used].toSorted());
    for (const name of used) {
      const section = sectionIn(schemasHtml, name);
      const fields = Object.keys(schemas[name]?.['properties'] ?? {});
      for (const field of fields) expect(section).toContain(`<tr><td><code>${field}</code>`);
    }
  });

  it.each([
    ['of operations', html],
    ['of schemas', schemasHtml],
  ])('%s has its headings in order', (_, text) => {
    const depths = [...text.matchAll(/<h([1-6])[\s>]/g)].map(([, depth]) => Number(depth));
    const jumps = depths.filter((depth, at) => depth > (depths[at - 1] ?? 0) + 1);
    expect([depths[0], jumps]).toEqual([1, []]);
    expect(depths.filter((depth) => depth === 1)).toHaveLength(1);
  });

  it('loads nothing, and links to one other host', () => {
    const outside = [...html.matchAll(/(?:href|src|action)="((?:[a-z]+:|\/\/)[^"]*)"/gi)].map(([, to]) => to);
    expect([...new Set(outside)]).toEqual(['data:,', 'https://www.standardwebhooks.com']);
    expect(html.match(/<(?:img|iframe|object|embed)|\ssrc=|@import/gi)).toBeNull();
    expect(/<style>[^]*?<\/style>/.exec(html)?.[0]).not.toContain('url(');
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
  });

  it('has a policy with the hashes of its style and its script', () => {
    for (const tag of ['style', 'script']) {
      const contents = [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))];
      expect(contents).toHaveLength(1);
      const hash = createHash('sha256')
        .update(contents[0]?.[1] ?? '')
        .digest('base64');
      expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
    }
  });
});

test('text of the document that looks like HTML is shown as text', () => {
  const hostile =
    '</code></pre></script><script>alert(1)</script><img src=x onerror=alert(1)> "\'> [here](javascript:alert(1)) ![x](https://evil.example/x.png) https://evil.example';
  const changed = JSON.parse(JSON.stringify(openapiDocument), (key, value: unknown) =>
    typeof value === 'string' && ['description', 'summary', 'pattern', 'source', 'memberRef'].includes(key)
      ? `${value} ${hostile}`
      : value,
  ) as object;
  const pages = pagesOf(changed);
  for (const { text } of pages) {
    expect(text.split('alert(1)').length).toBeGreaterThan(500);
    const tags = text.match(/<[^>]*>/g) ?? [];
    const names = new Set(tags.map((tag) => tag.replace(/="[^"]*"/g, '=')));
    expect([...names].filter((name) => /^<(?:img|iframe)|\son\w+=/i.test(name))).toEqual([]);
    expect(tags.filter((tag) => /(?:href|src)="(?:javascript|[^"]*evil)/i.test(tag))).toEqual([]);
  }
  expect(pages.map(({ text }) => text.match(/<script/gi)?.length)).toEqual([1, undefined]);
  expect(pages[0].policy).toBe(policy);
});

describe('the script', () => {
  const [, script = ''] = /<script>([^]*?)<\/script>/.exec(html) ?? [];
  const example = openapiDocument.components.parameters['TenantId']?.['example'] as string;
  const sample = `# Replace ${example} with your own tenantId.\ncurl 'https://api.example.com/v1/tenants/${example}/tiers'`;
  const shownAt = (href: string): string => {
    const code = { textContent: sample };
    const { search } = new URL(href);
    const document = { querySelectorAll: () => [code] };
    vm.runInNewContext(script, { document, location: { href, search }, URL, URLSearchParams });
    return code.textContent;
  };
  const own = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';

  it.each([
    [`https://x.example/docs?tenant=${own}`, `curl 'https://x.example/v1/tenants/${own}/tiers'`],
    [
      `https://x.example/loyalty/docs?tenant=${own}#a`,
      `curl 'https://x.example/loyalty/v1/tenants/${own}/tiers'`,
    ],
  ])('puts the address and the tenant of %s into samples', (href, expected) => {
    expect(shownAt(href)).toBe(expected);
  });

  it.each(['', '?tenant=', `?tenant=${own}'`, "?tenant='; rm -rf ~ #", `?tenant=${own}%0A${own}`])(
    'leaves the tenant of the example with %j',
    (search) => {
      expect(shownAt(`https://api.example.com/docs${search}`)).toBe(sample);
    },
  );

  it("leaves the address of the example where the page's could end a quoted text", () => {
    expect(shownAt("https://x.example/a';id;'/docs")).toBe(sample);
    expect(shownAt('file:///tmp/docs.html')).toBe(sample);
  });
});
