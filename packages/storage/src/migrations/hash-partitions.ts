/**
 * The number of hash partitions of each of the largest tables (D103). Vacuuming one partition, or indexing it, takes a
 * sixteenth of the time.
 */
const partitionCount = 16;

/** Returns the names of a table's partitions. */
export const hashPartitionsOf = (table: string): string[] =>
  Array.from({ length: partitionCount }, (_, place) => `${table}_${place.toString().padStart(2, '0')}`);

/** Returns the SQL that creates the partitions of a new table that is PARTITION BY HASH. */
export const createHashPartitions = (table: string): string =>
  hashPartitionsOf(table)
    .map(
      (partition, place) =>
        `CREATE TABLE ${partition} PARTITION OF ${table}
           FOR VALUES WITH (MODULUS ${partitionCount.toString()}, REMAINDER ${place.toString()});`,
    )
    .join('\n');
