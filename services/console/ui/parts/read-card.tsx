import type { ReactNode } from 'react';
import { Bars } from './bars.tsx';
import { ProblemNote } from './problem.tsx';

interface ReadCardProps<Result> {
  readonly read: {
    readonly data: Result | undefined;
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  readonly children: (result: Result) => ReactNode;
}

/** What was read; until then a card with bars, or with what the API says. */
export function ReadCard<Result>({ read, children }: ReadCardProps<Result>) {
  if (read.data !== undefined) return children(read.data);
  return (
    <div className="card">
      {read.isError ? (
        <ProblemNote error={read.error} onAgain={() => void read.refetch()} />
      ) : (
        <Bars rows={6} />
      )}
    </div>
  );
}
