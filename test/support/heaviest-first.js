import TestSequencer from '@jest/test-sequencer';

/** It judges everything that all others have stored. */
const last = '/test/invariants/check.alone.test.ts';

/**
 * It kills Postgres, and history then compares the facts of the 10 s before. Those of the tests on the stack, which
 * end as it begins, may be of databases of their own.
 */
const midway = '/test/fault/kill-part.alone.full.local.test.ts';

/** Takes tens of seconds. Begun last, it would run on alone while other workers are idle. */
const long = /\.long\.[^/]*$/;

/**
 * Those that took longest in the last run first, as jest has noted it. Where it has noted nothing, as in a new clone, those that are
 * named as long, then the largest.
 */
export default class HeaviestFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests).toSorted((one, other) => placeOf(one) - placeOf(other));
    const others = sorted.filter(({ path }) => !path.endsWith(midway));
    const middle = others.length >> 1;
    return [
      ...others.slice(0, middle),
      ...sorted.filter(({ path }) => path.endsWith(midway)),
      ...others.slice(middle),
    ];
  }
}

const placeOf = ({ path, duration }) => {
  if (path.endsWith(last)) return 2;
  return duration === undefined && long.test(path) ? 0 : 1;
};
