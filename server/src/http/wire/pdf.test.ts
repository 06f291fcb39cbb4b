// Names of files in headers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attachmentNamed } from '#http/wire/pdf.ts';

test('A file name of any characters is said in ASCII and as it is', () => {
  const names: [string, string][] = [
    ['Yoga.pdf', `attachment; filename="Yoga.pdf"; filename*=UTF-8''Yoga.pdf`],
    ['Éveil à 5.pdf', `attachment; filename="Eveil a 5.pdf"; filename*=UTF-8''%C3%89veil%20%C3%A0%205.pdf`],
    [
      '朝のヨガ K7.pdf',
      `attachment; filename="K7.pdf"; filename*=UTF-8''%E6%9C%9D%E3%81%AE%E3%83%A8%E3%82%AC%20K7.pdf`,
    ],
    [
      `a"b\\c%41'(*).pdf`,
      `attachment; filename="abc41'(*).pdf"; filename*=UTF-8''a%22b%5Cc%2541%27%28%2a%29.pdf`,
    ],
    [
      'a\r\nSet-Cookie: b.pdf',
      `attachment; filename="a Set-Cookie: b.pdf"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b.pdf`,
    ],
  ];
  for (const [name, header] of names) assert.equal(attachmentNamed(name), header);
});
