// Operations on the organization's customers.

import { endSessionsOfCustomer } from '#core/accounts/account-queries.ts';
import { normalizeEmail } from '#core/contacts/email-address.ts';
import { normalizePhone } from '#core/contacts/phone-number.ts';
import { applyParameterValues, type ParameterEditor } from '#core/customer-parameters/customer-parameters.ts';
import { type Customer, emptyCustomer } from '#core/customers/customer.ts';
import { type CustomerChanges, changedFields, withChanges } from '#core/customers/customer-changes.ts';
import { customerConflict, insertNumbered } from '#core/customers/customer-numbers.ts';
import { attachPhoto, detachPhoto, type PhotoSource, storePhoto } from '#core/customers/customer-photo.ts';
import {
  findCustomerByEmail,
  findCustomerById,
  findCustomerByNumber,
  findCustomerByPhone,
  lockCustomer,
  updateCustomerRow,
} from '#core/customers/customer-queries.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { checkVersion, type FaultDetail, missing, throwProblems } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** What staff and programs may say about a customer. */
export interface CustomerInput extends CustomerChanges {
  /** Values by id, key or name of a custom parameter; null clears. */
  parameterValues?: Record<string, unknown> | undefined;
  photo?: PhotoSource | undefined;
}

/**
 * Makes a customer. Without a customer number the next one is drawn. Throws `invalid_field` naming what is wrong,
 * `email_in_use` and `number_in_use` when another customer has an address or the number. Source: Spec, C, POST /customers.
 */
export async function createCustomer(scope: Scope, input: CustomerInput): Promise<Customer> {
  const problems: FaultDetail[] = [];
  const customer = withChanges(
    emptyCustomer(scope.organization.id, scope.clock.now()),
    input,
    scope.organization.countryCode,
    problems,
  );
  throwProblems(problems);
  const sent = input.parameterValues;
  if (!input.photo && !sent) return insertNumbered(scope, customer, {});

  const photoFileId = input.photo ? await storePhoto(scope, input.photo) : undefined;
  return insertNumbered(
    scope,
    { ...customer, photoFileId },
    {
      async complete(tx, numbered) {
        if (photoFileId) await attachPhoto(tx, scope, photoFileId);
        if (!sent) return numbered;
        const parameterValues = await applyParameterValues(
          tx,
          scope,
          {},
          { sent, editor: 'staff' },
          problems,
        );
        throwProblems(problems);
        return { ...numbered, parameterValues };
      },
    },
  );
}

/**
 * The customer named by record id, customer number, email or phone. Text that could be several of these is tried in
 * that order. Throws `not_found`. Source: Spec, C, GET /customers/{customerId}.
 */
export async function getCustomer(scope: Scope, reference: string): Promise<Customer> {
  const customer = await scope.read((tx) => findCustomer(tx, scope, reference));
  if (!customer) throw missing('The customer');
  return customer;
}

/** Changes that come with the version of the record they were made from, so that nobody's are overwritten unseen. */
export interface CustomerUpdate extends CustomerInput {
  /** Refuse unless the record still has this version. */
  version?: number | undefined;
  removePhoto?: boolean | undefined;
  /** Who sent parameterValues: customers may change only some. Default staff. */
  parameterEditor?: ParameterEditor | undefined;
}

/**
 * Changes the customer named by record id or customer number. Throws `not_found`, `version_conflict`, and what
 * `createCustomer` throws. Source: Spec, C, PATCH /customers/{customerId}.
 */
export async function updateCustomer(
  scope: Scope,
  reference: string,
  update: CustomerUpdate,
): Promise<Customer> {
  const known = await scope.read((tx) => findCustomerByIdOrNumber(tx, reference));
  if (!known) throw missing('The customer');
  checkVersion('The customer', known, update.version);
  const photoFileId = update.photo ? await storePhoto(scope, update.photo, known.photoFileId) : undefined;
  try {
    return await scope.write((tx) => applyCustomerUpdate(tx, scope, known.id, { ...update, photoFileId }));
  } catch (error) {
    throw await customerConflict(scope, error, update, known.id);
  }
}

/** Applies an update to a customer and records what happened, inside the caller's transaction. */
export async function applyCustomerUpdate(
  tx: Tx,
  scope: Scope,
  id: string,
  update: CustomerUpdate & { photoFileId?: string | undefined },
): Promise<Customer> {
  const before = await lockCustomer(tx, id);
  if (!before) throw missing('The customer');
  checkVersion('The customer', before, update.version);

  const problems: FaultDetail[] = [];
  const after = withChanges(before, update, scope.organization.countryCode, problems);
  if (update.parameterValues) {
    const sent = { sent: update.parameterValues, editor: update.parameterEditor ?? ('staff' as const) };
    after.parameterValues = await applyParameterValues(tx, scope, before.parameterValues, sent, problems);
  }
  throwProblems(problems);
  if (update.photoFileId) after.photoFileId = update.photoFileId;
  if (update.removePhoto) after.photoFileId = undefined;

  const changed = changedFields(before, after);
  if (changed.size === 0) return before;
  if (changed.has('photoFileId')) {
    if (before.photoFileId) await detachPhoto(tx, scope, before.photoFileId);
    if (after.photoFileId) await attachPhoto(tx, scope, after.photoFileId);
  }
  const updated = { ...after, version: before.version + 1, updatedAt: scope.clock.now() };
  await updateCustomerRow(tx, updated, changed);
  if (changed.has('status') && updated.status === 'banned') {
    await endSessionsOfCustomer(tx, id, updated.updatedAt);
  }
  await recordEvent(tx, scope, eventOf(scope, 'customer.updated', updated, before));
  return updated;
}

async function findCustomer(tx: Tx, scope: Scope, reference: string): Promise<Customer | undefined> {
  const found = await findCustomerByIdOrNumber(tx, reference);
  if (found) return found;
  const address = normalizeEmail(reference);
  if (address) return findCustomerByEmail(tx, address);
  const number = normalizePhone(reference, scope.organization.countryCode);
  return number ? findCustomerByPhone(tx, number) : undefined;
}

function findCustomerByIdOrNumber(tx: Tx, reference: string): Promise<Customer | undefined> {
  return isUuid(reference) ? findCustomerById(tx, reference) : findCustomerByNumber(tx, reference);
}
