// All SQL of one-time codes.
import type { CodePurpose, OneTimeCode } from '#core/sign-in/codes/one-time-code.ts';
import type { RootTx, Tx } from '#db/tx.ts';

type CodeRow = { [Field in keyof OneTimeCode]: Exclude<OneTimeCode[Field], undefined> | null };

/** What names the code somebody answers. */
export interface CodeReference {
  purpose: CodePurpose;
  email: string;
  binding: string;
}

/** Makes sends to one address wait for each other, until the transaction ends. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${tx.organizationId} ${email}`}, 0))`;
}

/** When the newest code was sent to an address, for whatever purpose. */
export async function selectLastSentAt(tx: Tx, email: string): Promise<Date | undefined> {
  const rows = await tx<{ createdAt: Date }[]>`
    select created_at from one_time_codes
    where organization_id = ${tx.organizationId} and email = ${email} order by created_at desc limit 1
  `;
  return rows[0]?.createdAt;
}

/** Stores a new code; older ones of its purpose and address are void. */
export async function insertCode(tx: Tx, code: OneTimeCode): Promise<void> {
  await Promise.all([
    tx`
      update one_time_codes set voided_at = ${code.createdAt}
      where organization_id = ${tx.organizationId} and email = ${code.email} and purpose = ${code.purpose}
        and voided_at is null and consumed_at is null
    `,
    tx`
      insert into one_time_codes (organization_id, id, purpose, email, binding, code_hash, created_at, expires_at)
      values (${tx.organizationId}, ${code.id}, ${code.purpose}, ${code.email}, ${code.binding}, ${code.codeHash},
        ${code.createdAt}, ${code.expiresAt})
    `,
  ]);
}

/** The newest code that a reference means, with this attempt counted in the same statement: no race passes the limit. */
export async function countAttempt(tx: Tx, reference: CodeReference): Promise<OneTimeCode | undefined> {
  const rows = await tx<CodeRow[]>`
    update one_time_codes set attempts = least(attempts + 1, 1000)
    where organization_id = ${tx.organizationId} and id = (
      select id from one_time_codes
      where organization_id = ${tx.organizationId} and email = ${reference.email}
        and purpose = ${reference.purpose} and binding = ${reference.binding} and voided_at is null
      order by id desc limit 1
    )
    returning id, purpose, email, binding, code_hash, attempts, created_at, expires_at, consumed_at
  `;
  const [row] = rows;
  return row && ({ ...row, consumedAt: row.consumedAt ?? undefined } as OneTimeCode);
}

/** Uses a code up; `false` when it was used just now by another request. */
export async function consumeCode(tx: Tx, id: string, consumedAt: Date): Promise<boolean> {
  const rows = await tx`
    update one_time_codes set consumed_at = ${consumedAt}
    where organization_id = ${tx.organizationId} and id = ${id} and consumed_at is null and voided_at is null
    returning id
  `;
  return rows.length > 0;
}

/** Removes up to `limit` codes sent before a moment, of all organizations, and returns how many. */
export async function deleteCodesBefore(tx: RootTx, moment: Date, limit: number): Promise<number> {
  const rows = await tx`
    delete from one_time_codes where ctid = any(array(
      select ctid from one_time_codes where created_at < ${moment} limit ${limit}
    )) returning id
  `;
  return rows.length;
}
