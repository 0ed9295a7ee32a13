import type { ComposeProject } from './project.ts';
import { judgeReadme } from './readme.ts';
import { judgeStrike, type Scene } from './strike.ts';

/** Engines verify certificates and prove themselves again when they begin. */
const backWithinMs = 30_000;

/** The promises of the secured demo, beyond those of the demo. */
export const judgeSecure = async (scene: Scene): Promise<void> => {
  const { project, verdicts } = scene;
  await judgeReadme(project, verdicts);
  const letIn = (await project.runNode(tryToEnter)).split('\n').filter((line) => line !== '');
  verdicts.judge('no server lets in who proves nothing', letIn.join() === 'done', letIn.join('; '));
  const secrets = await secretsOf(project);
  const shown = await project.shown();
  const found = secrets.filter((secret) => shown.includes(secret));
  verdicts.judge(
    'no secret is in an environment, an argument or a log',
    secrets.length > 20 && found.length === 0,
    `${secrets.length.toString()} secrets, ${found.length.toString()} of them shown`,
  );
  await judgeStrike(scene, 'an engine is restarted', { backWithinMs }, async () => {
    const engine = await project.containerOf('earn-engine');
    await project.stop(engine);
    await project.act('start', engine);
    await project.untilHealthy(engine);
  });
};

/** The passwords and keys, from the volumes. */
const secretsOf = async (project: ComposeProject): Promise<readonly string[]> => {
  const script =
    'for f in /secrets/*/*password /secrets/kafka/users/* /secrets/*/secret-keys; do cat $f; echo; done';
  const words = ['run', '--rm', '--no-deps', '-T', '--entrypoint', 'sh', '--cap-add', 'DAC_OVERRIDE'];
  const text = await project.compose(...words, 'secrets', '-c', script);
  return [...new Set(text.split('\n').filter((line) => line !== ''))];
};

/** Prints a line for each way in that is open to a stranger, and `done`. */
const tryToEnter = `
const tls = require('node:tls');
const { Kafka, logLevel } = require('kafkajs');
const pg = require('pg');

const exchange = (port, host, text) => new Promise((resolve) => {
  const socket = tls.connect({ host, port, rejectUnauthorized: false }, () => socket.write(text));
  socket.setTimeout(5_000, () => { socket.destroy(); resolve(''); });
  socket.on('error', () => resolve(''));
  socket.on('data', (data) => { socket.destroy(); resolve(data.toString()); });
});
const kafka = async (options) => {
  const admin = new Kafka({ brokers: ['kafka:9092'], logLevel: logLevel.NOTHING, retry: { retries: 0 }, connectionTimeout: 5_000, requestTimeout: 5_000, ...options }).admin();
  try { await admin.connect(); await admin.listTopics(); return true; } catch { return false; }
  finally { await admin.disconnect().catch(() => undefined); }
};
const postgres = async (options) => {
  const client = new pg.Client({ host: 'postgres', user: 'loyalty_app', database: 'loyalty', ...options });
  try { await client.connect(); return true; } catch { return false; } finally { await client.end().catch(() => undefined); }
};
const ssl = { rejectUnauthorized: false };
const sasl = { mechanism: 'scram-sha-512', username: 'ingress', password: 'wrong' };
(async () => {
  if (await kafka({})) console.log('Kafka, in the clear');
  if (await kafka({ ssl })) console.log('Kafka, without a name');
  if (await kafka({ ssl, sasl })) console.log('Kafka, with a wrong password');
  if (await postgres({ ssl: false, password: 'loyalty' })) console.log('Postgres, in the clear');
  if (await postgres({ ssl, password: 'wrong' })) console.log('Postgres, with a wrong password');
  const pong = await exchange(6379, 'redis', 'PING\\r\\n');
  if (!pong.includes('NOAUTH')) console.log('Redis said ' + pong);
  const page = await exchange(8443, 'registry-proxy', 'GET /apis/ccompat/v7/subjects HTTP/1.0\\r\\n\\r\\n');
  if (!page.includes(' 401 ')) console.log('the registry said ' + page.slice(0, 80));
  const name = await require('node:dns/promises').lookup('registry').then(() => true, () => false);
  if (name) console.log('the registry itself');
  console.log('done');
})();
`;
