// How a whole company is read from the database: the list of its values, and the record made of it.
import type { BillingAddress, Company, CompanyMember } from '#core/companies/company.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';
import { momentFromMs } from '#kit/clock.ts';

/** A company as `companiesFrom` reads it: its values in the order of the query. */
export interface CompanyRow {
  company: [
    id: string,
    companyNumber: string,
    name: string,
    legalName: string | null,
    emails: Company['emails'],
    phones: Company['phones'],
    website: string | null,
    domains: string[] | null,
    logo: string | null,
    vatNumber: string | null,
    registrationNumber: string | null,
    industry: string | null,
    status: Company['status'],
    source: string,
    billingAddress: BillingAddress | null,
    currency: string | null,
    paymentTermsDays: number | null,
    primaryCustomerId: string | null,
    members: [customerId: string, role: CompanyMember['role'], title: string | null][] | null,
    totalOrders: number,
    totalSpentMinor: number,
    lifetimeValueMinor: number,
    lastOrderMs: number | null,
    lastActivityMs: number | null,
    customFields: Record<string, unknown>,
    externalId: string | null,
    version: number,
    createdMs: number,
    updatedMs: number,
  ];
}

/** Reads whole companies from `chosen`, a query of companies rows named c, each as one JSON list (as customers are). */
export function companiesFrom(tx: Tx, chosen: SqlFragment): SqlFragment {
  return tx`
    select json_build_array(
      c.id, c.company_number, c.name, c.legal_name, c.emails, c.phones, c.website,
      (select json_agg(d.domain order by d.position) from company_domains d
        where d.organization_id = c.organization_id and d.company_id = c.id),
      c.logo, c.vat_number, c.registration_number, c.industry, c.status, c.source, c.billing_address, c.currency,
      c.payment_terms_days, c.primary_customer_id,
      (select json_agg(json_build_array(m.customer_id, m.role, m.title) order by m.position) from company_members m
        where m.organization_id = c.organization_id and m.company_id = c.id),
      c.total_orders, c.total_spent_minor, c.lifetime_value_minor,
      (extract(epoch from c.last_order_at) * 1000)::bigint, (extract(epoch from c.last_activity_at) * 1000)::bigint,
      c.custom_fields, c.external_id, c.version,
      (extract(epoch from c.created_at) * 1000)::bigint, (extract(epoch from c.updated_at) * 1000)::bigint
    ) as company
    from (${chosen}) c
  `;
}

/** The record of a row that `companiesFrom` read. */
export function toCompany({ organizationId }: Tx, { company }: CompanyRow): Company {
  const [
    id,
    companyNumber,
    name,
    legalName,
    emails,
    phones,
    website,
    domains,
    logo,
    vatNumber,
    registrationNumber,
    industry,
    status,
    source,
    billingAddress,
    currency,
    paymentTermsDays,
    primaryCustomerId,
    members,
    totalOrders,
    totalSpentMinor,
    lifetimeValueMinor,
    lastOrderMs,
    lastActivityMs,
    customFields,
    externalId,
    version,
    createdMs,
    updatedMs,
  ] = company;
  return {
    id,
    organizationId,
    companyNumber,
    name,
    legalName: legalName ?? undefined,
    emails: emails.map(({ address, isPrimary }) => ({ address, isPrimary })),
    phones: phones.map(({ number, isPrimary }) => ({ number, isPrimary })),
    website: website ?? undefined,
    domains: domains ?? [],
    logo: logo ?? undefined,
    vatNumber: vatNumber ?? undefined,
    registrationNumber: registrationNumber ?? undefined,
    industry: industry ?? undefined,
    status,
    source,
    billingAddress: billingAddress ?? undefined,
    currency: currency ?? undefined,
    paymentTermsDays: paymentTermsDays ?? undefined,
    primaryCustomerId: primaryCustomerId ?? undefined,
    members:
      members?.map(([customerId, role, title]) => ({ customerId, role, title: title ?? undefined })) ?? [],
    totalOrders,
    totalSpentMinor,
    lifetimeValueMinor,
    lastOrderAt: momentFromMs(lastOrderMs),
    lastActivityAt: momentFromMs(lastActivityMs),
    customFields,
    externalId: externalId ?? undefined,
    version,
    createdAt: new Date(createdMs),
    updatedAt: new Date(updatedMs),
  };
}
