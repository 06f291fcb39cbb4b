// Tickets as files: what a reader finds in them, in every script, and where it stands on the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { readPdf } from '#test/pdf.ts';
import { ticketContent } from '#test/ticket-content.ts';
import { openDocuments } from './documents.ts';

const documents = openDocuments();
const fileBytesMax = 200_000;
/** In points: half the margin that the template keeps. A broken word may reach a letter into it. */
const sideMargin = 24;

const scripts: Record<string, { title: string; name: string; countryCode?: string }> = {
  Latin: { title: 'Éveil du corps', name: 'Łukasz Żarłok-Đặng' },
  Greek: { title: 'Πρωινή γιόγκα', name: 'Αλέξανδρος Παπαδόπουλος' },
  Cyrillic: { title: 'Утренняя йога', name: 'Александр Щербаков' },
  Arabic: { title: 'يوغا الصباح', name: 'محمد بن عبد الله' },
  Hebrew: { title: 'יוגה בוקר', name: 'שלום בן דוד' },
  Devanagari: { title: 'सुबह का योग', name: 'प्रियांका त्रिपाठी' },
  Bengali: { title: 'সকালের যোগ', name: 'প্রিয়া' },
  Tamil: { title: 'காலை யோகா', name: 'பிரியா' },
  Telugu: { title: 'ఉదయం యోగా', name: 'ప్రియ' },
  Gujarati: { title: 'સવારનો યોગ', name: 'પ્રિયા' },
  Gurmukhi: { title: 'ਸਵੇਰ ਦਾ ਯੋਗਾ', name: 'ਪ੍ਰਿਆ' },
  Kannada: { title: 'ಬೆಳಗಿನ ಯೋಗ', name: 'ಪ್ರಿಯಾ' },
  Malayalam: { title: 'പ്രഭാത യോഗ', name: 'പ്രിയ' },
  Sinhala: { title: 'උදෑසන යෝග', name: 'ප්‍රියා' },
  Thai: { title: 'โยคะยามเช้า', name: 'น้ำผึ้ง ศรีสุวรรณ' },
  Lao: { title: 'ໂຍຄະຕອນເຊົ້າ', name: 'ນ້ຳເຜິ້ງ' },
  Khmer: { title: 'យូហ្គាពេលព្រឹក', name: 'ស្រីមុំ' },
  Myanmar: { title: 'မနက်ခင်း ယောဂ', name: 'သီရိ' },
  Georgian: { title: 'დილის იოგა', name: 'გიორგი' },
  Armenian: { title: 'Առավոտյան յոգա', name: 'Գևորգ' },
  Ethiopic: { title: 'የጠዋት ዮጋ', name: 'አበበ' },
  Japanese: { title: '朝のヨガ教室', name: '髙橋 さくら', countryCode: 'JP' },
  Chinese: { title: '晨间瑜伽', name: '欧阳张伟', countryCode: 'CN' },
  'Chinese in Taiwan': { title: '晨間瑜伽', name: '歐陽張偉', countryCode: 'TW' },
  Korean: { title: '아침 요가', name: '김민준', countryCode: 'KR' },
  Emoji: { title: 'Yoga 🧘‍♀️ & 🎉 👩‍👩‍👧 🇩🇪 ❤️ 1️⃣', name: 'Zoë 🦄' },
};

for (const [script, words] of Object.entries(scripts)) {
  // PDF/UA refuses a glyph that stands for "none", so a box can't be in a file that says it keeps it.
  test(`A ticket in ${script} shows every character, says its title and language, and is small`, async () => {
    const bytes = await documents.bookingTicket(ticketContent(words));
    const pdf = await readPdf(bytes);
    assert.equal(pdf.accessibility, '1');
    assert.equal(pdf.title, `Ticket K7QM4XPA: ${words.title}`);
    assert.equal(pdf.language, 'en-DE');
    assert.equal(pdf.pages.length, 1);
    assert.doesNotMatch(pdf.text, /\ufffd/);
    assert.match(pdf.text, /Tuesday, 24 November 2026 10:00 – 11:30/);
    assert.match(pdf.text, /Confirmation code K7QM4XPA/);
    assert.ok(bytes.length < fileBytesMax, `${bytes.length} bytes`);
  });
}

test('Words of scripts written letter by letter can be copied as they were given', async () => {
  for (const script of ['Greek', 'Cyrillic', 'Georgian', 'Japanese', 'Chinese', 'Korean']) {
    const words = scripts[script]!;
    const { text } = await readPdf(await documents.bookingTicket(ticketContent(words)));
    for (const word of [words.title, words.name]) assert.ok(text.normalize('NFC').includes(word), word);
  }
});

