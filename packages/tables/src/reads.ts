/** What people have read (D316), counted in memory by the process that has sent it. */

export { listReads } from './reads/list-reads.ts';
export { ReadCounter } from './reads/read-counter.ts';
