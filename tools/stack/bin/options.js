import util from 'node:util';

/** Every option of `npm start`, once: name, what it takes, its default and its line in the help. */
const startOptions = {
  fresh: { type: 'boolean', help: 'drop all data of the local stack and begin anew' },
  'infra-only': {
    type: 'boolean',
    help: 'Kafka, registry, Postgres and Redis only: no schemas, no topics, no services',
  },
  port: { type: 'string', default: '8080', help: 'HTTP port of the API' },
  'console-port': { type: 'string', default: '8088', help: 'the console, for people' },
  'admin-port': { type: 'string', default: '18090', help: 'first of the health ports, one for each service' },
  'kafka-port': { type: 'string', default: '19092', help: 'Kafka' },
  'registry-port': { type: 'string', default: '18081', help: 'schema registry' },
  'postgres-port': { type: 'string', default: '15432', help: 'Postgres' },
  'redis-port': { type: 'string', default: '16379', help: 'Redis' },
  'free-ports': { type: 'boolean', help: 'any free ports instead of those above; local.json names them' },
  home: { type: 'string', default: '.loyalty', help: 'where data, logs and local.json live' },
  help: { type: 'boolean', help: 'this text' },
};

/** A port of 0 is replaced by one that is free. */
const anyFreePort = 0;

/** The options as the compiled part takes them; a wrong one ends through `giveUp` with one sentence. */
export const parseOptions = (command, args, giveUp) =>
  command === 'test' ? parseTestOptions(args) : parseStartOptions(args, giveUp);

/** All arguments of `npm test` belong to jest, which has its own --help. */
const parseTestOptions = (args) => ({ help: false, infraOnly: false, jestArguments: args });

const parseStartOptions = (args, giveUp) => {
  const values = parsed(args, giveUp);
  const port = (name) => {
    if (values['free-ports'] === true) return anyFreePort;
    const value = Number(values[name]);
    if (Number.isInteger(value) && value > 0 && value < 65_536) return value;
    return giveUp(`--${name} takes a port between 1 and 65535, not "${values[name]}".`);
  };
  return {
    help: values.help === true,
    fresh: values.fresh === true,
    infraOnly: values['infra-only'] === true,
    home: values.home,
    ports: {
      http: port('port'),
      console: port('console-port'),
      admin: port('admin-port'),
      kafka: port('kafka-port'),
      registry: port('registry-port'),
      postgres: port('postgres-port'),
      redis: port('redis-port'),
    },
  };
};

const parsed = (args, giveUp) => {
  try {
    return util.parseArgs({ args, options: startOptions }).values;
  } catch (failure) {
    return giveUp(`${failure.message.replace(/\.$/, '')}; npm start -- --help lists the options.`);
  }
};

const optionLines = Object.entries(startOptions).map(([name, { type, default: initial, help }]) => {
  const flag = `--${name}${type === 'string' ? ' <value>' : ''}`;
  return `  ${flag.padEnd(26)}${help}${initial === undefined ? '' : ` (${initial})`}`;
});

/** What `npm start -- --help` prints. */
export const helpText = `npm start -- [options]

Starts the loyalty engine on this machine, without containers: Kafka, a schema registry, Postgres, Redis and the
services. What it started ends with it; its data stay until --fresh.

${optionLines.join('\n')}

A part is not started when its address is in the environment:
  KAFKA_BROKERS=host:port,…   SCHEMA_REGISTRY_URL=http://host:port/apis/ccompat/v7
  DATABASE_URL=postgres://…   REDIS_URL=redis://…
`;
