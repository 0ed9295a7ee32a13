/**
 * Into how many pieces each of the largest tables is cut by the hash of its key (D103): a piece is vacuumed, and gets an
 * index, in a sixteenth of the time.
 */
const partitionCount = 16;

/** The names of a table's partitions. */
export const hashPartitionsOf = (table: string): string[] =>
  Array.from({ length: partitionCount }, (_, place) => `${table}_${place.toString().padStart(2, '0')}`);

/** Makes the partitions of a new table that is PARTITION BY HASH. */
export const createHashPartitions = (table: string): string =>
  hashPartitionsOf(table)
    .map(
      (partition, place) =>
        `CREATE TABLE ${partition} PARTITION OF ${table}
           FOR VALUES WITH (MODULUS ${partitionCount.toString()}, REMAINDER ${place.toString()});`,
    )
    .join('\n');
