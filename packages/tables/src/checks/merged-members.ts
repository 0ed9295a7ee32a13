/**
 * SQL: an array of the ids of one person: the member to whom this one leads or who this one is, and all who lead
 * there. Whatever was done after a merge is stored under another one of these ids than what it belongs to (D346).
 */
export const idsOfPerson = (environment: string, member: string): string => `ARRAY(
            SELECT coalesce(named.leads_to, named.id) FROM members named
             WHERE named.environment_id = ${environment} AND named.id = ${member}
             UNION ALL
            SELECT led.id FROM members named
              JOIN members led ON led.environment_id = named.environment_id AND led.leads_to = coalesce(named.leads_to, named.id)
             WHERE named.environment_id = ${environment} AND named.id = ${member})`;

/** SQL: the sums `points` of `(environment_id, member_id, points)` by the member to whom each of these leads. */
export const sumsByPerson = (sums: string): string => `
          SELECT o.environment_id, coalesce(o.leads_to, o.id) AS member_id, sum(x.points) AS points
            FROM (${sums}) x
            JOIN members o ON o.environment_id = x.environment_id AND o.id = x.member_id
           GROUP BY 1, 2`;
