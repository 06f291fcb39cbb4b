// Phone numbers that never ring: those that regulators keep free for films and documentation. Sources:
// Bundesnetzagentur, Mitteilung 148/2021 ("Drama Numbers"); Ofcom, numbers for use in TV and radio drama; ARCEP,
// numéros pour les œuvres audiovisuelles; Post- och telestyrelsen, telefonnummer i böcker och filmer; NANPA, 555-01XX.

/** A kind of number: German ones by kind, others by country. */
type PhoneKind = 'mobile' | 'landline' | 'GB' | 'US' | 'FR' | 'SE';

/** Gives out numbers, each once. */
export interface PhoneBook {
  /** The next number of a kind, written as people of its country write it, with the country code. */
  next(kind: PhoneKind): string;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
const threeDigits = (number: number) => String(number).padStart(3, '0');

const singleMobiles = [
  '+49 152 28817386',
  '+49 152 28895456',
  '+49 152 54599371',
  '+49 172 9925904',
  '+49 172 9968532',
  '+49 172 9973185',
  '+49 172 9973186',
  '+49 172 9980752',
  '+49 174 9091317',
  '+49 174 9464308',
];
// Hamburg, and some who kept a number from where they lived before.
const hamburg = '40 66969';
const landlines = [
  hamburg,
  hamburg,
  '30 23125',
  hamburg,
  '69 90009',
  hamburg,
  '221 4710',
  hamburg,
  '89 99998',
];

/** The number at a place of a kind's numbers, from 0. */
const numberAt: Record<PhoneKind, (place: number) => string> = {
  mobile(place) {
    if (place < singleMobiles.length) return singleMobiles[place]!;
    const rest = place - singleMobiles.length;
    const block = rest % 2 === 0 ? '171 39200' : '176 040690';
    return `+49 ${block}${twoDigits(Math.floor(rest / 2))}`;
  },
  // A step that shares no divisor with 1000 goes through all of them without their looking counted.
  landline: (place) =>
    `+49 ${landlines[place % landlines.length]} ${threeDigits((place * 137 + 104) % 1000)}`,
  GB: (place) => `+44 7700 900${threeDigits((place * 137 + 461) % 1000)}`,
  US: (place) => `+1 202 555 01${twoDigits((place * 37 + 14) % 100)}`,
  FR: (place) => `+33 6 39 98 ${twoDigits(place % 100)} ${twoDigits((place * 37 + 52) % 100)}`,
  SE: (place) => `+46 70 174 06 ${twoDigits(5 + (place % 95))}`,
};

/** A phone book from its first page. */
export function makePhoneBook(): PhoneBook {
  const given: Partial<Record<PhoneKind, number>> = {};
  return {
    next(kind) {
      const place = given[kind] ?? 0;
      given[kind] = place + 1;
      return numberAt[kind](place);
    },
  };
}
