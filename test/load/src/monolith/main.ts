import cluster from 'node:cluster';
import { parseArgs } from 'node:util';
import { startMonolith } from './server.ts';

/** The monolith as a process: `--database URL --port N --pool N --workers N`; several workers share the port. */
const { values } = parseArgs({
  options: {
    database: { type: 'string', default: '' },
    port: { type: 'string', default: '0' },
    pool: { type: 'string', default: '20' },
    workers: { type: 'string', default: '1' },
  },
});

if (cluster.isPrimary && values.workers !== '1') {
  for (let n = 0; n < Number(values.workers); n += 1) cluster.fork();
} else {
  await startMonolith({
    databaseUrl: values.database,
    port: Number(values.port),
    poolMax: Math.ceil(Number(values.pool) / Number(values.workers)),
  });
}
