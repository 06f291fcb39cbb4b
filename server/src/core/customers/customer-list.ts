// Listing customers: search, filters and pages.

import { checkParameterValue } from '#core/customer-parameters/customer-parameter.ts';
import { listCustomerParameters, parameterNamed } from '#core/customer-parameters/customer-parameters.ts';
import type { Customer, CustomerStatus } from '#core/customers/customer.ts';
import { type ParameterFilter, selectCustomers } from '#core/customers/customer-list-queries.ts';
import { parameterMatchText } from '#core/customers/customer-queries.ts';
import { searchPatterns } from '#core/customers/customer-search.ts';
import type { Scope } from '#core/scope.ts';
import { type Page, pageOf, readCursor } from '#kit/cursor.ts';
import { invalidField } from '#kit/fault.ts';

/** Which customers, and which page of them. */
export interface CustomerQuery {
  /** 1 to 100. */
  limit: number;
  cursor?: string | undefined;
  /** Words that must all occur in name, email, phone or customer number. */
  search?: string | undefined;
  status?: CustomerStatus | undefined;
  /** Id of a built-in or custom parameter; goes with `parameterValue`. */
  parameterId?: string | undefined;
  /** Name of a parameter, instead of its id. */
  parameterName?: string | undefined;
  /** The exact value. */
  parameterValue?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
}

/**
 * One page of customers, newest first. Throws `conflicting_parameters` for a search with a parameter filter,
 * `invalid_cursor`, `invalid_field` for a parameter that does not exist. Source: Spec, C, GET /customers.
 */
export async function listCustomers(scope: Scope, query: CustomerQuery): Promise<Page<Customer>> {
  checkCombination(query);
  const { limit, cursor, search, status, createdAfter, createdBefore, updatedAfter } = query;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const patterns = search === undefined ? [] : searchPatterns(search);
  const parameter = await parameterFilter(scope, query);
  const customers = await scope.read((tx) =>
    selectCustomers(tx, {
      patterns: patterns.length > 0 ? patterns : undefined,
      parameter,
      status,
      createdAfter,
      createdBefore,
      updatedAfter,
      after,
      count: limit + 1,
    }),
  );
  return pageOf(customers, limit);
}

function checkCombination({ search, parameterId, parameterName, parameterValue }: CustomerQuery): void {
  const byParameter = parameterId !== undefined || parameterName !== undefined;
  if (search !== undefined && byParameter) {
    throw invalidField(
      'search',
      'cannot be combined with parameterId or parameterName.',
      'conflicting_parameters',
    );
  }
  if (parameterId !== undefined && parameterName !== undefined) {
    throw invalidField(
      'parameterName',
      'is an alternative to parameterId: send one of them.',
      'conflicting_parameters',
    );
  }
  if (byParameter && parameterValue === undefined) {
    throw invalidField('parameterValue', 'is needed with parameterId or parameterName.', 'missing_field');
  }
  if (!byParameter && parameterValue !== undefined) {
    throw invalidField('parameterId', 'or parameterName is needed with parameterValue.', 'missing_field');
  }
}

async function parameterFilter(scope: Scope, query: CustomerQuery): Promise<ParameterFilter | undefined> {
  const { parameterId, parameterName, parameterValue } = query;
  const named = parameterId ?? parameterName;
  if (named === undefined || parameterValue === undefined) return undefined;
  const parameter = parameterNamed(await listCustomerParameters(scope), named);
  if (!parameter) {
    const field = parameterId === undefined ? 'parameterName' : 'parameterId';
    throw invalidField(field, 'names no parameter; GET /metadata/customer-parameters lists them.');
  }
  const checked = checkParameterValue(
    parameter,
    fromQuery(parameter.type, parameterValue),
    scope.organization.countryCode,
  );
  // A value the parameter can't have is one that no customer has: the list is empty, not an error.
  const value = 'value' in checked ? parameterMatchText(checked.value) : parameterValue;
  if (!parameter.system) return { parameterId: parameter.id, value };
  return { field: systemFields[parameter.id]!, value };
}

/** A query carries text; numbers, booleans and lists are read from it. */
function fromQuery(type: string, text: string): unknown {
  if (type === 'number') return Number(text);
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return type === 'multi_select' ? text.split(',').map((item) => item.trim()) : text;
}

const systemFields: Record<string, Extract<ParameterFilter, { field: string }>['field']> = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  customerNumber: 'customer_number',
  source: 'source',
};

/** Customers to choose from, newest first: the name people know them by, or else their number. */
export async function listCustomerOptions(
  scope: Scope,
  query: { limit: number; search?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  const { items } = await listCustomers(scope, query);
  return items.map(({ id, displayName, emails, customerNumber }) => ({
    id,
    name: displayName ?? emails[0]?.address ?? customerNumber,
  }));
}
