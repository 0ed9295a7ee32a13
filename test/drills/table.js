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
    help: 'sets Postgres back to a copy of its data under load, and compares acknowledged responses with the stored ones',
    project: 'test/fault',
    module: 'dist/set-back/drill.js',
    services: true,
  },
  failover: {
    help: 'loses the primary of two Postgres servers under load and promotes the standby (needs haproxy)',
    project: 'test/fault',
    module: 'dist/failover/drill.js',
    services: true,
  },
  'full-disk': {
    help: 'fills the disk of Postgres, or the disks of all brokers at once, for two minutes under load (needs root)',
    project: 'test/fault',
    module: 'dist/full-disk/drill.js',
    services: true,
  },
  brokers: {
    help: 'kills, freezes and stops one broker of three under load, and takes the leader away from a partition',
    project: 'test/fault',
    module: 'dist/brokers/drill.js',
    services: true,
  },
  takeover: {
    help: 'measures how long partitions wait when one of two engines is killed, when four join, and when each restarts',
    project: 'test/fault',
    module: 'dist/takeover/drill.js',
    services: true,
  },
  restarts: {
    help: 'restarts each of three replicas of every service under load, also without the registry or Redis',
    project: 'test/fault',
    module: 'dist/restarts/drill.js',
    services: true,
  },
  'cut-log': {
    help: 'cuts the logs of the only broker of three that is in sync, under load',
    project: 'test/fault',
    module: 'dist/cut-log/drill.js',
    services: true,
  },
  clocks: {
    help: 'sets one clock after another wrong (ingress, engine, dispatcher, one broker of three) with libfaketime',
    project: 'test/clocks',
    module: 'dist/drill.js',
    services: true,
  },
  move: {
    help: 'moves tenants between two cells under load, also with a command that is killed and one that is aborted',
    project: 'test/move',
    module: 'dist/drill.js',
    services: true,
  },
  restore: {
    help: 'loses the database under load, restores it with the commands of its runbook, and prints RPO and RTO',
    project: 'test/restore',
    module: 'dist/drill.js',
    services: true,
  },
  secure: {
    help: 'runs with TLS, credentials, Kafka ACLs and Postgres roles at once, and changes passwords under load (needs openssl)',
    project: 'test/secure',
    module: 'dist/drill.js',
    services: true,
  },
  servers: {
    help: 'tries Postgres 15 to 18, Kafka 3.8 to 4, Redis 7 and 8: each is refused before anything is written, or works fully',
    project: 'test/servers',
    module: 'dist/drill.js',
    services: true,
  },
  attacks: {
    help: "attacks one tenant from another by legal means, in some sixty ways, and judges what the victim's till and webhooks notice",
    project: 'test/attacks',
    module: 'dist/attacks/src/drill.js',
    services: false,
  },
  rules: {
    help: 'tests each alert with a series that fires it and one that just does not (needs promtool)',
    project: 'test/rules',
    module: 'dist/drill.js',
    services: false,
  },
  alerts: {
    help: 'runs Prometheus over a stack at rest, under load and under faults, and judges queries and alerts (needs prometheus)',
    project: 'test/alerts',
    module: 'dist/alerts/src/drill.js',
    services: true,
  },
  mixed: {
    help: 'rolls out this checkout over the newest release, and a made-up next release over it, and back, under load',
    project: 'test/mixed',
    module: 'dist/drill.js',
    services: true,
  },
  image: {
    help: 'builds every image twice and runs it read-only without capabilities; judges size, contents and times (needs Docker)',
    project: 'test/docker',
    module: 'dist/images/drill.js',
    services: true,
  },
  containers: {
    help: 'runs `npm test` on containers of Kafka, the registry, Postgres and Redis (needs Docker, but not Java or Maven)',
    project: 'test/docker',
    module: 'dist/containers/drill.js',
    services: true,
  },
  compose: {
    help: 'starts stacks of containers, follows the README, and restarts, kills and rolls back every container (needs compose)',
    project: 'test/docker',
    module: 'dist/compose/drill.js',
    services: true,
  },
  chart: {
    help: 'renders the Helm chart and judges it; with options also on a real API server with controllers (needs Go)',
    project: 'test/chart',
    module: 'dist/drill.js',
    services: false,
  },
  clients: {
    help: 'uses generated clients in Go, Java, Python and TypeScript, our own, and the producers of docs/integration.md on a running `npm start` (needs go, java and mvn)',
    project: 'test/clients',
    module: 'dist/drill.js',
    services: false,
  },
  pages: {
    help: 'measures paints, inputs and memory of the console of a running `npm start` as on a slow machine (needs Chromium)',
    project: 'test/pages',
    module: 'dist/drill.js',
    services: false,
  },
  walk: {
    help: 'writes docs/reference/walks.md: the files that an evaluate, a redeem, a return and an event go through, process by process',
    project: 'test/walk',
    module: 'dist/drill.js',
    services: true,
  },
  tenants: {
    help: 'compares ten thousand tenants with ten under the same load, and at rest, on a stack of its own',
    project: 'test/load',
    module: 'dist/tenants/drill.js',
    services: false,
  },
  bench: {
    help: 'measures this service against an ordinary one on a running `npm start`, as ratios; with --large on 20 million rows',
    project: 'test/load',
    module: 'dist/drill.js',
    services: false,
  },
};
