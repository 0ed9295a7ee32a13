/**
 * How many requests are under way to each address, whoever they are for: many endpoints that share one victim must not make
 * an amplifier of us. A request counts at every address that its name stands for, so it is counted wherever it is dialled.
 */
export interface AddressRoom {
  /** Calls back, at once or later, when every address has room; the request counts from then on until `leave`. */
  enter(visit: Visit): void;
  /** Ends the visit, also one that still waits. */
  leave(visit: Visit): void;
}

export interface Visit {
  readonly addresses: readonly string[];
  readonly entered: () => void;
}

export const createAddressRoom = (perAddressMax: number): AddressRoom => {
  const present = new Map<string, number>();
  const inside = new Set<Visit>();
  const waiting = new Set<Visit>();
  const hasRoom = ({ addresses }: Visit): boolean =>
    addresses.every((address) => (present.get(address) ?? 0) < perAddressMax);
  const add = ({ addresses }: Visit, step: 1 | -1): void => {
    for (const address of addresses) {
      const count = (present.get(address) ?? 0) + step;
      if (count === 0) present.delete(address);
      else present.set(address, count);
    }
  };
  const admit = (visit: Visit): void => {
    waiting.delete(visit);
    inside.add(visit);
    add(visit, 1);
    visit.entered();
  };
  return {
    enter: (visit) => {
      if (hasRoom(visit)) admit(visit);
      else waiting.add(visit);
    },
    leave: (visit) => {
      waiting.delete(visit);
      if (!inside.delete(visit)) return;
      add(visit, -1);
      for (const next of waiting) if (hasRoom(next)) admit(next);
    },
  };
};
