import type { ReactNode } from 'react';
import { Bars } from '../lists/bars.tsx';
import { ProblemNote } from './problem.tsx';
import * as css from '../../styles/common.module.css';

interface ReadCardProps<Result> {
  readonly read: {
    readonly data: Result | undefined;
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  readonly children: (result: Result) => ReactNode;
}

/** Shows what was read, bars before that, and what the API says if the newest read failed. */
export function ReadCard<Result>({ read, children }: ReadCardProps<Result>) {
  const { data, isError, error, refetch } = read;
  return (
    <>
      {data === undefined ? null : children(data)}
      {data === undefined || isError ? (
        <div className={css.card}>
          {isError ? <ProblemNote error={error} onAgain={() => void refetch()} /> : <Bars rows={6} />}
        </div>
      ) : null}
    </>
  );
}
