import { utcDay } from '../../../model/times/times.ts';

/** A row of a list of what happened to a member. */
interface Dated {
  /** When it was stored. */
  readonly createdAt: string;
  /** When it was bought; known of receipts alone. */
  readonly occurredAt?: string | null;
}

/** Returns when it happened for the member: when it was bought or, of anything else, when it was stored. */
export const happenedAt = ({ createdAt, occurredAt }: Dated): string => occurredAt ?? createdAt;

const lateMs = 3_600_000;

/** Returns when it was stored, if that was more than an hour before or after the purchase; otherwise null. */
export const storedLateAt = (row: Dated): string | null =>
  Math.abs(Date.parse(row.createdAt) - Date.parse(happenedAt(row))) > lateMs ? row.createdAt : null;

/** Sorts rows by when they happened, the newest first. Those of one instant keep their order. */
export const newestFirst = <Row extends Dated>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => Date.parse(happenedAt(b)) - Date.parse(happenedAt(a)));

interface Day<Row> {
  readonly day: string;
  readonly rows: readonly Row[];
}

/** Groups rows that follow each other by the UTC day on which they happened. */
export const daysOf = <Row extends Dated>(rows: readonly Row[]): readonly Day<Row>[] => {
  const days: { day: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const day = utcDay(happenedAt(row));
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
};
