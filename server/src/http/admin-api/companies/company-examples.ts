// The company that examples are about: what is sent to create and change it, and what comes back.
import { customerExample } from '#http/admin-api/customers/customer-examples.ts';

const createdAt = Date.parse('2026-03-31T09:20:11.482Z');

/** What a company is created with. */
export const newCompanyExample = {
  name: 'Raman Studio',
  email: 'office@raman-studio.example',
  phone: '+49 40 5550177',
  domains: ['raman-studio.example'],
  billingAddress: { line1: 'Kaistraße 4', city: 'Hamburg', postalCode: '22765', country: 'DE' },
  paymentTermsDays: 14,
  members: [{ customerId: customerExample.id, role: 'owner' as const }],
};

/** The company in a list. */
export const listedCompanyExample = {
  id: '019d4331-7e1a-7c04-8f5d-61b2c09a3e48',
  companyNumber: 'COM-000001',
  name: newCompanyExample.name,
  email: newCompanyExample.email,
  phone: '+49405550177',
  emails: [{ address: newCompanyExample.email, isPrimary: true }],
  phones: [{ number: '+49405550177', isPrimary: true }],
  domains: newCompanyExample.domains,
  status: 'active' as const,
  source: 'admin',
  billingAddress: newCompanyExample.billingAddress,
  paymentTermsDays: newCompanyExample.paymentTermsDays,
  totalOrders: 0,
  totalSpent: 0,
  averageOrderValue: 0,
  lifetimeValue: 0,
  customFields: {},
  version: 1,
  createdAt,
  updatedAt: createdAt,
};

/** The company that `newCompanyExample` creates. */
export const companyExample = { ...listedCompanyExample, members: newCompanyExample.members };

/** What is changed of that company. */
export const companyChangeExample = { legalName: 'Raman Studio GmbH', vatNumber: 'DE327654321' };

/** The company after that change. */
export const changedCompanyExample = {
  ...companyExample,
  ...companyChangeExample,
  updatedAt: createdAt + 3_604_118,
  version: 2,
};
