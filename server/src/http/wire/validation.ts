// Checks requests against their shapes, and turns what the checker found into sentences that say what would be right.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { type FaultDetail, invalidFields } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

// Bodies are taken as they are: the framework's defaults would drop unknown properties and turn "5" into 5 without a
// word. Queries, paths and headers carry only text, so there "5" is the number 5.
const exact = checker({ coerceTypes: false });
// "Infinity" becomes a number too; not strict about numbers, its bounds refuse it.
const fromText = checker({ coerceTypes: true, strictNumbers: false });

/** The most faults told at once; a body with thousands of them needs no complete list. */
const detailsMax = 20;

/**
 * Makes the check of one part of a request. The check throws a Fault naming every property that is wrong. It is compiled
 * at its first use: compiling those of all routes took a third of a second of each start.
 */
export const compileCheck: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let check: ValidateFunction | undefined;
  return (value: unknown) => {
    check ??= (httpPart === 'body' ? exact : fromText).compile(schema);
    if (check(value)) return { value };
    return { error: faultOf(check.errors ?? [], httpPart) };
  };
};

function checker(options: { coerceTypes: boolean; strictNumbers?: boolean }): Ajv {
  const ajv = new Ajv({
    ...options,
    allErrors: true,
    verbose: true,
    useDefaults: true,
    strict: true,
    removeAdditional: false,
    allowUnionTypes: true,
    strictTypes: false,
  });
  formats.default(ajv);
  ajv.addFormat('date-time', isMoment);
  ajv.addFormat('date-time-or-empty', (text) => text === '' || isMoment(text));
  ajv.addFormat('uuid', isUuid);
  // Says in words what a pattern wants.
  ajv.addKeyword('patternMeaning');
  return ajv;
}

const knownDateTime = formats.default.get('date-time') as { validate(text: string): boolean };
const firstMoment = Date.parse('0001-01-01T00:00:00Z');
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether the text is a moment that a Date and the database can hold: no leap second, a year of four digits. */
function isMoment(text: string): boolean {
  if (!knownDateTime.validate(text)) return false;
  const moment = Date.parse(text);
  return moment >= firstMoment && moment <= lastMoment;
}

function faultOf(errors: ErrorObject[], httpPart: string | undefined) {
  const details: FaultDetail[] = [];
  for (const error of errors) {
    const detail = detailOf(error, httpPart);
    const told = details.some(({ path, code }) => path === detail.path && code === detail.code);
    if (!told && details.length < detailsMax) details.push(detail);
  }
  return invalidFields(details);
}

function detailOf(error: ErrorObject, httpPart: string | undefined): FaultDetail {
  const path = readablePath(error.instancePath);
  switch (error.keyword) {
    case 'required':
      return { path: join(path, error.params.missingProperty), code: 'missing_field', message: 'is needed.' };
    case 'additionalProperties':
      return {
        path: join(path, error.params.additionalProperty),
        code: 'unknown_property',
        message: unknownProperty(error, httpPart),
      };
    default:
      return {
        // A body that is wrong as a whole has no path.
        path: path || (httpPart === 'body' ? '' : (httpPart ?? 'request')),
        code: 'invalid_field',
        message: `must ${rightValue(error)}.`,
      };
  }
}

function rightValue({ keyword, params, message, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return `be ${typesInWords(params.type)}`;
    case 'enum':
      return `be ${oneOf(params.allowedValues)}`;
    case 'const':
      return `be ${[params.allowedValue].flat().join(', ')}`;
    case 'anyOf':
      return `be ${oneOf(constantsOf(parentSchema))}`;
    case 'minLength':
      return params.limit === 1 ? 'not be empty' : `have at least ${params.limit} characters`;
    case 'maxLength':
      return `have at most ${params.limit} characters`;
    case 'minItems':
      return `have at least ${params.limit} ${params.limit === 1 ? 'entry' : 'entries'}`;
    case 'maxItems':
      return `have at most ${params.limit} entries`;
    case 'minimum':
      return `be ${params.limit} or more`;
    case 'maximum':
      return `be ${params.limit} or less`;
    case 'exclusiveMinimum':
      return `be more than ${params.limit}`;
    case 'format':
      return `be ${formatNames[String(params.format)] ?? `in the form ${params.format}`}`;
    case 'pattern':
      return String(
        (parentSchema as { patternMeaning?: string }).patternMeaning ?? `match ${params.pattern}`,
      );
    default:
      return (message ?? 'be valid').replace(/^must /, '');
  }
}

const typeNames: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  null: 'null',
};

/** `a JSON object or null`, of `['object', 'null']` as the checker names it: as a list, or as its text. */
function typesInWords(types: string | string[]): string {
  const names = [types].flat().flatMap((type) => type.split(','));
  return names.map((name) => typeNames[name] ?? name).join(' or ');
}

function oneOf(values: unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;
}

const formatNames: Record<string, string> = {
  'date-time': 'a time of the years 1 to 9999 with its offset, like 2026-03-31T09:00:00Z',
  'date-time-or-empty': 'a time like 2026-03-31T09:00:00Z, or empty for none',
  email: 'an email address, like jane@example.com',
  uri: 'a whole URL, like https://example.com/path',
  date: 'a date, like 2026-03-31',
  uuid: 'a record id, like 019d432a-b3fe-7c11-8e57-2d9a4f60b8c3',
};

function constantsOf(schema: unknown): unknown[] {
  const choices = (schema as { anyOf?: { const?: unknown }[] }).anyOf ?? [];
  return choices.flatMap((choice) => (choice.const === undefined ? [] : [choice.const]));
}

function unknownProperty({ parentSchema }: ErrorObject, httpPart: string | undefined): string {
  const known = Object.keys((parentSchema as { properties?: object }).properties ?? {});
  const what = httpPart === 'querystring' ? 'query parameter' : 'property';
  if (known.length === 0) return `is not a ${what} this call takes; it takes none.`;
  return `is not a ${what} this call takes; it takes ${known.join(', ')}.`;
}

/** `/emails/0/address` as people write it: `emails[0].address`. */
function readablePath(pointer: string): string {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : join(path, step)), '');
}

function join(path: string, property: string): string {
  return path ? `${path}.${property}` : property;
}
