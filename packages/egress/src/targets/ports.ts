/** Ports that WHATWG closes for fetch (fetch.spec.whatwg.org, «bad port»), from 1024 on. */
const closedToBrowsers = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
];

/** Docker, MySQL, Postgres, Redis, Kafka: they might act on the bytes of a request. */
const closedToUs = [2375, 3306, 5432, 6379, 9092];

const closed = new Set([...closedToBrowsers, ...closedToUs]);

/** Returns true when a tenant's URL may use this port. */
export const isOpenPort = (port: number): boolean =>
  port === 80 || port === 443 || (port >= 1_024 && port <= 65_535 && !closed.has(port));
