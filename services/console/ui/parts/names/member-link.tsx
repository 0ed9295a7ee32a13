import { Link } from '@tanstack/react-router';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { Name } from './name.tsx';
import * as css from '../../styles/common.module.css';

/** Shows a member who is known only by their id, with name and reference once they have been read. */
export function MemberLink({ memberId }: { readonly memberId: string }) {
  const member = useOperation('getMember', { memberId }, { staleMs: 60_000 }).data;
  return (
    <Link to="/members/$memberId" params={{ memberId }} search={modeIn} className={`${css.link} ${css.cut}`}>
      <Name text={member?.name ?? member?.externalRef ?? memberId} />
    </Link>
  );
}
