// The people the benchmark's organizations serve: the same ones in every run, with names as unevenly spread as real
// ones, so that some searches match thousands and others one.
import { type Customer, displayNameOf, emptyCustomer } from 'frontdesk/src/core/customers/customer.ts';
import { formatNumber } from 'frontdesk/src/core/organizations/numbers.ts';
import { lowestIdAt } from 'frontdesk/src/kit/id.ts';

const firstNames = `Anna Maria Peter Thomas Julia Sarah Michael Laura Daniel Christian Lena Andreas Sophie Martin Emma
  Paul Lukas Hannah Stefan Katharina Jan Nina Felix Eva Jonas Lisa David Marie Max Clara Simon Johanna Robert Elena
  Tobias Mia Florian Charlotte Alexander Ida Benjamin Greta Sebastian Frieda Philipp Helena Matthias Ella Oliver Nora
  Fatima José Zoë Ngozi Yusuf Aïcha Priya Wei Olga Søren Agnieszka Björn Chloé Dmitri Ximena Kwame Ingrid Tariq`;
const lastNames = `Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein
  Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Werner Krause Lehmann Köhler Maier Huber
  Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck
  Lorenz Baumann Franke Albrecht Schuster Simon Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger
  Okafor Martínez Nguyen Yılmaz Kowalski Johnson Haddad Ivanova Sørensen Nakamura Öztürk Dubois Papadopoulos Quispe`;
const mailHosts = [
  'mail.example.com',
  'post.example.com',
  'example.com',
  'web.example.net',
  'work.example.org',
];

const firsts = firstNames.split(/\s+/);
const lasts = lastNames.split(/\s+/);

/** A minute before the first customer of each organization was made. */
export const firstMade = Date.UTC(2022, 0, 3);
const aMinute = 60_000;

/** Record id of the customer at a place, from 1. */
export function customerIdAt(place: number): string {
  return lowestIdAt(madeAtPlace(place));
}

function madeAtPlace(place: number): Date {
  return new Date(firstMade + place * aMinute);
}

/** `count` customers of an organization, oldest first: seven of eight with email, five of eight with phone. */
export function* peopleOf(organizationId: string, count: number): Generator<Customer> {
  const chance = randomNumbers(count);
  for (let place = 1; place <= count; place += 1) {
    yield person(organizationId, place, chance);
  }
}

function person(organizationId: string, place: number, chance: () => number): Customer {
  const madeAt = madeAtPlace(place);
  const firstName = oneOf(firsts, chance);
  const lastName = oneOf(lasts, chance);
  const host = oneOf(mailHosts, chance);
  const address = `${plain(firstName)}.${plain(lastName)}${place}@${host}`;
  const number = `+4915${String(10_000_000 + Math.floor(chance() * 89_999_999)).padStart(9, '0')}`;
  return {
    ...emptyCustomer(organizationId, madeAt),
    id: customerIdAt(place),
    customerNumber: formatNumber('customer', place),
    firstName,
    lastName,
    displayName: displayNameOf(firstName, lastName),
    emails: place % 8 === 0 ? [] : [{ address, isPrimary: true }],
    phones: place % 8 < 3 ? [] : [{ number, isPrimary: true }],
    status: place % 50 === 0 ? 'inactive' : 'active',
    source: place % 3 === 0 ? 'import' : 'admin',
    marketingOptIn: place % 2 === 0,
  };
}

/** The earlier in the list, the likelier: the square of an even chance. */
function oneOf(list: string[], chance: () => number): string {
  return list[Math.floor(chance() ** 2 * list.length)]!;
}

function plain(name: string): string {
  const letters = name.normalize('NFKD').toLowerCase();
  return letters.replaceAll('ß', 'ss').replace(/[^a-z]/g, '') || 'x';
}

/** Numbers from 0 to below 1 that look random and are the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
