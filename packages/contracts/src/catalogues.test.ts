import { headers } from './headers.ts';
import { isErrorCode, problemKinds, problemOf } from './errors.ts';
import { topicCatalogue, topicOf } from './topic-catalogue.ts';
import { topics } from './generated/topics.ts';
import * as codecs from './avro/codecs.ts';

describe('the catalogue of problems', () => {
  it('knows each code with its status and its type', () => {
    expect(problemOf('MEMBER_SUSPENDED')).toEqual(
      expect.objectContaining({ status: 403, type: 'https://errors.loyalty.dev/member-suspended' }),
    );
  });

  it('says when to come back for every problem that passes by itself', () => {
    const passing = problemKinds.filter(({ status }) => status === 503);
    expect(passing.every(({ retryAfterS = 0 }) => retryAfterS >= 1)).toBe(true);
  });

  it('tells a code from any other text', () => {
    expect([isErrorCode('RATE_LIMITED'), isErrorCode('rate_limited'), isErrorCode('toString')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('the catalogue of topics', () => {
  it('has a constant for each name', () => {
    const names = [...topicCatalogue.map(({ name }) => name), topics.events];
    expect(Object.values(topics).sort()).toEqual(names.sort());
    expect(topicOf(topics.deadLetters).name).toBe('loyalty.dead-letters');
  });

  it('names only schemas that there is a codec for', () => {
    const known = Object.keys(codecs).map((name) =>
      name.replace(/Codec$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    );
    expect(
      topicCatalogue.flatMap(({ schema }) => schema ?? []).filter((schema) => !known.includes(schema)),
    ).toEqual([]);
  });
});

describe('topics whose values may name a member', () => {
  const named = [...topicCatalogue, topicOf(topics.events)].filter(
    ({ name, schema }) =>
      name === topics.deadLetters ||
      (schema !== null && codecs.codecs[schema].schemaText.includes('"memberRef"')),
  );

  it('are those of requests, and dead letters', () => {
    expect(named.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        topics.evaluate,
        topics.receipts,
        topics.memberEvents,
        topics.deadLetters,
        topics.events,
      ]),
    );
  });

  it('lose them within the month that a request for erasure has: retention counts from the end of a segment', () => {
    for (const { name, config } of named) {
      const days = (Number(config['retention.ms']) + Number(config['segment.ms'])) / 86_400_000;
      expect({ name, isInTime: days <= 30 }).toEqual({ name, isInTime: true });
    }
  });
});

describe('the names of headers', () => {
  it('are all different', () => {
    expect(new Set(Object.values(headers)).size).toBe(Object.keys(headers).length);
  });
});
