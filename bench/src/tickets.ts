// What a ticket costs: processor time of this process, for the whole of a PDF, once what it is made with is loaded.
import { openDocuments } from 'frontdesk/src/integrations/documents/documents.ts';
import { ticketContent } from 'frontdesk/test/ticket-content.ts';

/** Tickets of one kind. */
export interface TicketCost {
  title: string;
  /** Milliseconds of processor time for one, over all threads. */
  cpuMs: number;
  bytes: number;
}

/** The most that one may cost. */
export const ticketCpuMaxMs = 50;

const words = {
  Latin: { title: 'Éveil du corps', name: 'Łukasz Żarłok-Đặng' },
  Arabic: { title: 'يوغا الصباح', name: 'محمد بن عبد الله' },
  Japanese: { title: '朝のヨガ教室', name: '髙橋 さくら', countryCode: 'JP' },
  'Devanagari, Thai, Chinese, Korean and Emoji': {
    title: 'सुबह का योग โยคะยามเช้า 🧘‍♀️',
    name: '晨间瑜伽 김민준',
    organization: 'Утренняя йога',
  },
};

/** Makes `count` tickets of each kind, each with a code and a name of its own, after as many to warm up. */
export async function measureTickets(count: number): Promise<TicketCost[]> {
  const documents = openDocuments();
  const costs: TicketCost[] = [];
  for (const [title, said] of Object.entries(words)) {
    const make = async (place: number) => {
      const content = ticketContent({ ...said, name: `${said.name} ${place}` });
      const text = `K7QM${String(place).padStart(4, '0')}`;
      return documents.bookingTicket({ ...content, code: { ...content.code, text, scanned: text } });
    };
    for (let place = 0; place < count; place += 1) await make(place);
    const before = process.cpuUsage();
    let bytes = 0;
    for (let place = count; place < 2 * count; place += 1) bytes = (await make(place)).length;
    const { user, system } = process.cpuUsage(before);
    costs.push({ title, cpuMs: (user + system) / 1_000 / count, bytes });
  }
  return costs;
}
