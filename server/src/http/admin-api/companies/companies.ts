// GET and POST /companies, GET and PATCH /companies/{companyId}. Source: Spec, C, Endpoints; G-090 to G-092.
import { Type } from 'typebox';
import { createCompany, getCompany, updateCompany } from '#core/companies/companies.ts';
import type { CompanyStatus, MemberRole } from '#core/companies/company.ts';
import type { SentMember } from '#core/companies/company-changes.ts';
import { listCompanies } from '#core/companies/company-list.ts';
import { emptied } from '#http/admin-api/clearing.ts';
import {
  clearableCompanyFields,
  companyStatusShape,
  createCompanyBody,
  updateCompanyBody,
} from '#http/admin-api/companies/company-bodies.ts';
import { changedCompanyExample, companyExample } from '#http/admin-api/companies/company-examples.ts';
import {
  companyShape,
  companyView,
  listedCompanyShape,
  listedCompanyView,
} from '#http/admin-api/companies/company-view.ts';
import {
  envelopedPage,
  envelopedVersion,
  listQuery,
  momentOf,
  searchQuery,
  strict,
  success,
  successPage,
  timeQuery,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';
import { ifMatchHeader, versionOf } from '#http/wire/version.ts';

const tags = ['Companies'];

/** The parameter that names a company in a path. */
export const companyParams = strict({
  companyId: Type.String({
    maxLength: 100,
    description: 'Company number or record id.',
    examples: [companyExample.companyNumber],
  }),
});

/** Companies of the key's organization. */
export async function companies(app: Routes): Promise<void> {
  app.get(
    '/companies',
    {
      config: { permission: 'companies:read' },
      schema: {
        operationId: 'listCompanies',
        summary: 'List companies',
        description: 'Newest first; narrowed by a search, a status or times. Members are not listed.',
        tags,
        querystring: strict(
          {
            ...listQuery,
            search: searchQuery(
              'Words that must all occur in names, emails, phones, domains, VAT number, external id or company number.',
            ),
            status: Type.Optional(companyStatusShape),
            ...timeQuery,
          },
          { examples: [{ search: 'raman', status: 'active' }] },
        ),
        response: {
          200: successPage(listedCompanyShape, { description: 'A page of companies.' }),
          ...failures(),
        },
      },
    },
    async ({ scope, query }) => {
      const { createdAfter, createdBefore, updatedAfter, ...rest } = query;
      const page = await listCompanies(scope, {
        ...rest,
        status: rest.status as CompanyStatus | undefined,
        createdAfter: momentOf(createdAfter),
        createdBefore: momentOf(createdBefore),
        updatedAfter: momentOf(updatedAfter),
      });
      const views = page.items.map((company) => listedCompanyView(company, scope));
      return envelopedPage(views, page.nextCursor, scope.clock.now());
    },
  );

  app.post(
    '/companies',
    {
      config: { permission: 'companies:write' },
      schema: {
        operationId: 'createCompany',
        summary: 'Create a company',
        description:
          'Only the name is needed. The company gets the next number, and subscribers of `company.created` are told.',
        tags,
        body: createCompanyBody,
        response: {
          201: success(companyShape, { description: 'The company, as created.', headers: ['ETag'] }),
          ...failures(409),
        },
      },
    },
    async ({ scope, body }, reply) => {
      const company = await createCompany(scope, {
        ...body,
        status: body.status as CompanyStatus | undefined,
        members: membersOf(body.members),
      });
      reply.code(201);
      return envelopedVersion(reply, company, companyView(company, scope), scope.clock.now());
    },
  );

  app.get(
    '/companies/:companyId',
    {
      config: { permission: 'companies:read' },
      schema: {
        operationId: 'getCompany',
        summary: 'Get a company',
        tags,
        params: companyParams,
        response: {
          200: success(companyShape, { description: 'The company.', headers: ['ETag'] }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params }, reply) => {
      const company = await getCompany(scope, params.companyId);
      return envelopedVersion(reply, company, companyView(company, scope), scope.clock.now());
    },
  );

  app.patch(
    '/companies/:companyId',
    {
      config: { permission: 'companies:write' },
      schema: {
        operationId: 'updateCompany',
        summary: 'Change a company',
        description:
          'Only what is sent changes. Lists and the billing address are replaced whole; an empty text clears a field.',
        tags,
        params: companyParams,
        headers: Type.Object(ifMatchHeader),
        body: updateCompanyBody,
        response: {
          200: success(companyShape, {
            description: 'The company, as changed.',
            headers: ['ETag'],
            example: changedCompanyExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body, headers }, reply) => {
      const { version, ...changes } = emptied(body, clearableCompanyFields);
      const company = await updateCompany(scope, params.companyId, {
        ...changes,
        billingAddress: changes.billingAddress === null ? {} : changes.billingAddress,
        status: changes.status as CompanyStatus | undefined,
        members: membersOf(changes.members),
        version: versionOf(version, headers['if-match']),
      });
      return envelopedVersion(reply, company, companyView(company, scope), scope.clock.now());
    },
  );
}

function membersOf(sent: { customerId: string; role?: string; title?: string }[] | undefined) {
  return sent?.map((member): SentMember => ({ ...member, role: member.role as MemberRole | undefined }));
}
