import type { JsonObject } from '../http/json-body.ts';
import { compilePayloadValidator } from './payload-validator.ts';

describe('▲ the work of one payload has a bound, which the refusal names', () => {
  const messagesOf = (properties: JsonObject, payload: JsonObject): readonly string[] => {
    const compiled = compilePayloadValidator(properties);
    if (!compiled.ok) throw new Error('the definition is refused');
    return compiled.value(payload).map(({ pointer, message }) => `${pointer} ${message}`);
  };

  it('values of the payload, multiplied by those of its definition, are at most 200,000', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`f${at.toString()}`, { type: 'number' }]),
    );
    const [refused = ''] = messagesOf(fields, { more: Array(9_000).fill(1) });
    const [, most = ''] = /not have more than ([\d,]+) values/.exec(refused) ?? [];
    const bound = Number(most.replaceAll(',', ''));
    expect(refused).toMatch(/^\/payload must not have more than .* must not exceed 200,000$/);
    // The payload and the list are values too.
    expect(messagesOf(fields, { more: Array(bound - 2).fill(1) })).toEqual([]);
    expect(messagesOf(fields, { more: Array(bound - 1).fill(1) })).toEqual([refused]);
  });

  it('patterns take at most 2,000,000 steps', () => {
    const patterns = { a: { allOf: Array.from({ length: 20 }, () => ({ pattern: '(a?b?){3}[cd]?$' })) } };
    expect(messagesOf(patterns, { a: 'ab'.repeat(30_000) })).toEqual([
      expect.stringMatching(/^\/payload must not need more than 2,000,000 steps/),
    ]);
    expect(messagesOf(patterns, { a: 'ab'.repeat(100) })).toEqual([]);
  });
});
