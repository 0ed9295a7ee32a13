import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { snippetOf } from './snippets.ts';

const hostile = `it's "$HOME" \`id\` \\ %41 \${x} !\n<script> é 😀`;
const places = { baseUrl: 'https://api.example.com/v1', tenantId: 'tenant-1' };

/** The arguments of curl as a shell makes them. */
const argumentsOf = (snippet: string): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'snippet-'));
  try {
    writeFileSync(join(folder, 'curl'), '#!/bin/sh\nfor word; do printf "%s\\0" "$word"; done\n', {
      mode: 0o755,
    });
    const env = { PATH: `${folder}:/usr/bin:/bin`, LOYALTY_KEY: 'sk_test_1' };
    return execFileSync('sh', ['-c', snippet], { env }).toString().split('\0').slice(0, -1);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe('curl', () => {
  it('writes a call with its body', () => {
    expect(
      snippetOf(
        'evaluateTransaction',
        { body: { transactionRef: 'r-1', memberRef: 'c-1', amount: 100 } },
        'curl',
        places,
      ),
    ).toBe(`curl -X POST 'https://api.example.com/v1/tenants/tenant-1/transactions/evaluate' \\
  -H "X-API-Key: $LOYALTY_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"transactionRef":"r-1","memberRef":"c-1","amount":100}'`);
  });

  it('writes a long body over several lines', () => {
    const body = {
      transactionRef: 'receipt-1001',
      memberRef: 'customer-42',
      amount: 15_000,
      storeRef: 'store-7',
    };
    expect(snippetOf('evaluateTransaction', { body }, 'curl', places)).toContain(`-d '{
  "transactionRef": "receipt-1001",
  "memberRef"`);
  });

  it('is for a shell what it is to the API, whatever stands in it', () => {
    const body = { transactionRef: hostile, memberRef: 'c', amount: 1 };
    const sent = argumentsOf(snippetOf('evaluateTransaction', { body }, 'curl', places));
    expect(JSON.parse(sent.at(-1) ?? '')).toEqual(body);
    expect(sent).toContain('X-API-Key: sk_test_1');
    const search = argumentsOf(snippetOf('listMembers', { search: hostile, limit: 5 }, 'curl', places));
    const url = new URL(search[0] ?? '');
    expect([url.searchParams.get('search'), url.searchParams.get('limit'), url.pathname]).toEqual([
      hostile,
      '5',
      '/v1/tenants/tenant-1/members',
    ]);
    const one = argumentsOf(snippetOf('getMember', { memberId: hostile }, 'curl', places));
    expect(decodeURIComponent(new URL(one[0] ?? '').pathname)).toBe(
      `/v1/tenants/tenant-1/members/${hostile}`,
    );
  });

  it('names what is missing', () => {
    expect(snippetOf('getMember', {} as { memberId: string }, 'curl')).toBe(
      `curl 'https://api.example.com/v1/tenants/YOUR-TENANT-ID/members/MEMBERID' \\
  -H "X-API-Key: $LOYALTY_KEY"`,
    );
  });
});

/** The argument of the call that a snippet makes. */
const argumentOf = (snippet: string): unknown => {
  const [, call = ''] = /await loyalty\.\w+\(([^]*)\);\n$/.exec(snippet) ?? [];
  return vm.runInNewContext(`(${call})`) as unknown;
};

describe('typescript', () => {
  it('writes a whole program', () => {
    const args = { body: { transactionRef: 'r-1', memberRef: 'c-1', amount: 100 } };
    expect(snippetOf('evaluateTransaction', args, 'typescript', places))
      .toBe(`import { createLoyalty } from '@loyalty/client';

const loyalty = createLoyalty({
  baseUrl: 'https://api.example.com/v1',
  tenantId: 'tenant-1',
  apiKey: process.env.LOYALTY_KEY,
});
const result = await loyalty.evaluateTransaction({
  body: { transactionRef: 'r-1', memberRef: 'c-1', amount: 100 },
});
`);
    expect(snippetOf('getMember', { memberId: 'm-1' }, 'typescript')).toContain(
      "\nconst result = await loyalty.getMember({ memberId: 'm-1' });\n",
    );
    expect(snippetOf('listTiers', {}, 'typescript')).toContain('await loyalty.listTiers();');
  });

  it('has the same values, whatever stands in them', () => {
    const products = Array.from({ length: 3 }, (_, at) => ({
      sku: `${hostile} ${at.toString()}`,
      quantity: 1.5,
      unitPrice: 100,
    }));
    const body = { transactionRef: hostile, memberRef: 'c', amount: 1, products };
    const snippet = snippetOf('evaluateTransaction', { body }, 'typescript');
    expect(JSON.parse(JSON.stringify(argumentOf(snippet)))).toEqual({ body });
    const event = { eventKey: 'a.b', ref: 'r', payload: { 'a b': [], 'c-d': {}, __proto__x: null, e: true } };
    expect(
      JSON.parse(JSON.stringify(argumentOf(snippetOf('submitEvent', { body: event }, 'typescript')))),
    ).toEqual({ body: event });
  });
});

test.each(['curl', 'typescript'] as const)('%s escapes marks that turn the direction of text', (language) => {
  const body = { transactionRef: 'r', memberRef: 'Mar\u202eyam\u200b', amount: 1 };
  const snippet = snippetOf('evaluateTransaction', { body }, language, places);
  expect(snippet).toContain('Mar\\u202eyam\\u200b');
  expect(snippet).not.toMatch(/[\u200b\u202e]/);
});
