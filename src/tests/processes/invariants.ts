import type { DataFolder } from './dataFolder.ts'
import type { Tally } from './traffic.ts'

/** What must always hold in a database. Each query returns one sentence per violation. */
const laws = `
  select 'history of ' || p.id || ' does not lead to ' || p.status as finding from patients p
    join lateral (select status,
        count(*) filter (where c."to" = status) - count(*) filter (where c."from" = status) as net
      from unnest(enum_range(null::patient_status)) status
      join patient_status_changes c on c.patient_id = p.id group by status) walk on true
    where walk.net <> (walk.status = p.status)::int
  union all
  select 'patient ' || p.id || ' has ' || count(c.id) || ' first status changes' from patients p
    left join patient_status_changes c on c.patient_id = p.id and c."from" is null group by p.id having count(c.id) <> 1
  union all
  select 'patient ' || p.id || ' has a status_since that differs from its last change' from patients p
    where p.status_since <> (select max(changed_at) from patient_status_changes c where c.patient_id = p.id)
  union all
  select 'patient ' || p.id || ' has ' || count(a.id) || ' created rows' from patients p
    left join audit_logs a on a.resource_id = p.id::text and a.resource_type = 'patient' and a.action = 'created'
    group by p.id having count(a.id) <> 1
  union all
  select 'note ' || n.id || ' has ' || count(a.id) || ' created rows' from patient_notes n
    left join audit_logs a on a.resource_id = n.id::text and a.resource_type = 'patient_note' and a.action = 'created'
    group by n.id having count(a.id) <> 1
  union all
  select 'one request wrote two rows for ' || resource_type || ' ' || resource_id || ': ' || action from audit_logs
    where resource_id is not null and request_id is not null and action <> 'denied'
    group by request_id, action, resource_type, resource_id, details having count(*) > 1
  union all
  select 'counter of ' || status || ' is off by ' || coalesce(kept.n, 0) - coalesce(counted.n, 0) from
    (select assignee_key as key, status, count as n from patient_counts) kept
    full join (select coalesce(assigned_attorney, '00000000-0000-0000-0000-000000000000') as key, status,
      count(*) as n from patients group by 1, 2) counted using (key, status)
    where coalesce(kept.n, 0) <> coalesce(counted.n, 0)
  union all
  select 'stays of ' || p.id || ' do not match the status history' from patients p
    where (select count(*) from patient_stays s where s.patient_id = p.id
        and s.assignee_key = coalesce(p.assigned_attorney, '00000000-0000-0000-0000-000000000000'))
      <> (select count(distinct (c."from", c.changed_at)) from patient_status_changes c
        where c.patient_id = p.id and c."to" > c."from" and c."to" <> 'dropped')
  union all
  select 'signature of request ' || r.id || ' is not kept for reports' from consent_requests r
    join patients p on p.id = r.patient_id
    where r.state = 'signed' and not exists (select from consent_signatures s where s.request_id = r.id
      and s.signed_at = r.closed_at
      and s.assignee_key = coalesce(p.assigned_attorney, '00000000-0000-0000-0000-000000000000'))
  union all
  select 'patient ' || patient_id || ' has ' || count(*) || ' open requests' from consent_requests
    where state in ('preparing', 'sent') group by patient_id having count(*) > 1
  union all
  select 'patient ' || p.id || ' has a consultation without its appointment' from patients p
    where p.consultation_date is not null and p.status <> 'dropped' and (select count(*) from appointments a
      where a.patient_id = p.id and a.is_consultation and a.status = 'scheduled') <> 1
  union all
  select 'patient ' || p.id || ' is dropped and still has an appointment' from patients p where p.status = 'dropped'
    and exists (select from appointments a where a.patient_id = p.id and a.status = 'scheduled' and a.scheduled_at > now())
  union all
  select 'dropped patient ' || id || ' without a reason' from patients
    where (status = 'dropped') <> (drop_reason is not null)`

/** All violations, as sentences. `tallies` counts the responses that callers received. */
export async function broken(
  folder: Pick<DataFolder, 'ask'>,
  tallies: ReadonlyMap<string, Tally>,
): Promise<unknown[]> {
  const findings = (await folder.ask(laws)).map(({ finding }) => finding)
  const rows = await folder.ask(
    `select resource_id as id, count(*)::int as n from audit_logs
     where resource_type = 'patient' and action in ('created', 'updated') group by 1`,
  )
  const written = new Map(rows.map(({ id, n }) => [id as string, n as number]))
  for (const [id, { done, unknown }] of tallies) {
    const n = written.get(id) ?? 0
    if (n < done || n > done + unknown)
      findings.push(
        `patient ${id}: ${n} audit rows for ${done} changes and ${unknown} with an unknown outcome`,
      )
  }
  return findings
}
