// What a refusal must look like, and that nothing is half-written after it.
import assert from 'node:assert/strict';
import type { Answer } from '#test/ask.ts';
import { listTenantTables } from '#test/tenancy/catalog.ts';
import { rowsOf } from '#test/tenancy/houses.ts';
import type { TestOrganization, World } from '#test/world.ts';

/** What a refusal has to say. */
export interface Refusal {
  /** 400 unless another is given. */
  status?: number;
  code?: string;
  /** The property, parameter or header that must be named: in `details`, or in the sentence. */
  names?: string;
}

/** Fails unless the answer is a clear refusal in the Admin API's form. */
export function expectRefusal({ status, headers, body }: Answer, wanted: Refusal, what: string): void {
  const told = `${what} → ${status} ${JSON.stringify(body)}`;
  assert.equal(status, wanted.status ?? 400, told);
  assert.equal(body?.success, false, told);
  assert.ok(typeof body.error === 'string' && body.error.length > 10, `the error is no sentence: ${told}`);
  assert.match(body.code, /^[a-z_]+$/, told);
  assert.equal(headers['x-error-code'], body.code, told);
  assert.equal(headers['x-request-id'], body.requestId, told);
  assert.ok(!Number.isNaN(Date.parse(body.timestamp)), told);
  if (wanted.code) assert.equal(body.code, wanted.code, told);
  if (wanted.names !== undefined)
    assert.ok(namesIt(body, wanted.names), `it does not name ${wanted.names}: ${told}`);
}

function namesIt(body: { error: string; details?: { path: string }[] }, name: string): boolean {
  const paths = (body.details ?? []).map(({ path }) => path.toLowerCase());
  const wanted = name.toLowerCase();
  return (
    paths.some((path) => path === wanted || path.startsWith(wanted)) ||
    body.error.toLowerCase().includes(wanted)
  );
}

/** Fails when the work has left, changed or removed a row of the organization. */
export async function leavingNoTrace(
  world: World,
  { organization }: TestOrganization,
  work: () => Promise<void>,
): Promise<void> {
  // A number drawn for what is then refused is skipped: counters may move on.
  const tables = (await listTenantTables(world)).filter((table) => table !== 'number_counters');
  const before = await rowsOf(world, organization.id, tables);
  await work();
  const after = await rowsOf(world, organization.id, tables);
  for (const table of tables)
    assert.equal(after[table], before[table], `a refused request has touched ${table}`);
}
