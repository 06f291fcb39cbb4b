// The SQL that takes a person out of their own record, and of erasures under way. What becomes of records that name them
// is in named-record-queries.ts and mention-queries.ts; test/personal-data.ts says it column by column.
import type { ErasedPerson } from '#core/people/erasing/erased-person.ts';
import { removeSessions } from '#core/people/joined-sign-in-queries.ts';
import type { RootTx, Tx } from '#db/tx.ts';

/** A person as the database knows them, with the photos that are shown of them or were. */
export interface FoundPerson {
  person: ErasedPerson;
  photoFileIds: string[];
}

/**
 * What there is of a locked customer and of those who were merged into it. An address that somebody else holds, and was
 * only given with an enquiry or a booking, is not theirs.
 */
export async function selectPerson(tx: Tx, customerId: string): Promise<FoundPerson> {
  const organizationId = tx.organizationId;
  const [row] = await tx<(Omit<ErasedPerson, 'customerId'> & { photoFileIds: string[] })[]>`
    with merges as (
      select id, merged_customer_id, merged_customer from customer_merges
      where organization_id = ${organizationId} and survivor_id = ${customerId}
    ), account as (
      select a.id, a.email from accounts a
      left join accounts joined on joined.organization_id = a.organization_id and joined.id = a.joins_account_id
      where a.organization_id = ${organizationId} and ${customerId} in (a.customer_id, joined.customer_id)
    )
    select
      to_json(array(select merged_customer_id from merges union select id from merges)) as merged_ids,
      to_json(array(
        select address from customer_emails
        where organization_id = ${organizationId} and customer_id = ${customerId}
        union select email from account
        union select email ->> 'address' from merges, jsonb_array_elements(merged_customer -> 'emails') email
        union select given.email from (
          select email from enquiries where organization_id = ${organizationId} and customer_id = ${customerId}
          union select email from booking_attendees
          where organization_id = ${organizationId} and customer_id = ${customerId}
          union select email from one_time_codes
          where organization_id = ${organizationId} and binding in (select id::text from account)
        ) given
        where given.email <> '' and not exists (
          select from customer_emails e where e.organization_id = ${organizationId} and e.address = given.email
        ) and not exists (
          select from accounts a where a.organization_id = ${organizationId} and a.email = given.email
        )
      )) as addresses,
      to_json(array(
        select number from customer_phones where organization_id = ${organizationId} and customer_id = ${customerId}
        union select phone ->> 'number' from merges, jsonb_array_elements(merged_customer -> 'phones') phone
        union select phone from enquiries
        where organization_id = ${organizationId} and customer_id = ${customerId} and phone is not null
      )) as phones,
      to_json(array(
        select photo_file_id from customers
        where organization_id = ${organizationId} and id = ${customerId} and photo_file_id is not null
        union select (merged_customer ->> 'photoFileId')::uuid from merges
        where merged_customer ->> 'photoFileId' is not null
      )) as photo_file_ids
  `;
  const { photoFileIds, ...found } = row!;
  return { person: { customerId, ...found }, photoFileIds };
}

/** Removes the sign-in of a person, codes on their way and counts by address; returns the ids of ended sessions. */
export async function removeSignIn(tx: Tx, { customerId, addresses }: ErasedPerson): Promise<string[]> {
  const accounts = await tx<{ id: string }[]>`
    select a.id from accounts a
    left join accounts joined on joined.organization_id = a.organization_id and joined.id = a.joins_account_id
    where a.organization_id = ${tx.organizationId} and ${customerId} in (a.customer_id, joined.customer_id)
  `;
  const accountIds = accounts.map(({ id }) => id);
  const sessionIds = await removeSessions(tx, accountIds);
  await tx`
    delete from oidc_artifacts where organization_id = ${tx.organizationId} and exists (
      select from unnest(${addresses}::text[]) address where strpos(payload::text, address) > 0
    )
  `;
  await tx`
    delete from one_time_codes where organization_id = ${tx.organizationId} and email = any(${addresses}::text[])
  `;
  await tx`
    delete from rate_windows where organization_id = ${tx.organizationId} and subject = any(array(
      select kind || address from unnest(${addresses}::text[]) address, unnest(array['code-send:', 'code-verify:']) kind
    ))
  `;
  await tx`delete from accounts where organization_id = ${tx.organizationId} and id = any(${accountIds}::uuid[])`;
  return sessionIds;
}

/** Takes the person out of companies, which keep what is said of themselves. */
export async function leaveCompanies(tx: Tx, { customerId }: ErasedPerson): Promise<void> {
  await tx`
    update companies set primary_customer_id = null
    where organization_id = ${tx.organizationId} and primary_customer_id = ${customerId}
  `;
  await tx`
    delete from company_members where organization_id = ${tx.organizationId} and customer_id = ${customerId}
  `;
}

/** Empties what was kept to undo merges of the person: who they were stays erased. */
export async function eraseMerges(tx: Tx, { customerId }: ErasedPerson): Promise<void> {
  await tx`
    update customer_merge_moves set dropped = '[]' where organization_id = ${tx.organizationId} and merge_id in (
      select id from customer_merges where organization_id = ${tx.organizationId} and survivor_id = ${customerId}
    )
  `;
  await tx`
    update customer_merges set merged_customer = null, handed_over = null
    where organization_id = ${tx.organizationId} and survivor_id = ${customerId}
  `;
}

/** The person that an erasure under way is about, sealed. */
export async function findErasure(tx: Tx, customerId: string): Promise<Buffer | undefined> {
  const rows = await tx<{ personSealed: Buffer }[]>`
    select person_sealed from customer_erasures
    where organization_id = ${tx.organizationId} and customer_id = ${customerId}
  `;
  return rows[0]?.personSealed;
}

/** Whether the person of one of these customers is being erased. */
export async function isErasureUnderWay(tx: Tx, customerIds: string[]): Promise<boolean> {
  const rows = await tx`
    select from customer_erasures
    where organization_id = ${tx.organizationId} and customer_id = any(${customerIds}::uuid[])
  `;
  return rows.length > 0;
}

/** Stores that an erasure has begun, or what a second look has found. */
export async function storeErasure(
  tx: Tx,
  { customerId, personSealed, startedAt }: { customerId: string; personSealed: Buffer; startedAt: Date },
): Promise<void> {
  await tx`
    insert into customer_erasures (organization_id, customer_id, person_sealed, started_at)
    values (${tx.organizationId}, ${customerId}, ${personSealed}, ${startedAt})
    on conflict (organization_id, customer_id) do update set person_sealed = excluded.person_sealed
  `;
}

/** Ends an erasure: nothing is left to erase. */
export async function endErasure(tx: Tx, customerId: string): Promise<void> {
  await tx`
    delete from customer_erasures where organization_id = ${tx.organizationId} and customer_id = ${customerId}
  `;
}

/** Erasures that began before a moment and have not ended, of all organizations. */
export function selectUnfinishedErasures(
  tx: RootTx,
  moment: Date,
): Promise<{ organizationId: string; customerId: string }[]> {
  return tx`select organization_id, customer_id from customer_erasures where started_at < ${moment} limit 100`;
}
