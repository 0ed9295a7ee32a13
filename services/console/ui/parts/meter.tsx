interface MeterProps {
  /** From 0 to 1. */
  readonly share: number;
  readonly label: string;
}

export function Meter({ share, label }: MeterProps) {
  const percent = Math.round(share * 100);
  return (
    <div
      className="meter"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <i style={{ width: `${percent.toString()}%` }} />
    </div>
  );
}
