// The customers of the demo house: about three hundred invented people, the same on every machine. What depends on
// the day is only when they came.
import type { CustomerInput } from '#core/customers/customers.ts';
import { type Draw, makeDraw } from '#src/demo/demo-draw.ts';
import { demoParameters } from '#src/demo/demo-house.ts';
import { banNote, companies, type NameCircle, nameCircles, notes } from '#src/demo/demo-names.ts';
import { makePhoneBook, type PhoneBook } from '#src/demo/demo-phones.ts';

/** A customer to be made, and the moment to make it at. */
export interface DemoCustomer {
  moment: Date;
  /** Parameter values are by key. */
  input: CustomerInput;
}

/** The customer named in demo.json, who came first. */
export const firstDemoCustomer = {
  firstName: 'Marlene',
  lastName: 'Petersen',
  email: 'marlene.petersen@example.com',
} as const;

const customerCount = 300;
const importedCount = 38;
const bannedPlaces = new Set([113, 246]);
const dayMs = 24 * 60 * 60 * 1000;
const pastDays = 730;

/** The customers in the order they came, from two years before `today` to the day before it. */
export function demoCustomers(today: Date): DemoCustomer[] {
  const draw = makeDraw(20_240_417);
  const phones = makePhoneBook();
  const people = drawPeople(draw);
  const moments = arrivals(draw, today);
  return people.map((person, place) => ({
    moment: moments[place]!,
    input: describe(draw, phones, person, place),
  }));
}

interface Person {
  circle: NameCircle;
  firstName: string;
  lastName: string | undefined;
  /** First and last name in Latin letters. */
  latin: [string, string];
  address: string;
  company: string | undefined;
}

function drawPeople(draw: Draw): Person[] {
  const people: Person[] = [firstPerson()];
  const taken = new Set<string>([firstDemoCustomer.email, 'Marlene Petersen']);
  while (people.length < customerCount) {
    const person = drawPerson(draw);
    const name = person.latin.join(' ');
    if (taken.has(name) || taken.has(person.address)) continue;
    taken.add(name).add(person.address);
    people.push(person);
  }
  return people;
}

function firstPerson(): Person {
  const { firstName, lastName, email } = firstDemoCustomer;
  return {
    circle: nameCircles[0]!,
    firstName,
    lastName,
    latin: [firstName, lastName],
    address: email,
    company: 'Nordlicht Studio',
  };
}

function drawPerson(draw: Draw): Person {
  const circle = draw.oneByShare(nameCircles);
  const [firstName, latinFirst] = spellings(draw.oneOf(circle.given));
  // People who gave one name only are in every customer file.
  const [lastName, latinLast] = draw.chance(0.04) ? [undefined, ''] : spellings(draw.oneOf(circle.family));
  const [company, domain] = draw.chance(0.55) ? spellings(draw.oneOf(companies)) : [undefined, undefined];
  const first = forAddress(latinFirst);
  const last = forAddress(latinLast);
  const ownAddress = `${last ? `${first}.${last}` : first}@example.${draw.oneOf(['com', 'com', 'org', 'net'])}`;
  const address = domain && draw.chance(0.6) ? `${first}@${domain}.example` : ownAddress;
  return { circle, firstName, lastName, latin: [latinFirst, latinLast], address, company };
}

function describe(draw: Draw, phones: PhoneBook, person: Person, place: number): CustomerInput {
  const { firstName, lastName, latin, address } = person;
  const isFirst = place === 0;
  const hasEmail = isFirst || !draw.chance(0.06);
  const hasPhone = isFirst || !hasEmail || draw.chance(0.86);
  const inLatin = firstName === latin[0] && (lastName ?? '') === latin[1];
  return {
    firstName,
    lastName,
    displayName: inLatin ? undefined : latin.join(' ').trim(),
    emails: hasEmail ? addresses(draw, person, address) : [],
    phones: hasPhone ? numbers(draw, phones, person) : [],
    status: bannedPlaces.has(place) ? 'banned' : !isFirst && draw.chance(0.045) ? 'inactive' : 'active',
    source: place < importedCount ? 'import' : draw.oneOf(sources),
    marketingOptIn: hasEmail && draw.chance(0.55),
    smsOptIn: hasPhone && draw.chance(0.2),
    parameterValues: { ...values(draw, person), ...(bannedPlaces.has(place) ? { notes: banNote } : {}) },
  };
}

const sources = ['website', 'website', 'website', 'referral', 'referral', 'walk-in', 'walk-in', 'admin'];

function addresses(draw: Draw, { latin }: Person, address: string) {
  if (address.endsWith('.example') && draw.chance(0.15)) {
    const name = forAddress(latin.join(''));
    return [{ address, isPrimary: true }, { address: `${name}@example.net` }];
  }
  return [{ address }];
}

function numbers(draw: Draw, phones: PhoneBook, { circle }: Person) {
  const abroad = circle.abroad && draw.chance(0.5) ? circle.abroad : undefined;
  const first = phones.next(abroad ?? (draw.chance(0.62) ? 'mobile' : 'landline'));
  return draw.chance(0.08) ? [{ number: first }, { number: phones.next('landline') }] : [{ number: first }];
}

function values(draw: Draw, { company }: Person): Record<string, unknown> {
  const topics = choicesOf('newsletterTopics').filter(() => draw.chance(0.35));
  const all: Record<string, unknown> = {
    company,
    preferredDesk: draw.chance(0.6) ? draw.oneOf(choicesOf('preferredDesk')) : undefined,
    newsletterTopics: topics.length > 0 ? topics : undefined,
    birthday: draw.chance(0.4) ? birthday(draw) : undefined,
    locker: draw.chance(0.25) ? draw.below(120) + 1 : undefined,
    houseTour: draw.chance(0.7) ? true : undefined,
    notes: draw.chance(0.22) ? draw.oneOf(notes) : undefined,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function choicesOf(key: string): string[] {
  return demoParameters.find((parameter) => parameter.key === key)!.options!.map(({ value }) => value);
}

/** When they came: the first ones on the opening day, in one import; then more and more, in working hours. */
function arrivals(draw: Draw, today: Date): Date[] {
  const opening = Math.floor(today.getTime() / dayMs) * dayMs - pastDays * dayMs;
  const imported = Array.from({ length: importedCount }, (_, place) => opening + 33_127_000 + place * 12);
  const later = Array.from({ length: customerCount - importedCount }, (_, place) => {
    const share = (place + draw.next()) / (customerCount - importedCount);
    const day = opening + (1 + Math.floor(share ** 0.8 * (pastDays - 3))) * dayMs;
    const isSunday = new Date(day).getUTCDay() === 0;
    const hour = 7 + (draw.next() + draw.next()) * 5;
    return (isSunday ? day + dayMs : day) + Math.floor(hour * 3_600_000);
  });
  return [...imported, ...later.sort((left, right) => left - right)].map((moment) => new Date(moment));
}

function birthday(draw: Draw): string {
  const date = new Date(Date.UTC(1961, 0, 1) + draw.below(44 * 365) * dayMs);
  return date.toISOString().slice(0, 10);
}

/** A name as it is written, and in Latin letters. */
function spellings(entry: string): [string, string] {
  const [written, latin = written] = entry.split('/');
  return [written!, latin!];
}

const letters: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ø: 'oe',
  æ: 'ae',
  å: 'aa',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};

/** A name as the part of an address before the @. */
function forAddress(name: string): string {
  const plain = name.toLowerCase().replace(/[äöüßøæåłđı]/g, (letter) => letters[letter]!);
  return plain.normalize('NFKD').replace(/[^a-z-]/g, '');
}
