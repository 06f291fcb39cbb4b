// Which column holds what: by heading, by parameter, and as the caller says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CustomerParameter, systemParameters } from '#core/customer-parameters/customer-parameter.ts';
import type { MappingOptions } from '#src/cli/imports/column-mapping.ts';
import { mapCustomerColumns } from '#src/cli/imports/customers/customer-columns.ts';

const parameter = (key: string, name: string): CustomerParameter => ({
  ...systemParameters[0]!,
  id: key,
  key,
  name,
  system: false,
});

function mapped(
  headings: string,
  options: MappingOptions = {},
  parameters: CustomerParameter[] = [],
): string[] {
  const columns = mapCustomerColumns(headings.split('|'), parameters, options);
  return columns.map(({ target }) => {
    if (target.kind === 'field') return target.field;
    if (target.kind === 'custom') return `customFields.${target.key}`;
    return target.kind === 'parameter' ? `parameter ${target.parameter.key}` : target.reason;
  });
}

test('common headings are known in several languages', () => {
  const lists: [string, string][] = [
    ['First Name|Last Name|Email Address|Phone Number', 'firstName lastName email phone'],
    ['given_name|surname|E-Mail|mobile', 'firstName lastName email phone'],
    ['Vorname|Nachname|E-Mail-Adresse|Handy|Kundennr.', 'firstName lastName email phone customerNumber'],
    ['Prénom|Nom de famille|Adresse e-mail|Téléphone portable', 'firstName lastName email phone'],
    ['Nombre|Apellidos|Correo electrónico|Teléfono móvil', 'firstName lastName email phone'],
    ['Nome|Cognome|Indirizzo e-mail|Cellulare', 'firstName lastName email phone'],
    ['Voornaam|Achternaam|E-mailadres|Mobiel', 'firstName lastName email phone'],
    [
      'customerNumber|displayName|marketingOptIn|smsOptIn',
      'customerNumber displayName marketingOptIn smsOptIn',
    ],
  ];
  for (const [headings, fields] of lists) assert.equal(mapped(headings).join(' '), fields);
});

test('exports of well-known programs are read', () => {
  assert.deepEqual(
    mapped('First Name|Last Name|E-mail 1 - Label|E-mail 1 - Value|E-mail 2 - Value|Phone 1 - Value|Notes'),
    ['firstName', 'lastName', 'unknown', 'email', 'email', 'phone', 'unknown'],
  );
  assert.deepEqual(
    mapped('Customer ID|First Name|Email|Accepts Email Marketing|Accepts SMS Marketing|Total Spent'),
    ['customerNumber', 'firstName', 'email', 'marketingOptIn', 'smsOptIn', 'unknown'],
  );
  assert.deepEqual(mapped('Person - Name|Person - Email|Email Opt Out|Lead Source'), [
    'name',
    'email',
    'marketingOptOut',
    'source',
  ]);
});

test('a plain name is the half that no other column has', () => {
  assert.deepEqual(mapped('Vorname|Name'), ['firstName', 'lastName']);
  assert.deepEqual(mapped('Nombre|Apellidos'), ['firstName', 'lastName']);
  assert.deepEqual(mapped('Full name|First name'), ['name', 'firstName']);
  assert.deepEqual(mapped('Name|Email'), ['name', 'email']);
});

test('a custom parameter with the heading as name or key comes before the common meaning', () => {
  const parameters = [parameter('lockerNumber', 'Locker'), parameter('origin', 'Source')];
  assert.deepEqual(mapped('Name|LOCKER number|source', {}, parameters), [
    'name',
    'parameter lockerNumber',
    'parameter origin',
  ]);
});

test('what the caller says comes first', () => {
  const parameters = [parameter('plan', 'Plan')];
  const options = { map: ['Tarif=plan', 'a=b=email', 'Spitzname=first name'], ignore: ['E-Mail'] };
  assert.deepEqual(mapped('Tarif|E-Mail|a=b|Vorname|Spitzname', options, parameters), [
    'parameter plan',
    'ignored',
    'email',
    'second',
    'firstName',
  ]);
  assert.throws(() => mapped('Name', { map: ['Nme=email'] }), /has no heading Nme. It has Name/);
  assert.throws(() => mapped('Name', { map: ['Name=hobby'] }), /no field hobby. Fields are firstName, /);
  assert.throws(() => mapped('Name', { map: ['Name'] }), /write it as "Heading=field"/);
  assert.throws(() => mapped('Name', { ignore: ['x'] }), /--ignore: the file has no heading x/);
});

test('a file whose headings name nobody is refused with advice', () => {
  assert.throws(() => mapped('1|2|Notes'), /they are: 1, 2, Notes.*--map "Heading=email"/);
});
