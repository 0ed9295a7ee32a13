import { readableText } from './post-result.ts';

it.each([
  ['what is UTF-8', Buffer.from('Zoë said «no»\r\n\t{}'), 'Zoë said «no»\r\n\t{}'],
  ['bytes that are none', Buffer.from([0x61, 0xff, 0xc3]), 'a\ufffd\ufffd'],
  ['NUL and control characters', Buffer.from('a\u0000b\u001b[31mc\u0085'), 'ab[31mc'],
])('makes a text of %s', (_what, body, text) => {
  expect(readableText(body)).toBe(text);
});
