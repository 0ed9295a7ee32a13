import { isIP, isIPv4 } from 'node:net';
import { RE2JS } from 're2js';
import { isUuid } from '@loyalty/kernel';
import { instantOf } from '../instant.ts';

/** 1 to 63 characters between dots, 253 in all. Every text is bounded before it is matched. */
const hostname = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const time = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;
const duration =
  /^P(?!$)(?:\d{1,9}W|(?:\d{1,9}Y)?(?:\d{1,9}M)?(?:\d{1,9}D)?(?:T(?=\d)(?:\d{1,9}H)?(?:\d{1,9}M)?(?:\d{1,9}S)?)?)$/;

const isHostname = (text: string): boolean => text.length <= 253 && hostname.test(text);

/** RFC 5321 allows more; customers' addresses do not use it. */
const isEmail = (text: string): boolean => {
  const at = text.lastIndexOf('@');
  return (
    at >= 1 && at <= 64 && !/[\s@"(),:;<>[\\\]]/.test(text.slice(0, at)) && isHostname(text.slice(at + 1))
  );
};

/** The formats of JSON Schema for payloads. Each takes time in proportion to the text. */
export const payloadFormats: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && instantOf(text, 'start') !== null,
  time: (text) => text.length <= 30 && time.test(text),
  'date-time': (text) => text.length <= 40 && dateTime.test(text) && instantOf(text, 'start') !== null,
  duration: (text) => text.length <= 100 && duration.test(text),
  email: (text) => text.length <= 320 && isEmail(text),
  hostname: isHostname,
  ipv4: (text) => text.length <= 15 && isIPv4(text),
  ipv6: (text) => text.length <= 45 && isIP(text) === 6 && !text.includes('%'),
  uri: (text) => text.length <= 2_048 && /^[a-z]/i.test(text) && URL.canParse(text),
  uuid: isUuid,
};

interface LinearPattern {
  /** The most steps that one character may cost. */
  readonly size: number;
  test(text: string): boolean;
}

/**
 * Returns null for a pattern that RE2 does not support: look-around, back-references, more than 1,000
 * repetitions, invalid syntax.
 */
export const linearPatternOf = (source: string): LinearPattern | null => {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    return { size: compiled.programSize(), test: (text) => compiled.test(text) };
  } catch {
    return null;
  }
};
