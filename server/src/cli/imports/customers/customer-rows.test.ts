// Rows of a file as rows of an import.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapCustomerColumns } from '#src/cli/imports/customers/customer-columns.ts';
import { readCustomerRow } from '#src/cli/imports/customers/customer-rows.ts';
import { reasonOf } from '#src/cli/imports/row-reading.ts';

function read(headings: string, cells: string) {
  const columns = mapCustomerColumns(headings.split('|'), [], {});
  return readCustomerRow({ line: 2, cells: cells.split('|') }, columns, 'DE');
}

const inputOf = (headings: string, cells: string) => JSON.parse(JSON.stringify(read(headings, cells).input));

test('cells become fields, and empty ones none', () => {
  assert.deepEqual(
    inputOf(
      'First name|Last name|Email|Email 2|Phone|Newsletter|Status',
      'Jane|-|a@x.example||0170 1234567|yes|aktiv',
    ),
    {
      firstName: 'Jane',
      emails: [{ address: 'a@x.example' }],
      phones: [{ number: '0170 1234567' }],
      marketingOptIn: true,
      status: 'active',
    },
  );
});

test('one address or number in two columns is one', () => {
  const headings = 'Email|Email 2|Phone|Mobile';
  assert.deepEqual(inputOf(headings, 'A@x.example|a@X.example|0170 1234567|+49 170 1234567'), {
    emails: [{ address: 'A@x.example' }],
    phones: [{ number: '0170 1234567' }],
  });
});

test('a whole name fills the halves that are missing, and beside both is how the customer is shown', () => {
  assert.deepEqual(inputOf('Name', 'Jane Doe'), { firstName: 'Jane', lastName: 'Doe' });
  assert.deepEqual(inputOf('Full name|First name', 'Jane van Doe|Jane'), {
    firstName: 'Jane',
    lastName: 'van Doe',
  });
  assert.deepEqual(inputOf('Full name|Last name', 'Anna Maria Doe|Doe'), {
    firstName: 'Anna Maria',
    lastName: 'Doe',
  });
  assert.deepEqual(inputOf('Name|First name|Last name', 'Dr. Jane Doe|Jane|Doe'), {
    firstName: 'Jane',
    lastName: 'Doe',
    displayName: 'Dr. Jane Doe',
  });
  assert.deepEqual(inputOf('Name|First name|Last name', 'Jane Doe|Jane|Doe'), {
    firstName: 'Jane',
    lastName: 'Doe',
  });
});

test('where one column says yes and another no, consent is not given', () => {
  const headings = 'Email|Newsletter|Unsubscribed';
  assert.equal(inputOf(headings, 'a@x.example|yes|yes').marketingOptIn, false);
  assert.equal(inputOf(headings, 'a@x.example|yes|no').marketingOptIn, true);
  assert.equal(inputOf('Email|Opt out|Newsletter', 'a@x.example|yes|yes').marketingOptIn, false);
});

test('reasons name the heading and what it held', () => {
  const row = read('E-Mail|Newsletter|Status|Name', 'jane(at)x|weekly|VIP|Jane');
  const problems = [
    {
      path: 'emails[0].address',
      code: 'invalid_field',
      message: 'must be an email address, like jane@example.com.',
    },
    ...row.problems,
    { path: 'firstName', code: 'invalid_field', message: 'must have at most 200 characters.' },
  ];
  assert.equal(
    reasonOf({ row, result: 'bad', problems }, 'customer'),
    'E-Mail: "jane(at)x" must be an email address, like jane@example.com. Newsletter: "weekly" must be yes or no. ' +
      'Status: "VIP" must be active, inactive, banned. Name: "Jane" must have at most 200 characters.',
  );
  const found = { by: 'email', value: 'a@x.example', owner: { number: 'CUST-000007' } } as const;
  assert.equal(
    reasonOf({ row, result: 'already_there', found }, 'customer'),
    'The email a@x.example belongs to customer CUST-000007.',
  );
});
