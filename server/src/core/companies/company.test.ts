// The pure rules of a company: what may be said of it, and what becomes of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyBounds, companySearchTextOf, emptyCompany } from '#core/companies/company.ts';
import { type CompanyChanges, withCompanyChanges } from '#core/companies/company-changes.ts';
import { normalizeDomain } from '#core/companies/domain-name.ts';
import type { FaultDetail } from '#kit/fault.ts';

const empty = { ...emptyCompany('house', new Date()), name: 'Raman' };
const [ann, bo] = ['019d432a-b3fe-7a52-9d0b-3f6a1c84e2b7', '019d432a-b3fe-7a52-9d0b-3f6a1c84e2b8'];

function change(changes: CompanyChanges, company = empty) {
  const problems: FaultDetail[] = [];
  return { company: withCompanyChanges(company, changes, 'DE', problems), problems };
}

const domains: [string, string | undefined][] = [
  ['Example.COM', 'example.com'],
  [' @example.com. ', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['a.b.c.example', 'a.b.c.example'],
  ['localhost', undefined],
  ['127.0.0.1', undefined],
  ['[::1]', undefined],
  ['https://example.com', undefined],
  ['exa mple.com', undefined],
  ['-a.example', undefined],
  [`${'a'.repeat(64)}.example`, undefined],
  [`${'a.'.repeat(130)}example`, undefined],
  ['', undefined],
];
for (const [text, normal] of domains) {
  test(`the domain "${text.slice(0, 30)}" is ${normal ?? 'refused'}`, () => {
    assert.equal(normalizeDomain(text), normal);
  });
}

test('an email sent alone joins the list in front and is its primary one', () => {
  const first = change({ emails: [{ address: 'A@example.com' }, { address: 'b@example.com' }] }).company;
  const joined = change({ email: 'C@example.com' }, first).company;
  assert.deepEqual(joined.emails, [
    { address: 'c@example.com', isPrimary: true },
    { address: 'a@example.com', isPrimary: false },
    { address: 'b@example.com', isPrimary: false },
  ]);
  const chosen = change({ email: 'b@example.com' }, joined).company;
  assert.deepEqual(
    chosen.emails.map(({ isPrimary }) => isPrimary),
    [false, false, true],
  );
  assert.equal(change({ phone: '040 123456' }).company.phones[0]?.number, '+4940123456');
});

test('a list that would grow too long by its primary entry is refused', () => {
  const emails = Array.from({ length: companyBounds.emailsMax }, (_, place) => ({
    address: `e${place}@example.com`,
  }));
  const { problems } = change({ emails, email: 'further@example.com' });
  assert.deepEqual(problems, [
    { path: 'emails', code: 'invalid_field', message: 'must have at most 10 entries.' },
  ]);
});

test('who is sent as primary customer joins the members, and is gone with the member', () => {
  const joined = change({ primaryCustomerId: ann.toUpperCase() }).company;
  assert.deepEqual(joined.members, [{ customerId: ann, role: 'member', title: undefined }]);
  const stays = change({ members: [{ customerId: ann, role: 'owner' }, { customerId: bo }] }, joined).company;
  assert.equal(stays.primaryCustomerId, ann);
  const left = change({ members: [{ customerId: bo }] }, stays).company;
  assert.equal(left.primaryCustomerId, undefined);
  assert.equal(change({ primaryCustomerId: '' }, joined).company.primaryCustomerId, undefined);
});

test('custom fields are set one by one, and null removes one', () => {
  const { company } = change({ customFields: { a: 1, b: { c: [null] } } });
  assert.deepEqual(change({ customFields: { a: null, d: 'x' } }, company).company.customFields, {
    b: { c: [null] },
    d: 'x',
  });
  const large = change({ customFields: { a: 'x'.repeat(companyBounds.customFieldsBytesMax) } });
  assert.deepEqual(
    large.problems.map(({ path }) => path),
    ['customFields'],
  );
});

test('an empty text, an empty address and null clear', () => {
  const { company } = change({
    legalName: 'Raman GmbH',
    website: 'http://raman.example',
    currency: 'eur',
    paymentTermsDays: 14,
    billingAddress: { line1: ' Kai 4 ', country: 'de', city: ' ' },
  });
  assert.deepEqual(company.billingAddress, { line1: 'Kai 4', country: 'DE' });
  assert.equal(company.currency, 'EUR');
  const cleared = change(
    { legalName: ' ', website: '', currency: '', paymentTermsDays: null, billingAddress: {} },
    company,
  ).company;
  const { legalName, website, currency, paymentTermsDays, billingAddress } = cleared;
  assert.deepEqual(
    [legalName, website, currency, paymentTermsDays, billingAddress],
    Array(5).fill(undefined),
  );
});

const wrong: [CompanyChanges, string][] = [
  [{ name: ' ' }, 'name'],
  [{ email: 'jane' }, 'email'],
  [{ phone: '12' }, 'phone'],
  [{ website: 'raman.example' }, 'website'],
  [{ website: 'javascript:alert(1)' }, 'website'],
  [{ logo: 'http://raman.example/logo.png' }, 'logo'],
  [{ currency: 'XYZ' }, 'currency'],
  [{ domains: ['a.example', 'A.example.'] }, 'domains[1]'],
  [{ domains: ['a.example', 'b'] }, 'domains[1]'],
  [{ billingAddress: { country: 'D1' } }, 'billingAddress.country'],
  [{ billingAddress: { country: 'ZZ' } }, 'billingAddress.country'],
  [{ currency: 'HRK' }, 'currency'],
  [{ members: [{ customerId: ann }, { customerId: ann.toUpperCase() }] }, 'members[1].customerId'],
  [{ members: [{ customerId: 'CUST-000001' }] }, 'members[0].customerId'],
  [{ primaryCustomerId: 'somebody' }, 'primaryCustomerId'],
];
for (const [changes, path] of wrong) {
  test(`${JSON.stringify(changes)} is refused at ${path}`, () => {
    assert.deepEqual(
      change(changes).problems.map((problem) => problem.path),
      [path],
    );
  });
}

test('search text holds names, addresses, digits, domains and numbers, folded', () => {
  const { company } = change({
    legalName: 'Räman GmbH',
    emails: [{ address: 'Office@example.com' }],
    phones: [{ number: '+49 40 123456' }],
    domains: ['raman.example'],
    vatNumber: 'DE1',
    externalId: 'X-9',
  });
  assert.equal(
    companySearchTextOf({ ...company, companyNumber: 'COM-000007' }),
    ' raman gmbh office@example.com 4940123456 raman.example de1 x-9 com-000007',
  );
});
