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
  process.stdout.write(JSON.stringify(referencePage(JSON.parse(await text(process.stdin)))));
`;

const pageOf = (document: unknown): Page =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      input: JSON.stringify(document),
      maxBuffer: 2 ** 26,
    }),
  ) as Page;

const { text: html, policy } = pageOf(openapiDocument);

const decoded = (text: string): string =>
  text.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, point: string) => String.fromCharCode(Number(point)));

const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id);

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

const parameterNames = ({ parameters = [] }: OperationObject): readonly string[] =>
  parameters.map(
    (parameter) =>
      openapiDocument.components.parameters[nameOf((parameter as { $ref: string }).$ref)]?.name ?? '',
  );

describe('every operation', () => {
  it.each(operations.map((operation) => [operation.object.operationId, operation] as const))(
    '%s has its section, with its parameters, its responses and its samples',
    (operationId, { path, method, object }) => {
      const [, section = ''] = new RegExp(`<article id="${operationId}">([^]*?)</article>`).exec(html) ?? [];
      expect(decoded(section)).toContain(`${method} /`);
      expect(section).toContain(`${path}</code></p>`);
      for (const name of parameterNames(object)) expect(section).toContain(`<td><code>${name}</code>`);
      for (const status of Object.keys(object.responses)) expect(section).toContain(`<tr><td>${status}</td>`);
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
  it('has a target for each of its links, and each id once', () => {
    const targets = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id = '']) => id);
    expect(targets.length).toBeGreaterThan(1_000);
    expect([...new Set(targets)].filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('shows every schema that operations use once, with each of its fields', () => {
    const { schemas, parameters, headers, responses } = openapiDocument.components;
    const namesIn = (node: unknown): readonly string[] =>
      [...JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
    const used = new Set(namesIn([openapiDocument.paths, parameters, headers, responses]));
    for (const name of used) for (const other of namesIn(schemas[name])) used.add(other);
    const shown = ids.filter((id) => id.startsWith('schema-')).map((id) => id.slice('schema-'.length));
    expect(shown.toSorted()).toEqual([...used].toSorted());
    for (const name of used) {
      const [, section = ''] = new RegExp(`id="schema-${name}">([^]*?)</article>`).exec(html) ?? [];
      const fields = Object.keys(schemas[name]?.['properties'] ?? {});
      for (const field of fields) expect(section).toContain(`<tr><td><code>${field}</code>`);
    }
  });

  it('has its headings in order', () => {
    const depths = [...html.matchAll(/<h([1-6])[\s>]/g)].map(([, depth]) => Number(depth));
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
  const page = pageOf(changed);
  expect(page.text.split('alert(1)').length).toBeGreaterThan(1_000);
  expect(page.text.match(/<script/gi)).toHaveLength(1);
  const tags = page.text.match(/<[^>]*>/g) ?? [];
  const names = new Set(tags.map((tag) => tag.replace(/="[^"]*"/g, '=')));
  expect([...names].filter((name) => /^<(?:img|iframe)|\son\w+=/i.test(name))).toEqual([]);
  expect(tags.filter((tag) => /(?:href|src)="(?:javascript|[^"]*evil)/i.test(tag))).toEqual([]);
  expect(page.policy).toBe(policy);
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
