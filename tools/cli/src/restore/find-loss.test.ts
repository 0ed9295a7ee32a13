import type { MissingFact, MissingFacts } from '@loyalty/history/survey-facts';
import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { type Loss, lossLines } from './find-loss.ts';

const atMs = Date.parse('2026-03-01T12:00:00Z');

const written = (minute: number, name: string): MissingFact => ({
  fact: {
    id: randomId(),
    environmentId: 7 as EnvironmentId,
    tenantId: null,
    type: 'management.written',
    occurredAtMs: atMs + minute * 60_000,
    ledgerSeq: null,
    data: { kind: 'campaign', action: 'created', entityId: name, body: {} },
  },
  isGone: true,
});

const missing = (...kept: readonly MissingFact[]): MissingFacts => ({ count: kept.length, kept });

const lossOf = (call: MissingFacts): Loss => ({
  sinceMs: atMs,
  survey: {
    facts: 80,
    reachesBack: true,
    missing: { call, redeem: missing(), stream: missing() },
    environmentIds: [],
  },
  isKnownCluster: true,
  refits: [],
  environments: [],
});

test('a write that is gone has a line with its time, environment, kind and id, the earliest first', () => {
  expect(lossLines(lossOf(missing(written(2, 'second'), written(1, 'first'))))).toEqual([
    '80 facts were published since 2026-03-01T12:00:00.000Z; 2 of them are not true in this database.',
    'Changes by calls, which nobody repeats: 2.',
    '  at                        environment  type              subject',
    '  2026-03-01T12:01:00.000Z  7            campaign created  first    missing',
    '  2026-03-01T12:02:00.000Z  7            campaign created  second   missing',
    'Redemptions, which engines decide again with these facts as evidence: none.',
    'Facts about records that engines and followers read again: none.',
  ]);
});

test('fifty lines of a kind are shown, and what lists more is named', () => {
  const lines = lossLines(lossOf(missing(...Array.from({ length: 51 }, (_, n) => written(n, 'some')))));
  expect(lines.filter((line) => line.includes('campaign created'))).toHaveLength(50);
  expect(lines).toContain('  … (--json lists more)');
});
