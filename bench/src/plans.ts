// The plans the server really uses: each statement is run as a request runs it, prepared, by the tenant role with the
// organization's session set, often enough for the server to settle on a plan, and the last run's plan is taken down.
import { findApiKeyByHash } from 'frontdesk/src/core/api-keys/api-key-queries.ts';
import {
  type CustomerSelection,
  selectCustomers,
} from 'frontdesk/src/core/customers/customer-list-queries.ts';
import {
  findCustomerByEmail,
  findCustomerById,
  findCustomerByNumber,
  findCustomerByPhone,
} from 'frontdesk/src/core/customers/customer-queries.ts';
import { searchPatterns } from 'frontdesk/src/core/customers/customer-search.ts';
import { grantRequests } from 'frontdesk/src/core/limits/limit-queries.ts';
import { takeNumbers } from 'frontdesk/src/core/organizations/organization-queries.ts';
import type { Tx } from 'frontdesk/src/db/tx.ts';
import { sha256 } from 'frontdesk/src/kit/hash.ts';
import type postgres from 'postgres';
import type { DeskTenant } from '#bench/seed/desk/desk.ts';
import { peopleOf } from '#bench/seed/people.ts';
import { insertSomebody } from '#bench/shares/statements.ts';
import { deskWorks } from './desk-plans.ts';
import { inSingleSpaces, openRecorder, type Recorder } from './recorder.ts';
import { tradeWorks } from './trade-plans.ts';

/** A statement with its plan, and those of the statements inside it. */
export interface Plan {
  title: string;
  parts: { statement: string; plan: string }[];
}

/** Takes down the plans of all measured statements in an organization. Needs a superuser. */
export async function recordPlans(databaseUrl: string, tenant: DeskTenant): Promise<Plan[]> {
  const recorder = await openRecorder(databaseUrl, tenant.organization.id, explainAll);
  const plans: Plan[] = [];
  try {
    for (const [title, work] of Object.entries(worksIn(tenant))) {
      plans.push({ title, parts: await partsOf(recorder, work) });
    }
  } finally {
    await recorder.close();
  }
  return plans;
}

async function explainAll(sql: postgres.Sql): Promise<void> {
  await sql`load 'auto_explain'`;
  await sql`
    select set_config('auto_explain.' || name, value, false) from (values
      ('log_analyze', 'on'), ('log_buffers', 'on'), ('log_nested_statements', 'on'), ('log_level', 'notice'),
      ('log_parameter_max_length', '0'), ('log_min_duration', '0')) as setting (name, value)
  `;
}

type Work = (tx: Tx) => Promise<unknown>;

function worksIn({ organization, customers, trade, desk }: DeskTenant): Record<string, Work> {
  const sample = [...peopleOf(organization.id, Math.floor(customers / 2))].findLast(
    ({ emails, phones }) => emails.length > 0 && phones.length > 0,
  )!;
  const list = (selection: Omit<CustomerSelection, 'count'>) => (tx: Tx) =>
    selectCustomers(tx, { count: 51, ...selection });
  const search = (text: string) => list({ patterns: searchPatterns(text) });
  return {
    'A customer by record id': (tx) => findCustomerById(tx, sample.id),
    'A customer by number': (tx) => findCustomerByNumber(tx, sample.customerNumber),
    'A customer by email': (tx) => findCustomerByEmail(tx, sample.emails[0]!.address),
    'A customer by phone': (tx) => findCustomerByPhone(tx, sample.phones[0]!.number),
    'The first page': list({}),
    'A page from the middle': list({ after: sample.id }),
    'The first page of one status': list({ status: 'inactive' }),
    'What changed since a moment': list({ updatedAfter: new Date() }),
    'Search: what most have (com)': search('com'),
    'Search: a rare name (ximena)': search('ximena'),
    'Search: a rare name with a family name (ximena quispe)': search('ximena quispe'),
    'Search: digits of a phone number (0151 2345)': search('0151 2345'),
    'Search: one letter (x)': search('x'),
    'Search: nobody (qqqq)': search('qqqq'),
    'A customer number is drawn': (tx) => takeNumbers(tx, 'customer', 1),
    'A customer is stored with its event': insertSomebody,
    'An API key': (tx) => findApiKeyByHash(tx, sha256('no key has this hash')),
    'Requests are granted to a process': (tx) =>
      grantRequests(tx, { subject: 'bench', limit: 1_000, windowStart: new Date(0) }, 1),
    ...tradeWorks(trade),
    ...deskWorks(desk),
  };
}

/** From the sixth run on, the server may keep one plan for all values. */
const runs = 8;

async function partsOf({ tx, sql, takeNotices }: Recorder, work: Work): Promise<Plan['parts']> {
  for (let run = 0; run < runs; run += 1) {
    takeNotices();
    await sql`begin`;
    await work(tx);
    await sql`rollback`;
  }
  return lastOfEach(takeNotices().flatMap(readNotice));
}

/** A function that goes in rounds runs the same statement several times: its last plan stands for all. */
function lastOfEach(parts: Plan['parts']): Plan['parts'] {
  return [...new Map(parts.map((part) => [part.statement, part])).values()];
}

/** The statements that check foreign keys are the server's own. */
const ofForeignKeys = /^SELECT 1 FROM ONLY/;
/** A function's own expressions are statements too. */
const ofTables = /\b(Index|Bitmap|Seq|Insert|Update)\b/;

function readNotice(notice: string): Plan['parts'] {
  const [, text, plan] =
    /^duration: .*?plan:\nQuery Text: (.*?)\n((?:\S[^\n]*\(cost=).*)$/s.exec(notice) ?? [];
  if (text === undefined || plan === undefined || ofForeignKeys.test(text) || !ofTables.test(plan)) return [];
  return [{ statement: inSingleSpaces(text), plan: plan.trimEnd() }];
}
