import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { modeIn } from '../../app/mode.ts';
import { actorNameOf } from '../../model/actor-name.ts';
import { given } from '../../model/address.ts';
import { shownText, withMarksEncoded } from '../../model/shown-text.ts';
import { dayText, wholeClockText } from '../../model/times/times.ts';
import { CopyButton } from '../../parts/code/copy-button.tsx';
import { useDetailFocus } from '../../parts/lists/split.tsx';
import { Name } from '../../parts/names/name.tsx';
import { PageLink } from '../../parts/names/page-link.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { auditWords } from '../../words/audit.ts';
import { wordOf, words } from '../../words/index.ts';
import { isHidden, objectNameOf, placeOfObject, shownValue } from './entry.ts';
import * as css from '../../styles/common.module.css';
import * as own from './audit-page.module.css';
import * as pairsCss from '../../parts/texts/pairs.module.css';
import * as splitCss from '../../parts/lists/split.module.css';

type Entry = Schemas['AuditEntry'];

interface AuditDetailProps {
  readonly entry: Entry | undefined;
  /** True if the address names one that the list does not show. */
  readonly isMissing: boolean;
}

/** Shows one change: who made it, what was changed, and the values before and after it. */
export function AuditDetail({ entry, isMissing }: AuditDetailProps) {
  return (
    <>
      <Link
        from="/audit-log"
        search={(search) => given({ ...search, entry: undefined })}
        activeProps={{}}
        className={`${css.link} ${splitCss.back}`}
      >
        <ArrowLeft size={15} /> {auditWords.list}
      </Link>
      {entry === undefined ? (
        <p className={`${splitCss.hint} ${css.muted}`}>
          {isMissing ? auditWords.notListed : auditWords.pick}
        </p>
      ) : (
        <EntryShown entry={entry} />
      )}
    </>
  );
}

function EntryShown({ entry }: { readonly entry: Entry }) {
  const { id, action, object } = entry;
  const heading = useDetailFocus(id);
  return (
    <>
      <header className={splitCss.head}>
        <h2 ref={heading} tabIndex={-1} className={css.wrap}>
          {wordOf(auditWords.actions, action)}
        </h2>
        <Chip tone="line">{wordOf(auditWords.objects, object.type)}</Chip>
      </header>
      <EntryFacts entry={entry} />
      <EntryLinks entry={entry} />
      <Changes entry={entry} />
    </>
  );
}

function EntryFacts({ entry }: { readonly entry: Entry }) {
  const { actor, at, requestId } = entry;
  return (
    <dl className={pairsCss.pairs}>
      <div>
        <dt>{auditWords.object}</dt>
        <dd>
          <ObjectLink entry={entry} />
        </dd>
      </div>
      <div>
        <dt>{auditWords.by}</dt>
        <dd>
          <span className={`${css.small} ${css.faint} ${css.nowrap}`}>
            {wordOf(auditWords.kinds, actor.kind)}
          </span>
          <Name text={actorNameOf(actor)} className={actor.name === null ? css.mono : ''} />
          <CopyButton text={actor.id} what={auditWords.actorId} />
        </dd>
      </div>
      <div>
        <dt>{auditWords.at}</dt>
        <dd className={css.num}>
          <Time iso={at} text={`${dayText(at)}, ${wholeClockText(at)} ${words.utc}`} />
        </dd>
      </div>
      <div>
        <dt>{auditWords.requestId}</dt>
        <dd>
          {requestId === null ? (
            <span className={css.faint}>{auditWords.noRequest}</span>
          ) : (
            <>
              <Name text={requestId} className={css.mono} />
              <CopyButton text={requestId} what={auditWords.requestId} />
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** Leads to what was changed, where this console has a page of it and this person may see it. */
function ObjectLink({ entry }: { readonly entry: Entry }) {
  const { object } = entry;
  const place = placeOfObject(entry);
  const known = objectNameOf(object);
  const name = <Name text={known ?? object.id} className={known === null ? css.mono : ''} />;
  return (
    <>
      {place === null ? (
        name
      ) : (
        <PageLink path={place.path} query={place.query} className={`${css.link} ${css.cut}`} otherwise={name}>
          {name}
        </PageLink>
      )}
      <CopyButton text={object.id} what={auditWords.actorId} />
    </>
  );
}

function EntryLinks({ entry: { actor, object } }: { readonly entry: Entry }) {
  return (
    <p className={`${splitCss.line} ${splitCss.acts}`}>
      <Link
        from="/audit-log"
        search={(search) => ({ ...modeIn(search), type: object.type, object: object.id })}
        activeProps={{}}
        className={css.btn}
        data-small
      >
        {auditWords.ofObject}
      </Link>
      <Link
        from="/audit-log"
        search={(search) => ({ ...modeIn(search), actor: actor.id })}
        activeProps={{}}
        className={css.btn}
        data-small
      >
        {auditWords.ofActor}
      </Link>
    </p>
  );
}

function Changes({ entry: { changes, isTruncated } }: { readonly entry: Entry }) {
  return (
    <section className={own.changes} aria-label={auditWords.changes}>
      {isTruncated ? <p className={`${css.small} ${css.warn}`}>{auditWords.truncated}</p> : null}
      {changes.length === 0 ? <p className={`${css.small} ${css.muted}`}>{auditWords.noChanges}</p> : null}
      {changes.every(isHidden) ? (
        <ul className={own.hidden}>
          {changes.map(({ pointer }) => (
            <li key={pointer}>
              <Chip tone="line">
                <Name text={pointer} className={css.mono} />
              </Chip>
            </li>
          ))}
        </ul>
      ) : (
        <ChangeTable changes={changes} />
      )}
      {changes.some(isHidden) && !isTruncated ? (
        <p className={`${css.small} ${css.muted}`}>{auditWords.hiddenAbout}</p>
      ) : null}
    </section>
  );
}

function ChangeTable({ changes }: { readonly changes: Entry['changes'] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{auditWords.field}</th>
          <th scope="col">{auditWords.before}</th>
          <th scope="col">{auditWords.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.pointer}>
            <th scope="row">
              <bdi className={`${css.mono} ${css.wrap}`}>{shownText(change.pointer)}</bdi>
            </th>
            <ValueCell change={change} which="from" />
            <ValueCell change={change} which="to" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ValueCellProps {
  readonly change: Schemas['FieldChange'];
  readonly which: 'from' | 'to';
}

function ValueCell({ change, which }: ValueCellProps) {
  const value = shownValue(change[which]);
  return (
    // On a phone columns have no heads: each value has its own there.
    <td data-is={which} data-head={which === 'from' ? auditWords.before : auditWords.after}>
      {isHidden(change) ? (
        <span className={css.faint}>{auditWords.hidden}</span>
      ) : value === null ? (
        <span className={css.faint}>{auditWords.noValue}</span>
      ) : value.isJson ? (
        <pre className={css.mono}>{withMarksEncoded(value.text)}</pre>
      ) : (
        <bdi className={css.wrap}>{shownText(value.text)}</bdi>
      )}
    </td>
  );
}
