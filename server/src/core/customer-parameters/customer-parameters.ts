// Operations on customer parameter definitions, and the check of values against them.
import {
  type CustomerParameter,
  checkParameterValue,
  type ParameterOption,
  type ParameterType,
  type ParameterValidation,
  type ParameterValue,
  parameterTypes,
  systemParameters,
} from '#core/customer-parameters/customer-parameter.ts';
import {
  insertParameter,
  lockParameter,
  markArchived,
  selectParameters,
} from '#core/customer-parameters/customer-parameter-queries.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import { type Tx, violatedConstraint } from '#db/tx.ts';
import { type FaultDetail, invalidField, missing } from '#kit/fault.ts';
import { isUuid, newId } from '#kit/id.ts';
import { trimmedOrNone } from '#kit/text.ts';

/** Who sends values: staff may set every parameter, customers those that are visible and editable to them. */
export type ParameterEditor = 'staff' | 'customer';

/** What a new definition is made of; what is left out gets a default. */
export interface NewCustomerParameter {
  name: string;
  key?: string | undefined;
  type?: string | undefined;
  description?: string | undefined;
  options?: ParameterOption[] | undefined;
  required?: boolean | undefined;
  customerVisible?: boolean | undefined;
  customerEditable?: boolean | undefined;
  defaultValue?: ParameterValue | undefined;
  validation?: ParameterValidation | undefined;
  group?: string | undefined;
  order?: number | undefined;
}

/** Defines a parameter. Throws `invalid_field` naming what is wrong, also when key or name is in use. */
export async function createCustomerParameter(
  scope: Scope,
  input: NewCustomerParameter,
): Promise<CustomerParameter> {
  const createdAt = scope.clock.now();
  const parameter = checkedDefinition(input, newId(createdAt), scope.organization.countryCode);
  try {
    await scope.write((tx) =>
      Promise.all([
        insertParameter(tx, parameter, createdAt),
        recordEvent(tx, scope, eventOf(scope, 'customer_parameter.created', parameter)),
      ]),
    );
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'customer_parameters_name')
      throw invalidField('name', 'is used by another parameter.');
    if (constraint === 'customer_parameters_organization_id_key_key') {
      throw invalidField('key', 'is used by another parameter.');
    }
    throw error;
  }
  return parameter;
}

/** Built-in and custom definitions, in display order; archived ones only when asked for. */
export async function listCustomerParameters(
  scope: Scope,
  { withArchived = false }: { withArchived?: boolean } = {},
): Promise<CustomerParameter[]> {
  const custom = await scope.read(selectParameters);
  return [...systemParameters, ...custom.filter(({ archived }) => withArchived || !archived)];
}

/** Takes a definition out of use; values that customers have stay stored. Throws `not_found`. */
export async function archiveCustomerParameter(scope: Scope, id: string): Promise<void> {
  if (!isUuid(id)) throw missing(`The parameter ${id}`);
  await scope.write(async (tx) => {
    const before = await lockParameter(tx, id);
    if (!before) throw missing(`The parameter ${id}`);
    if (before.archived) return;
    const after = { ...before, archived: true };
    await Promise.all([
      markArchived(tx, id, scope.clock.now()),
      recordEvent(tx, scope, eventOf(scope, 'customer_parameter.updated', after, before)),
    ]);
  });
}

/** The definition in use with this id, key or name. */
export function parameterNamed(
  parameters: readonly CustomerParameter[],
  idOrName: string,
): CustomerParameter | undefined {
  const inUse = parameters.filter(({ archived }) => !archived);
  const folded = idOrName.toLowerCase();
  return (
    inUse.find(({ id, key }) => id === folded || key === idOrName || id === idOrName) ??
    inUse.find(({ name }) => name.toLowerCase() === folded)
  );
}

/** Values to set: keyed by id, key or name of a custom definition; null clears. */
export interface SentParameterValues {
  sent: Record<string, unknown>;
  editor: ParameterEditor;
}

/**
 * Values as they are kept, from values as they were sent. What is wrong is added to `problems`: to customers, a
 * parameter that they may not change is as unknown as one that is not there. A part of the operations that change
 * customers.
 */
export async function applyParameterValues(
  tx: Tx,
  scope: Scope,
  kept: Record<string, ParameterValue>,
  values: SentParameterValues,
  problems: FaultDetail[],
): Promise<Record<string, ParameterValue>> {
  return checkedParameterValues(await selectParameters(tx), scope, kept, values, problems);
}

