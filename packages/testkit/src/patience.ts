/**
 * How long a test waits for what others bring about: a connection, a process that starts, a first event.
 * During a build each of them takes ten times as long, and no verdict may depend on that. Only a test of
 * speed has a bound of its own.
 */
export const patienceMs = 300_000;
