/**
 * How long a test waits for what others bring about: a connection, a process that starts, a server that is ready, a first
 * event. A machine that builds something else beside the tests is ten times as slow as a quiet one, and no verdict may
 * depend on that. Only where speed is its subject has a test a bound of its own. A test that passes waits for no more
 * than the fact.
 */
export const patienceMs = 300_000;
