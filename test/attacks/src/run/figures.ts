import type { Limits } from '../attacker/limits.ts';
import type { VictimReport } from '../victim/report.ts';

/** The figures of one blow. */
export interface BlowFigures {
  readonly seconds: number;
  /** The load average of the machine's last minute, at the end: much more than its processors means that others worked too. */
  readonly machineLoad: number;
  readonly before: VictimReport;
  readonly during: VictimReport;
  /** From ten seconds after its end on. */
  readonly after: VictimReport;
  /** The attacker's requests by status; 0 stands for a broken connection. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  /** Acknowledged receipts that are not stored exactly once. */
  readonly lost: number;
  /** The reason why the attack could not be carried out; null: it was. */
  readonly failure: string | null;
}

/** The judgement of the blows of one attack. */
export interface Judgement {
  /** The promises that were broken, each with what was seen. */
  readonly broken: readonly string[];
  /** The measures that were too slow before the attack already: the machine is busy, or has not recovered. */
  readonly unjudged: readonly string[];
}

/** An attack with one kind of limits: its blows, and what they showed. */
export interface AttackFigures extends Judgement {
  readonly name: string;
  readonly family: string;
  readonly limits: Limits;
  readonly blows: readonly BlowFigures[];
}
