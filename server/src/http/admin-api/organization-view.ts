// An organization as its events and the command line show it.
import type { Organization } from '#core/organizations/organization.ts';

/** What an event about an organization brings. */
export const organizationExample = {
  id: '019d3dc1-e76b-7d51-8f0a-6b5f2d9c4e17',
  slug: 'harbour-house',
  name: 'Harbour House',
  legalName: 'Harbour House GmbH',
  vatNumber: 'DE123456789',
  countryCode: 'DE',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  address: { line1: 'Am Sandtorkai 12', city: 'Hamburg', postalCode: '20457' },
  phone: '+49405550100',
  email: 'hello@harbour-house.example',
  adminEmail: 'office@harbour-house.example',
  sessionDays: 30,
  codeMinutes: 10,
  primaryColor: '#1d4ed8',
  logoUrl: 'https://harbour-house.example/logo.png',
  createdAt: '2026-03-30T06:00:00.000Z',
  updatedAt: '2026-03-30T08:30:00.000Z',
};

/** An organization; what it does not have is null, so that a script finds the same members in each. */
export function organizationView(organization: Organization) {
  return {
    id: organization.id,
    slug: organization.slug,
    name: organization.name,
    legalName: organization.legalName ?? null,
    vatNumber: organization.vatNumber ?? null,
    countryCode: organization.countryCode,
    timeZone: organization.timeZone,
    currency: organization.currency,
    address: organization.address,
    phone: organization.phone ?? null,
    email: organization.email ?? null,
    adminEmail: organization.adminEmail ?? null,
    sessionDays: organization.sessionDays,
    codeMinutes: organization.codeMinutes,
    primaryColor: organization.primaryColor ?? null,
    logoUrl: organization.logoUrl ?? null,
    createdAt: organization.createdAt.toISOString(),
    updatedAt: organization.updatedAt.toISOString(),
  };
}
