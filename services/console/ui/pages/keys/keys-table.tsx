import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { modeIn } from '../../app/mode.ts';
import { Name } from '../../parts/name.tsx';
import { Time } from '../../parts/time.tsx';
import { keyWords } from '../../words/keys.ts';
import { endText, KeyStateChips, lastUseText, mayDoText, usedText } from './key-texts.tsx';

export function KeysTable({ keys }: { readonly keys: readonly Schemas['ApiKey'][] }) {
  return (
    <table className="tbl linked keys">
      <thead>
        <tr>
          <th scope="col">{keyWords.key}</th>
          <th scope="col">{keyWords.mayDo}</th>
          <th scope="col">{keyWords.state}</th>
          <th scope="col" className="right">
            {keyWords.lastUse}
          </th>
          <th scope="col" className="right">
            {keyWords.ends}
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </tbody>
    </table>
  );
}

function KeyRow({ apiKey }: { readonly apiKey: Schemas['ApiKey'] }) {
  const { id, name, hint, expiresAt } = apiKey;
  return (
    <tr>
      <td className="link-cell">
        <Link to="/keys/$keyId" params={{ keyId: id }} search={modeIn}>
          <Name text={name} className="strong" />
        </Link>
        <span className="mono small faint">{hint}</span>
      </td>
      <td className="may-cell">
        <Name text={mayDoText(apiKey)} />
        <span className="small faint below">{usedText(apiKey)}</span>
      </td>
      <td className="chips-cell">
        <span className="chips">
          <KeyStateChips apiKey={apiKey} />
        </span>
      </td>
      <td className="wide-cell small muted right">{lastUseText(apiKey)}</td>
      <td className="ends-cell small muted right">
        {expiresAt === null ? endText(apiKey) : <Time iso={expiresAt} text={endText(apiKey)} />}
      </td>
    </tr>
  );
}
