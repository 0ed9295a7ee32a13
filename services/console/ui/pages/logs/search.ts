import { given, type Search, textIn } from '../../model/address.ts';

export interface LogSearch {
  readonly path?: string;
  readonly status?: number;
  readonly log?: string;
}

export const logsSearch = ({ path, status, log }: Search): LogSearch =>
  given({
    path: textIn(path),
    status: typeof status === 'number' && status >= 100 && status <= 599 ? status : undefined,
    log: textIn(log),
  });
