/** A point that a test lets others pass when it decides. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** A closed {@link Gate}. */
export const createGate = (): Gate => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    opened,
    open: () => {
      open();
    },
  };
};
