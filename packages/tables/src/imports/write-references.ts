import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { awaitAll } from '@loyalty/kernel';
import { instantSql, rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import { countRemovedSql } from '../memberships.ts';
import type { ReferenceLink } from './line-references.ts';

interface LinksToWrite {
  readonly environmentId: EnvironmentId;
  readonly atMs: number;
}

interface LinkRow extends Pick<ReferenceLink, 'id' | 'memberId' | 'kind' | 'state'> {
  readonly environmentId: EnvironmentId;
}

const linkRows = rowArrays<LinkRow>((fields) =>
  fields('environment_id int', 'id uuid', 'member_id uuid', 'kind text', 'state text'),
);

const changeStatement: Statement = {
  name: 'import-references-change',
  text: `UPDATE members m SET reference_kind = l.kind, reference_state = l.state, updated_at = now()
           FROM ${linkRows.as('l')}
          WHERE m.environment_id = l.environment_id AND m.id = l.id`,
};

/** They leave their tier and their dynamic segments in silence, because nothing was ever published about them. */
const takeOverStatement: Statement = {
  name: 'import-references-take-over',
  text: `UPDATE members m
            SET state = 'reference', tier_id = NULL, leads_to = l.member_id, led_since = ${instantSql('$6::bigint')},
                reference_kind = l.kind, reference_state = l.state, updated_at = now()
           FROM ${linkRows.as('l')}
          WHERE m.environment_id = l.environment_id AND m.id = l.id`,
};

const forgetProfiles: Statement = {
  name: 'import-references-forget-profiles',
  text: 'DELETE FROM member_profiles WHERE environment_id = $1 AND member_id = ANY ($2::uuid[])',
};

const leaveSegments: Statement = {
  name: 'import-references-leave-segments',
  text: `WITH removed AS (
           DELETE FROM segment_members WHERE environment_id = $1 AND member_id = ANY ($2::uuid[])
           RETURNING environment_id, segment_id)
         ${countRemovedSql}`,
};

/** Gives references of rows that exist to members. The rows must be locked. New rows are enrolled before. */
export const writeLinks = async (
  tx: Transaction,
  { environmentId, atMs }: LinksToWrite,
  links: readonly ReferenceLink[],
): Promise<void> => {
  const rowsOf = (how: ReferenceLink['how']): LinkRow[] =>
    links.filter((link) => link.how === how).map((link) => ({ ...link, environmentId }));
  const [changed, takenOver] = [rowsOf('changed'), rowsOf('taken-over')];
  const ids: MemberId[] = takenOver.map(({ id }) => id);
  await awaitAll([
    ...(changed.length > 0 ? [tx.query(changeStatement, linkRows.valuesOf(changed))] : []),
    ...(takenOver.length > 0
      ? [
          tx.query(takeOverStatement, [...linkRows.valuesOf(takenOver), atMs]),
          tx.query(forgetProfiles, [environmentId, ids]),
          tx.query(leaveSegments, [environmentId, ids]),
        ]
      : []),
  ]);
};
