import { given, type Search, textIn } from '../../model/address.ts';

export interface LogSearch {
  readonly path?: string;
  readonly status?: number;
  /** The filters below are those of live requests. */
  readonly outcome?: 'refused';
  readonly code?: string;
  readonly key?: string;
  readonly request?: string;
  readonly log?: string;
}

export const logsSearch = ({ path, status, outcome, code, key, request, log }: Search): LogSearch =>
  given({
    path: textIn(path),
    status: typeof status === 'number' && status >= 100 && status <= 599 ? status : undefined,
    outcome: outcome === 'refused' ? ('refused' as const) : undefined,
    code: textIn(code),
    key: textIn(key),
    request: textIn(request),
    log: textIn(log),
  });
