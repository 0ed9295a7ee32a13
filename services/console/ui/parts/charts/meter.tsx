import * as own from './meter.module.css';
interface MeterProps {
  /** The share is from 0 to 1. */
  readonly share: number;
  readonly label: string;
  readonly tone?: 'warn' | 'bad' | 'ok' | undefined;
  /** The mark is where the alert is, from 0 to 1. */
  readonly mark?: number;
}

export function Meter({ share, label, tone, mark }: MeterProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      className={own.meter}
      data-tone={tone}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <i style={{ width: `${percent.toString()}%` }} />
      {mark === undefined ? null : <b style={{ left: `${Math.round(mark * 100).toString()}%` }} />}
    </div>
  );
}
