// The demo organization itself: a coworking house, and what it wants to know of its customers.
import type { NewCustomerParameter } from '#core/customer-parameters/customer-parameters.ts';
import type { NewOAuthClient } from '#core/oauth-clients/oauth-clients.ts';
import type { NewOrganization } from '#core/organizations/organizations.ts';

/** The house. */
export const demoHouse: NewOrganization = {
  name: 'Harbour House',
  slug: 'harbour-house',
  countryCode: 'DE',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  adminEmail: 'office@harbour-house.example',
  primaryColor: '#0f4c81',
};

/** Where pages that use the house's public key may live: the usual addresses of development servers. */
export const demoOrigins = ['http://localhost:5173', 'http://localhost:8080'];

/** The applications its customers sign in to, at the addresses that common development servers have. */
export const demoApplications: Record<'confidential' | 'public', NewOAuthClient> = {
  confidential: {
    name: 'Demo website',
    type: 'confidential',
    redirectUris: ['http://localhost:8080/callback', 'http://127.0.0.1:8080/callback'],
    postLogoutRedirectUris: ['http://localhost:8080/', 'http://127.0.0.1:8080/'],
  },
  public: {
    name: 'Demo app',
    type: 'public',
    redirectUris: [
      'http://localhost:5173/',
      'http://localhost:5173/callback',
      'http://127.0.0.1:5173/callback',
      'com.example.demo:/callback',
    ],
    postLogoutRedirectUris: ['http://localhost:5173/'],
  },
};

/** What the house wants to know of its customers. */
export const demoParameters: NewCustomerParameter[] = [
  { key: 'company', name: 'Company', type: 'text', group: 'Work', order: 10, customerEditable: true },
  {
    key: 'preferredDesk',
    name: 'Preferred desk',
    type: 'select',
    options: [
      { value: 'window', label: 'By the window' },
      { value: 'quiet', label: 'Quiet room' },
      { value: 'standing', label: 'Standing desk' },
      { value: 'team_table', label: 'Team table' },
    ],
    group: 'Work',
    order: 20,
    customerEditable: true,
  },
  {
    key: 'locker',
    name: 'Locker',
    description: 'Number of the locker, 1 to 120.',
    type: 'number',
    validation: { min: 1, max: 120 },
    group: 'Work',
    order: 30,
  },
  {
    key: 'newsletterTopics',
    name: 'Newsletter topics',
    type: 'multi_select',
    options: [
      { value: 'events', label: 'Events' },
      { value: 'talks', label: 'Talks' },
      { value: 'offers', label: 'Offers' },
      { value: 'house_news', label: 'News of the house' },
    ],
    group: 'About you',
    order: 40,
    customerEditable: true,
  },
  { key: 'birthday', name: 'Birthday', type: 'date', group: 'About you', order: 50, customerEditable: true },
  { key: 'houseTour', name: 'House tour done', type: 'boolean', group: 'Reception', order: 60 },
  { key: 'notes', name: 'Notes', type: 'long_text', group: 'Reception', order: 70, customerVisible: false },
];
