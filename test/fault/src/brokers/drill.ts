import { defineDrill, runCases } from '@loyalty/stack/drill';
import { holdsCase } from './brokers-run.ts';
import { options } from './options.ts';

const about = `
Each case starts three brokers (three copies of each topic, two of which must have a message) and a stack on them, sends operations at a
steady rate whether or not they get a response, and strikes one broker. Nothing may be lost or doubled, and no process may exit. In the
first ten seconds at most 40 % of the requests may fail, and later only a few. Once the cluster no longer waits for the broker that was
struck, the p99 of requests to the other brokers must be at most 250 ms; this is not judged on a machine that was slower before the
strike. Exit code 1: a promise was broken. Three brokers and seven services use up two cores at about 50 operations a second.`;

/** One broker of three fails under load. */
export const drill = defineDrill({
  about,
  options,
  run: (values) => runCases(values, (name) => holdsCase(name, values)),
});
