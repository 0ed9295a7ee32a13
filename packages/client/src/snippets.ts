import type { Methods } from './generated/methods.ts';
import { operations, type OperationId } from './operations.ts';

/** The address and the tenant that the snippet shows; the key is always `$LOYALTY_KEY`. */
export interface SnippetPlaces {
  readonly baseUrl?: string;
  readonly tenantId?: string;
}

/**
 * Returns the text of a call, to be copied and run. Invisible characters, and those that change the direction of text, are
 * escaped: the text means the same, and its appearance misleads nobody.
 */
export const snippetOf = <Id extends OperationId>(
  operationId: Id,
  args: NonNullable<Parameters<Methods[Id]>[0]>,
  language: 'curl' | 'typescript',
  { baseUrl = 'https://api.example.com/v1', tenantId = 'YOUR-TENANT-ID' }: SnippetPlaces = {},
): string =>
  (language === 'curl'
    ? curlOf(operationId, args, baseUrl, tenantId)
    : typescriptOf(operationId, args, baseUrl, tenantId)
  ).replace(unseen, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** These characters occur only in JSON and in literals, because addresses are encoded. */
const unseen = /[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

const curlOf = (operationId: OperationId, args: object, baseUrl: string, tenantId: string): string => {
  const { method, path } = operations[operationId];
  const { body, ...others } = args as Readonly<Record<string, unknown>>;
  const given: Readonly<Record<string, unknown>> = { tenantId, ...others };
  const values = new Map(Object.entries(given).filter(([, value]) => value !== undefined));
  const filled = `/tenants/{tenantId}${path}`.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name);
    values.delete(name);
    return encodeURIComponent(value === undefined ? name.toUpperCase() : plainTextOf(value));
  });
  const texts = Object.fromEntries([...values].map(([name, value]) => [name, plainTextOf(value)]));
  const query = new URLSearchParams(texts).toString();
  const url = `${baseUrl}${filled}${query === '' ? '' : `?${query}`}`;
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    '-H "X-API-Key: $LOYALTY_KEY"',
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(jsonOf(body))}`]),
  ].join(' \\\n  ');
};

const jsonOf = (body: unknown): string => {
  const line = JSON.stringify(body);
  return line.length <= lineLengthMax ? line : JSON.stringify(body, null, 2);
};

/** Writes a value in the same way as the client writes it into an address. */
const plainTextOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Quotes a text for a shell: within single quotes, only the single quote has a special meaning. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const typescriptOf = (operationId: OperationId, args: object, baseUrl: string, tenantId: string): string =>
  `import { createLoyalty } from '@loyalty/client';

const loyalty = createLoyalty({
  baseUrl: ${literalOf(baseUrl)},
  tenantId: ${literalOf(tenantId)},
  apiKey: process.env.LOYALTY_KEY,
});
const result = await loyalty.${operationId}(${argumentTextOf(operationId, args)});
`;

const argumentTextOf = (operationId: OperationId, args: object): string =>
  Object.keys(args).length === 0
    ? ''
    : literalOf(args, '', `const result = await loyalty.${operationId}();`.length);

/** A longer text is written over several lines. */
const lineLengthMax = 90;

/** Returns a value as TypeScript; `used` is the number of other characters on its line. */
const literalOf = (value: unknown, indent = '', used = indent.length): string => {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => literalOf(item, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(
          ([name, member]) =>
            `${/^[A-Za-z_]\w*$/.test(name) ? name : literalOf(name)}: ${literalOf(member, inner)}`,
        );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (parts.length === 0) return `${String(open)}${String(close)}`;
  const line = Array.isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (line.length + used <= lineLengthMax && !line.includes('\n')) return line;
  return `${String(open)}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${String(close)}`;
};
