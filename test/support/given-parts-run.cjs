const developerRun = require('./developer-run.cjs');

/**
 * Leaves out `….local.test.ts`: what kills, freezes or cuts off Kafka, the registry, Postgres or Redis, or reads its log. These must be
 * processes of this machine that the stack started.
 * `npm test` passes this filter to jest when the environment names one of them. It leaves out what `developer-run.cjs` does as well.
 */
module.exports = async (paths) => {
  const { filtered } = await developerRun(paths);
  return { filtered: filtered.filter((path) => !path.endsWith('.local.test.ts')) };
};
