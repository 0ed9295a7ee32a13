/**
 * Programs that `npm test` does not run, because each takes minutes, servers of its own, or tools that are not everywhere.
 * `project` is the folder that is compiled, `module` what it exports `drill` from, and `services` says that it starts services or
 * loyaltyctl by itself, so that the whole checkout is compiled first.
 */
export const drills = {
  fault: {
    help: 'kills and freezes every part under load on a stack of its own, and compares a journal with the ledger',
    project: 'test/fault',
    module: 'dist/drill.js',
    services: true,
  },
  'set-back': {
    help: 'puts Postgres back to a copy of its data under load, and compares acknowledged responses with the stored ones',
    project: 'test/fault',
    module: 'dist/set-back/drill.js',
    services: true,
  },
  failover: {
    help: 'loses the primary of two Postgres under load and promotes the standby (needs haproxy)',
    project: 'test/fault',
    module: 'dist/failover/drill.js',
    services: true,
  },
  'full-disk': {
    help: 'fills the disk of Postgres, or those of all brokers at once, for two minutes under load (needs root)',
    project: 'test/fault',
    module: 'dist/full-disk/drill.js',
    services: true,
  },
  brokers: {
    help: 'kills, freezes and stops one broker of three under load, and takes a partition its leader',
    project: 'test/fault',
    module: 'dist/brokers/drill.js',
    services: true,
  },
  takeover: {
    help: 'kills one of two engines ten times, lets four join under load and restarts each: how long partitions wait',
    project: 'test/fault',
    module: 'dist/takeover/drill.js',
    services: true,
  },
  restarts: {
    help: 'restarts each of three replicas of every service under load, also without registry or Redis',
    project: 'test/fault',
    module: 'dist/restarts/drill.js',
    services: true,
  },
  'cut-log': {
    help: 'cuts the logs of the only broker in sync, of three, under load',
    project: 'test/fault',
    module: 'dist/cut-log/drill.js',
    services: true,
  },
  clocks: {
    help: 'one wrong clock after the other (ingress, engine, dispatcher, one broker of three), by libfaketime',
    project: 'test/clocks',
    module: 'dist/drill.js',
    services: true,
  },
  move: {
    help: 'moves tenants between two cells under load; a command that is killed, and taken back',
    project: 'test/move',
    module: 'dist/drill.js',
    services: true,
  },
  restore: {
    help: 'loses the database under load, restores it by the commands of its runbook, prints RPO and RTO',
    project: 'test/restore',
    module: 'dist/drill.js',
    services: true,
  },
  secure: {
    help: 'TLS, credentials, rules of Kafka and roles of Postgres at once; passwords change under load (needs openssl)',
    project: 'test/secure',
    module: 'dist/drill.js',
    services: true,
  },
  servers: {
    help: 'Postgres 15 to 18, Kafka 3.8 to 4, Redis 7 and 8: each is refused before anything is written, or carries everything',
    project: 'test/servers',
    module: 'dist/drill.js',
    services: true,
  },
  attacks: {
    help: "one tenant attacks another with legal means, in some sixty ways: what the other's till and webhooks notice",
    project: 'test/attacks',
    module: 'dist/attacks/src/drill.js',
    services: false,
  },
  rules: {
    help: 'each alert by promtool: a series that fires it, and one that just does not (needs promtool)',
    project: 'test/rules',
    module: 'dist/drill.js',
    services: false,
  },
  alerts: {
    help: "Prometheus over a stack under load and under faults: queries, rest, each fault's alert (needs prometheus)",
    project: 'test/alerts',
    module: 'dist/alerts/src/drill.js',
    services: true,
  },
  mixed: {
    help: 'rolls this checkout out over the newest release, and a planted next release over it, and back, under load',
    project: 'test/mixed',
    module: 'dist/drill.js',
    services: true,
  },
  image: {
    help: 'builds every image twice and runs it read-only, without capabilities; judges size, contents and times (needs Docker)',
    project: 'test/docker',
    module: 'dist/images/drill.js',
    services: true,
  },
  containers: {
    help: '`npm test` on containers of Kafka, the registry, Postgres and Redis (needs Docker, neither Java nor Maven)',
    project: 'test/docker',
    module: 'dist/containers/drill.js',
    services: true,
  },
  compose: {
    help: 'stacks of containers: up in time, the README, every container restarted, killed, rolled back (needs compose)',
    project: 'test/docker',
    module: 'dist/compose/drill.js',
    services: true,
  },
  chart: {
    help: 'renders the Helm chart and judges it; with options also on a real API server and controllers (needs Go)',
    project: 'test/chart',
    module: 'dist/drill.js',
    services: false,
  },
  clients: {
    help: 'Go, Java and our own client use a running `npm start`: Node, Deno, Bun, Chromium (needs go, java and mvn)',
    project: 'test/clients',
    module: 'dist/drill.js',
    services: false,
  },
  pages: {
    help: 'pages of the console of a running `npm start` on a slow machine: paints, inputs, memory (needs Chromium)',
    project: 'test/pages',
    module: 'dist/drill.js',
    services: false,
  },
  tenants: {
    help: 'ten thousand tenants beside ten under the same load, and what they cost at rest, on a stack of its own',
    project: 'test/load',
    module: 'dist/tenants/drill.js',
    services: false,
  },
  bench: {
    help: 'on a running `npm start`: this service against an ordinary one in one run, as ratios; with --large on 20 million rows',
    project: 'test/load',
    module: 'dist/drill.js',
    services: false,
  },
};
