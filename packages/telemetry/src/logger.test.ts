import fs from 'node:fs';

import { createLogger, silentLogger, type LogLevel, type Logger } from './logger.ts';

const talking = ['debug', 'info', 'warn', 'error'] as const;

const capture = (level: LogLevel = 'debug') => {
  const lines: string[] = [];
  const logger = createLogger({
    service: 'ingress',
    level,
    destination: { write: (line) => lines.push(line) },
  });
  return { logger, lines, records: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

describe('a log line', () => {
  it('is one JSON object with level, ISO time, service, fields and text', () => {
    const { logger, lines, records } = capture();
    logger.info({ requestId: 'r-1', tenantId: 't-1', environmentId: 7, traceId: 'abc' }, 'started');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/\n$/);
    expect(records()[0]).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
      service: 'ingress',
      requestId: 'r-1',
      tenantId: 't-1',
      environmentId: 7,
      traceId: 'abc',
      msg: 'started',
    });
  });

  it.each<[LogLevel, string[]]>([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['silent', []],
  ])('at level %s is written for %j', (level, expected) => {
    const { logger, records } = capture(level);
    for (const name of talking) logger[name]({}, 'x');
    expect(records().map((record) => record['level'])).toEqual(expected);
  });

  it('of a child carries the fields of the child and of its parent', () => {
    const { logger, records } = capture();
    logger.child({ requestId: 'r-1' }).child({ traceId: 't' }).warn({ n: 1 }, 'x');
    expect(records()[0]).toMatchObject({ requestId: 'r-1', traceId: 't', n: 1 });
  });

  it('of the silent logger is not written, at any level', () => {
    const talkative = createLogger({ service: 'ingress', level: 'debug' });
    expect(printedBy(talkative)).toHaveLength(2 * talking.length);
    expect(printedBy(silentLogger)).toEqual([]);
  });
});

/** Returns the output when a logger and a child of it are used at every level. */
const printedBy = (logger: Logger): readonly string[] => {
  const printed: string[] = [];
  const print = (chunk?: unknown): boolean => printed.push(String(chunk)) > 0;
  const spies = [
    jest
      .spyOn(fs, 'writeSync')
      .mockImplementation((_, chunk) => (print(chunk) ? Buffer.byteLength(chunk) : 0)),
    ...[process.stdout, process.stderr].map((one) => jest.spyOn(one, 'write').mockImplementation(print)),
    ...(['log', ...talking] as const).map((name) =>
      jest.spyOn(console, name).mockImplementation((...chunks: unknown[]) => void chunks.map(print)),
    ),
  ];
  for (const level of talking) {
    for (const one of [logger, logger.child({ requestId: 'r' })]) one[level]({ error: new Error('x') }, 'x');
  }
  for (const spy of spies) spy.mockRestore();
  return printed;
};

describe('a secret or a personal detail', () => {
  const secret = 'never-in-a-log';
  const written = (log: (logger: Logger) => void): string => {
    const { logger, lines } = capture();
    log(logger);
    return lines.join('');
  };

  it.each(
    ['apiKey', 'api_key', 'X-API-Key', 'key', 'authorization', 'Authorization', 'password', 'secret'].concat([
      'memberRef',
      'member_ref',
      'externalRef',
      'referrerRef',
      'email',
      'phone',
      'payload',
      'body',
      'headers',
    ]),
  )('under the name %s is replaced at the top, deep inside, in arrays and on a child', (name) => {
    const line = written((logger) => {
      logger.info({ [name]: secret }, 'x');
      logger.info({ a: { b: [{ [name]: { deeper: secret } }] } }, 'x');
      logger.child({ [name]: secret }).info({}, 'x');
    });
    expect(line).not.toContain(secret);
    expect(line.match(/\[redacted\]/g)).toHaveLength(3);
  });

  it.each([
    ['an API key', 'sk_live_abcDEF123', 'refused sk_live_abcDEF123 today'],
    ['the tail of a demo key', 'demo2', 'key=sk_test_demo2'],
    ['a token', 'eyJhbGciOiJSUzI1NiJ9', 'Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln'],
    ['a password in an address', 'hunter2', 'cannot reach postgres://loyalty:hunter2@db:5432/x'],
    ['an e-mail address', 'thandi', 'Key (email)=(thandi@example.co.za) already exists'],
    ['a phone number', '27821234567', 'duplicate +27821234567'],
    ['an API key across the cut', 'sk_live_abc', `${'x'.repeat(7_995)} sk_live_abc`],
  ])('such as %s is replaced in the text, in fields and in errors', (_what, hidden, text) => {
    const line = written((logger) => {
      logger.info({}, text);
      logger.info({ note: text }, 'x');
      logger.info({ error: new Error(text, { cause: new Error(text) }) }, 'x');
      logger.info({ error: new AggregateError([new Error(text)], text) }, 'x');
    });
    expect(line).not.toContain(hidden);
  });

  it('that a driver adds to its error is not written', () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: secret,
      parameters: [secret],
    });
    const { logger, records } = capture();
    logger.error({ error }, 'store failed');
    expect(JSON.stringify(records())).not.toContain(secret);
    expect(records()[0]).toMatchObject({ error: { name: 'Error', code: '23505', message: 'duplicate key' } });
  });

  it('inside bytes, maps and sets is not written', () => {
    const line = written((logger) => {
      logger.info({ a: Buffer.from(secret), b: new Map([[secret, secret]]), c: new Set([secret]) }, 'x');
    });
    expect(line).not.toContain(secret);
    expect(line).toContain('[14 bytes]');
  });
});

describe('a log line stays bounded', () => {
  it('when the fields are circular, long or many', () => {
    const { logger, lines } = capture();
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    logger.info({ circular, long: 'x'.repeat(100_000), many: Array.from({ length: 1_000 }, () => 'y') }, 'x');
    expect(lines[0]?.length).toBeLessThan(10_000);
  });
});