/** What `applyParameterValues` does, for callers that have read the definitions already. */
export function checkedParameterValues(
  parameters: readonly CustomerParameter[],
  scope: Scope,
  kept: Record<string, ParameterValue>,
  { sent, editor }: SentParameterValues,
  problems: FaultDetail[],
): Record<string, ParameterValue> {
  const values = { ...kept };
  for (const [name, value] of Object.entries(sent)) {
    const { field, unknown } = wording[editor];
    const path = `${field}.${name}`;
    const parameter = parameterNamed(parameters, name);
    if (!parameter || (editor === 'customer' && !(parameter.customerVisible && parameter.customerEditable))) {
      problems.push({ path, code: 'unknown_property', message: unknown });
      continue;
    }
    if (value === null) {
      delete values[parameter.id];
      continue;
    }
    const checked = checkParameterValue(parameter, value, scope.organization.countryCode);
    if ('problem' in checked) problems.push({ path, code: 'invalid_field', message: checked.problem });
    else values[parameter.id] = checked.value;
  }
  return values;
}

const wording = {
  staff: {
    field: 'parameterValues',
    unknown: 'is no custom parameter in use; GET /metadata/customer-parameters lists them.',
  },
  customer: {
    field: 'profileParameters',
    unknown: 'is no parameter that you can edit; GET /profile lists them.',
  },
};

/** A definition of what was sent, for any kind of record that has such fields. Throws `invalid_field` naming what is wrong. */
export function checkedDefinition(
  input: NewCustomerParameter,
  id: string,
  countryCode: string,
): CustomerParameter {
  const name = trimmedOrNone(input.name);
  if (!name || name.length > 100) throw invalidField('name', 'must have 1 to 100 characters.');
  const type = (input.type ?? 'text') as ParameterType;
  if (!parameterTypes.includes(type))
    throw invalidField('type', `must be one of ${parameterTypes.join(', ')}.`);
  const key = input.key ?? keyFor(name);
  if (!/^[a-z][A-Za-z0-9_]{0,63}$/.test(key)) {
    throw invalidField('key', 'must start with a small letter and have at most 64 letters, digits and _.');
  }
  const clash = systemParameters.some(
    (other) => other.key === key || other.name.toLowerCase() === name.toLowerCase(),
  );
  if (clash) throw invalidField('name', 'is the name of a built-in field.');
  const hasChoices = type === 'select' || type === 'multi_select';
  if (hasChoices !== (input.options ?? []).length > 0) {
    throw invalidField('options', 'must be given for select and multi_select, and only for them.');
  }
  const parameter: CustomerParameter = {
    id,
    key,
    name,
    description: trimmedOrNone(input.description),
    type,
    options: input.options ?? [],
    required: input.required ?? false,
    system: false,
    customerVisible: input.customerVisible ?? true,
    customerEditable: input.customerEditable ?? false,
    defaultValue: undefined,
    validation: checkedValidation(input.validation ?? {}),
    group: trimmedOrNone(input.group),
    order: input.order ?? 0,
    archived: false,
  };
  if (input.defaultValue === undefined) return parameter;
  const checked = checkParameterValue(parameter, input.defaultValue, countryCode);
  if ('problem' in checked) throw invalidField('defaultValue', checked.problem);
  return { ...parameter, defaultValue: checked.value };
}

function checkedValidation(validation: ParameterValidation): ParameterValidation {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = validation;
  if (min > max) throw invalidField('validation.max', 'must not be less than min.');
  if (validation.pattern === undefined) return validation;
  // Groups that repeat inside groups that repeat are where matching time explodes; staff write none by need.
  const nested = /\([^)]*[*+}][^)]*\)[*+{]/.test(validation.pattern);
  if (validation.pattern.length > 200 || nested || !compiles(validation.pattern)) {
    throw invalidField('validation.pattern', 'must be a plain regular expression of at most 200 characters.');
  }
  return validation;
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(`^(?:${pattern})$`, 'u');
    return true;
  } catch {
    return false;
  }
}

function keyFor(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const key = words.map((word, place) =>
    place === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1),
  );
  return key.join('').replace(/^[0-9]+/, '') || `parameter${words.length}`;
}
