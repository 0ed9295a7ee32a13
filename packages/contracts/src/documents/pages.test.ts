import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { asyncapiDocument } from './asyncapi-document.ts';

/** What a function of the build's scripts returns; these are modules that only Node itself loads. */
const returned = (module: string, name: string, ...given: readonly unknown[]): unknown => {
  const path = resolve('packages/contracts/scripts/pages', module);
  const program = `import { ${name} } from ${JSON.stringify(path)};
let given = '';
for await (const piece of process.stdin) given += piece;
console.log(JSON.stringify(${name}(...JSON.parse(given))));`;
  const options = { encoding: 'utf8', input: JSON.stringify(given), maxBuffer: 16 * 1024 ** 2 } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], options));
};

type Fields = readonly {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}[];

const fieldsOf = (...given: readonly unknown[]) =>
  returned('message-fields.mjs', 'fieldsOf', ...given) as Fields;

const shown = (fields: Fields): readonly string[] =>
  fields.map(({ path, type, isRequired }) => `${path}: ${type}${isRequired ? '' : '?'}`);

describe('the fields of a schema', () => {
  it('of JSON stand behind the one that holds them', () => {
    const line = { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } };
    const properties = {
      id: { type: ['string', 'null'], format: 'uuid', description: 'Who.' },
      kind: { type: 'string', enum: ['A', 'B'] },
      state: { const: 'DONE' },
      lines: { type: 'array', items: line },
      more: {},
    };
    const fields = fieldsOf({ type: 'object', required: ['id', 'lines'], properties }, 'data.');
    expect(shown(fields)).toEqual([
      'data.id: uuid or null',
      'data.kind: "A" or "B"?',
      'data.state: "DONE"?',
      'data.lines: list of object',
      'data.lines[].sku: string',
      'data.more: any?',
    ]);
    expect(fields[0]?.description).toBe('Who.');
  });

  it('of Avro are optional where they have a default', () => {
    const line = { type: 'record', name: 'Line', fields: [{ name: 'sku', type: 'string', doc: 'What.' }] };
    const schema = {
      type: 'record',
      name: 'Receipt',
      fields: [
        { name: 'at', type: ['null', 'long'], default: null },
        { name: 'lines', type: { type: 'array', items: line }, default: [] },
        { name: 'first', type: ['null', line] },
      ],
    };
    const fields = fieldsOf({ schemaFormat: 'application/vnd.apache.avro;version=1.9.0', schema });
    expect(shown(fields)).toEqual([
      'at: long or null?',
      'lines: list of record?',
      'lines[].sku: string',
      'first: record or null',
      'first.sku: string',
    ]);
    expect(fields[2]?.description).toBe('What.');
  });
});

test('the page of events shows what looks like HTML as it stands', () => {
  const info = { ...asyncapiDocument.info, title: '<b title="x">', description: '`<i>` & **<u>**' };
  const { text } = returned('events.mjs', 'eventsPage', { ...asyncapiDocument, info }) as { text: string };
  expect(text).toContain('<h1>&#60;b title=&#34;x&#34;&#62;</h1>');
  expect(text).toContain('<p><code>&#60;i&#62;</code> &#38; <strong>&#60;u&#62;</strong></p>');
  expect(/<[biu][ >]/.exec(text)).toBeNull();
});

describe('a text in Markdown', () => {
  const rendered = (markdown: string) =>
    returned('markdown.mjs', 'rendered', markdown) as {
      readonly body: string;
      readonly headings: readonly { readonly id: string }[];
    };

  it('shows tags as they stand, in prose, in code and in tables', () => {
    const { body } = rendered('<script>a</script> `<b>`\n\n```html\n<i>\n```\n\n| <u> |\n| --- |\n| <s> |\n');
    expect(body.match(/<(?:script|b|i|u|s)>/g)).toBeNull();
    expect(body).toContain('&#60;script&#62;a&#60;/script&#62;');
  });

  it('gives headings the ids of GitHub, and each another one', () => {
    const { headings } = rendered(
      "# One\n\n## A till's `retry` loop\n\n## Größe: 1,000\n\n## Größe: 1,000\n",
    );
    expect(headings.map(({ id }) => id)).toEqual(['one', 'a-tills-retry-loop', 'größe-1000', 'größe-1000-1']);
  });

  it('has links to pages that are served, and plain words for other files, but not in code', () => {
    const markdown =
      '[a](../README.md#x) [b](other.md) [c](#here) [d](https://a.example) (D1) and (D2, D3)\n\n```sh\n[b](other.md) (D1)\n```\n';
    const program = `import { servedText, linkedText } from './packages/contracts/scripts/pages/markdown.mjs';
const pages = new Map([['README.md', 'docs/client']]);
const text = servedText(${JSON.stringify(markdown)}, { from: 'docs/a.md', pages });
console.log(JSON.stringify([linkedText(text, 'docs/errors/x', ''), linkedText(text, 'docs/guide', '.md')]));`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    const code = '\n\n```sh\n[b](other.md) (D1)\n```\n';
    expect(JSON.parse(printed)).toEqual([
      `[a](../../docs/client#x) b [c](#here) [d](https://a.example) and${code}`,
      `[a](../docs/client.md#x) b [c](#here) [d](https://a.example) and${code}`,
    ]);
  });
});
