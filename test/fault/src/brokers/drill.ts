import { defineDrill, runCases } from '@loyalty/stack/drill';
import { holdsCase } from './brokers-run.ts';
import { options } from './options.ts';

const about = `
Each case starts three brokers (three copies of each topic, two of which must have a message) and a stack on them, sends operations at a
steady rate whether or not they get a response, and strikes one broker. Nothing may be lost or doubled, no process may exit, and of the
requests of the first ten seconds at most 40 % may fail, later few. The p99 of requests to the other brokers is at most 250 ms, once the
cluster waits for the struck one no longer; on a machine that was slower before the strike it is not judged. Exit code 1: a promise was
broken. Three brokers and seven services take up two cores at about 50 operations a second.`;

/** One broker of three fails under load. */
export const drill = defineDrill({
  about,
  options,
  run: (values) => runCases(values, (name) => holdsCase(name, values)),
});
