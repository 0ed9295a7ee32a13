import type { Methods, Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { given } from '../../model/address.ts';
import { spanText } from '../../model/times/spans.ts';
import { Snippet } from '../../parts/code/code-button.tsx';
import { CopyButton } from '../../parts/code/copy-button.tsx';
import { JsonBlock } from '../../parts/code/json-block.tsx';
import { useDetailFocus } from '../../parts/lists/split.tsx';
import { Name } from '../../parts/names/name.tsx';
import { wordOf, words } from '../../words/index.ts';
import { StatusChip } from './log-row.tsx';
import { callOf, placeIn } from './logged-call.ts';
import { logWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './logs-page.module.css';
import * as jsonBlockCss from '../../parts/code/json-block.module.css';
import * as picksCss from '../../parts/lists/picks.module.css';
import * as splitCss from '../../parts/lists/split.module.css';

type Log = Schemas['RequestLog'];

/** Shows one request: both bodies, and the same call as code. */
export function LogDetail({ log }: { readonly log: Log | undefined }) {
  if (log === undefined) return <p className={`${splitCss.hint} ${css.muted}`}>{logWords.pick}</p>;
  return (
    <>
      <Link
        from="/logs"
        search={({ mode, path, status }) => given({ mode, path, status })}
        activeProps={{}}
        className={`${css.link} ${splitCss.back}`}
      >
        <ArrowLeft size={15} /> {logWords.list}
      </Link>
      <LogHead key={log.id} log={log} />
      <BodyOf title={logWords.requestBody} body={log.requestBody} omitted={log.requestBodyOmitted} />
      <BodyOf title={logWords.responseBody} body={log.responseBody} omitted={log.responseBodyOmitted} />
      <section className={jsonBlockCss.json} aria-label={words.code.title}>
        <h3>{words.code.title}</h3>
        <CodeOf log={log} />
      </section>
    </>
  );
}

function LogHead({ log }: { readonly log: Log }) {
  const { id, method, path, durationMs, requestId } = log;
  const heading = useDetailFocus(id);
  return (
    <>
      <header className={splitCss.head}>
        <h2 className={`${css.mono} ${picksCss.line}`} ref={heading} tabIndex={-1}>
          <span className={own.method}>{method}</span>
          <Name text={placeIn(path)} />
        </h2>
        <StatusChip log={log} />
      </header>
      <p className={`${splitCss.line} ${css.small} ${css.muted} ${picksCss.line}`}>
        <span className={css.num}>{spanText(durationMs)}</span>
        <span>{logWords.requestId}</span>
        <Name text={requestId} className={css.mono} />
        <CopyButton text={requestId} what={logWords.requestId} />
      </p>
    </>
  );
}

interface BodyOfProps {
  readonly title: string;
  readonly body: unknown;
  readonly omitted: string | null;
}

function BodyOf({ title, body, omitted }: BodyOfProps) {
  if (omitted === null && body !== null && body !== undefined)
    return <JsonBlock title={title} value={body} />;
  return (
    <section className={jsonBlockCss.json} aria-label={title}>
      <h3>{title}</h3>
      <p className={`${css.small} ${css.muted}`}>
        {omitted === null ? logWords.noBody : wordOf(logWords.omitted, omitted)}
      </p>
    </section>
  );
}

function CodeOf({ log }: { readonly log: Log }) {
  const call = callOf(log);
  if (call === null) return <p className={`${css.small} ${css.muted}`}>{logWords.unknownCall}</p>;
  // What was sent need not be of the documented form; the code shows it as it was.
  const args = call.args as NonNullable<Parameters<Methods[typeof call.operationId]>[0]>;
  return <Snippet operation={call.operationId} args={args} />;
}
