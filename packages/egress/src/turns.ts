/** A bounded number of works at once, in the order in which they came. */
export interface Turns {
  /** True when it is one's turn, which must be given back; false at once when too many wait. */
  take(): Promise<boolean>;
  giveBack(): void;
}

export interface TurnsOptions {
  readonly underWayMax: number;
  readonly waitingMax: number;
}

export const createTurns = ({ underWayMax, waitingMax }: TurnsOptions): Turns => {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return {
    take: async () => {
      if (underWay < underWayMax) {
        underWay += 1;
        return true;
      }
      if (waiting.length >= waitingMax) return false;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return true;
    },
    giveBack: () => {
      const next = waiting.shift();
      // A turn is handed over, so the number under way stays.
      if (next === undefined) underWay -= 1;
      else next();
    },
  };
};