test('Arabic runs from the right, its letters joined', async () => {
  const name = 'دار ورد';
  const { texts } = await readPdf(await documents.bookingTicket(ticketContent({ name })));
  const [first, second] = ['دار', 'ورد'].map((word) => texts.find(({ text }) => text === word));
  assert.equal(first?.direction, 'rtl');
  assert.ok(first!.x > second!.x, 'the first word stands right of the second');

  const [joined, apart] = ['ححح', 'ح\u200cح\u200cح'].map((name) => lengthOf(name));
  assert.ok((await joined!) < (await apart!), 'joined letters are narrower than single ones');
});

/** The length of the line that a name is set in. */
async function lengthOf(name: string): Promise<number> {
  const { texts } = await readPdf(await documents.bookingTicket(ticketContent({ name })));
  const letters = texts.filter(({ text }) => text.includes('ح'));
  return Math.max(...letters.map(({ x, width }) => x + width)) - Math.min(...letters.map(({ x }) => x));
}

test('A ticket in a language that is read from the right has its words on the right', async () => {
  const pdf = await readPdf(await documents.bookingTicket({ ...ticketContent(), locale: 'ar-EG' }));
  const place = (word: string) => pdf.texts.find(({ text }) => text.includes(word))!;
  assert.ok(place('Jane Doe').x > place('K7QM4XPA').x);
  assert.equal(pdf.language, 'ar-EG');
});

test('Texts of any length stay on the page, and what is most of all long goes on to the next', async () => {
  const endless = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(8);
  const title = 'A slow and careful introduction to morning movement for everyone '.repeat(8);
  const content = ticketContent({ title, name: endless, organization: endless });
  content.facts.push({ label: 'People', lines: ['200 people', 'Jane Longname-Doublename, '.repeat(200)] });
  content.notes.push(endless, title);
  const { texts, pages } = await readPdf(await documents.bookingTicket(content));
  assert.ok(pages.length > 1);
  const [[width, height]] = pages as [[number, number]];
  for (const { text, x, y, width: length } of texts) {
    assert.ok(x >= sideMargin && x + length <= width - sideMargin, `${text} ends at ${x + length}`);
    assert.ok(y > 0 && y < height, text);
  }
});

test('Nothing stands where A4 and Letter differ', async () => {
  const [a4, letter] = [
    { width: 595.28, height: 841.89 },
    { width: 612, height: 792 },
  ];
  for (const [paper, size] of [['a4', a4] as const, ['us-letter', letter] as const]) {
    const { texts, pages } = await readPdf(await documents.bookingTicket({ ...ticketContent(), paper }));
    assert.ok(Math.abs(pages[0]![0] - size.width) < 0.1 && Math.abs(pages[0]![1] - size.height) < 0.1);
    for (const { x, width, y } of texts) {
      assert.ok(x + width < Math.min(a4.width, letter.width) - 36);
      assert.ok(y > size.height - letter.height + 36);
    }
  }
});

test('A character that no font has is shown as the replacement character, not as a box', async () => {
  const { text, accessibility } = await readPdf(
    await documents.bookingTicket(ticketContent({ title: 'Rune ᚠ.' })),
  );
  assert.match(text, /Rune \ufffd\./);
  assert.equal(accessibility, '1');
});

test('Characters without a face of their own, alone or between others, are no reason for no ticket', async () => {
  const odd = [
    0xad, 0x34f, 0x61c, 0x115f, 0x17b4, 0x180e, 0x200b, 0x200d, 0x2060, 0x3164, 0xfe0f, 0xfeff, 0xfffc,
  ];
  const wide = [0x1d173, 0x1f1e6, 0x1f3fb, 0xe0001, 0xe0061, 0xe0100, 0x10ffff];
  const around = ['', 'a', 'ب', '👩', '漢', 'क'];
  const name = [...odd, ...wide]
    .flatMap((code) => around.map((one) => one + String.fromCodePoint(code) + one))
    .join(' ');
  const { accessibility } = await readPdf(await documents.bookingTicket(ticketContent({ name })));
  assert.equal(accessibility, '1');
});

test('Texts are never markup', async () => {
  const title = '#panic("x") *not bold* $x^2$ \\ "quoted" @label <b> //gone';
  const { text } = await readPdf(await documents.bookingTicket(ticketContent({ title })));
  assert.ok(text.includes(title), text);
});

test('Marks that turn the direction of text are left out', async () => {
  const { text } = await readPdf(
    await documents.bookingTicket(ticketContent({ name: '\u202eJane\u2066 Roe' })),
  );
  assert.match(text, /Jane Roe/);
});

test('The same words give the same bytes, whatever was printed before or beside them', async () => {
  const alone = openDocuments();
  const content = ticketContent({ name: '髙橋 さくら', logo: await picture('#aa2211') });
  const first = await alone.bookingTicket(content);
  const other = ticketContent({ name: '김민준', logo: await picture('#1122aa') });
  const [second, third] = await Promise.all([
    documents.bookingTicket(content),
    documents.bookingTicket(other),
  ]);
  assert.deepEqual(second, first);
  assert.notDeepEqual(third, first);
});

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .webp()
    .toBuffer();
}
