// What a ticket says, for tests of how it is set.
import type { TicketContent } from '#integrations/documents/documents.ts';

/** A ticket; what matters to a test is named. */
export function ticketContent(
  words: { title?: string; name?: string; organization?: string; countryCode?: string; logo?: Buffer } = {},
): TicketContent {
  const {
    title = 'Morning yoga',
    name = 'Jane Doe',
    organization = 'Harbour Studio',
    countryCode = 'DE',
  } = words;
  return {
    documentTitle: `Ticket K7QM4XPA: ${title}`,
    locale: 'en-DE',
    countryCode,
    paper: 'a4',
    brand: { name: organization, color: '#0a5c55', textColor: '#ffffff', logo: words.logo },
    kind: 'Ticket',
    title,
    facts: [
      {
        label: 'When',
        lines: ['Tuesday, 24 November 2026', '10:00 – 11:30', 'Central European Standard Time'],
      },
      { label: 'Where', lines: ['Harbour House', 'Room 3', 'Am Sandtorkai 27, 20457 Hamburg'] },
      { label: 'Booked by', lines: [name] },
    ],
    code: {
      label: 'Confirmation code',
      text: 'K7QM4XPA',
      scanned: 'K7QM4XPA',
      description: 'QR code of the confirmation code K7QM4XPA',
    },
    notes: ['Show this code when you arrive.', 'Free cancellation until 24 hours before the start.'],
    reference: 'Booking BK-000123',
  };
}
