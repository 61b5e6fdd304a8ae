import { rehash, reseal } from './tamper.ts'

/** One way to tamper: SQL for a superuser, in which `:A` is the chain. Chain A has ten rows that are signed. */
export type Tampering = { what: string; sql: string }

const columns: Record<string, string> = {
  user_id: 'NULL',
  patient_id: 'gen_random_uuid()',
  action: "'deleted'",
  resource_type: "'task'",
  resource_id: "'another'",
  details: `'{"fields": ["email"]}'`,
  ip_address: "'203.0.113.9'",
  user_agent: "'another'",
  request_id: "'another'",
  created_at: "created_at - interval '1 day'",
  user_name: "'Another Person'",
  user_role: "'attorney'",
}

const at = (position: number) => `WHERE lane = :A AND position = ${position}`
/** Recomputes the chain from a row on. The first row continues the hash of nothing. */
const rewritten = (position: number, to = 10) =>
  position > 1
    ? `${rehash(position, to)} ${reseal}`
    : `UPDATE audit_logs SET hash = sha256(sha256('') || audit_text(audit_logs)) ${at(1)}; ${rehash(2, to)} ${reseal}`

/** Removes the rows of heads and checks, as an attacker who rolls the database back does. */
export const forgetHeads =
  'DELETE FROM evidence_heads; DELETE FROM evidence_segments; DELETE FROM evidence_tiles; DELETE FROM audit_checks;'

const close = (position: number) =>
  `UPDATE audit_logs SET position = -position + 1 WHERE lane = :A AND position > ${position};
   UPDATE audit_logs SET position = -position WHERE position < 0;`

/** The tamperings with rows, for these positions. Each leaves the chains consistent in themselves where that is possible. */
export const tamperings = (positions: readonly number[]): Tampering[] =>
  positions.flatMap((position): Tampering[] => [
    ...Object.entries(columns).flatMap(([column, value]) => [
      {
        what: `edits ${column} of row ${position}`,
        sql: `UPDATE audit_logs SET ${column} = ${value} ${at(position)};`,
      },
      {
        what: `edits ${column} of row ${position} and rewrites the chain`,
        sql: `UPDATE audit_logs SET ${column} = ${value} ${at(position)}; ${rewritten(position)}`,
      },
    ]),
    { what: `deletes row ${position}`, sql: `DELETE FROM audit_logs ${at(position)};` },
    {
      what: `deletes row ${position} and rewrites the chain`,
      sql: `DELETE FROM audit_logs ${at(position)}; ${close(position)} ${
        position === 10 ? reseal : rewritten(position, 9)
      }`,
    },
    {
      what: `cuts the end off from row ${position}`,
      sql: `DELETE FROM audit_logs WHERE lane = :A AND position >= ${position};
       UPDATE audit_lanes SET (length, head) = (SELECT coalesce(max(position), 0),
         coalesce((array_agg(hash ORDER BY position DESC))[1], sha256('')) FROM audit_logs WHERE lane = :A) WHERE lane = :A;`,
    },
    {
      what: `inserts a backdated row before row ${position} and rewrites the chain`,
      sql: `UPDATE audit_logs SET position = -position - 1 WHERE lane = :A AND position >= ${position};
        UPDATE audit_logs SET position = -position WHERE position < 0;
        INSERT INTO audit_logs (id, action, resource_type, created_at, lane, position, hash)
        VALUES (gen_random_uuid(), 'viewed', 'patient', '2020-01-01', :A, ${position}, sha256('')); ${rewritten(position, 11)}`,
    },
    {
      what: `swaps row ${position} with another and rewrites the chain`,
      sql: `UPDATE audit_logs SET position = -position WHERE lane = :A AND position IN (${position}, ${(position % 10) + 1});
        UPDATE audit_logs SET position = ${position + (position % 10) + 1} + position WHERE position < 0; ${rewritten(1)}`,
    },
  ])
