// What is kept of a mail that repeats others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutQuotes } from '#core/enquiries/thread/quoted-text.ts';
import { replyLine } from '#core/enquiries/thread/reply-mail.ts';

const kept: [name: string, mail: string, answer: string][] = [
  ['no quotes', 'Yes.\n\nJane', 'Yes.\n\nJane'],
  ['lines with CRLF', 'Yes.\r\nJane\r\n', 'Yes.\nJane'],
  ['our own line, quoted', `Yes.\n\n> ${replyLine}\n> Old`, 'Yes.'],
  ['an English head', 'Yes.\n\nOn Tue, 31 Mar 2026 at 11:00, House <h@example.com> wrote:\n> Old', 'Yes.'],
  [
    'a head broken in two',
    'Yes.\n\nOn Tue, 31 Mar 2026 at 11:00, House\n<h@example.com> wrote:\n> Old',
    'Yes.',
  ],
  ['a German head', 'Ja.\n\nAm 31.03.2026 um 11:00 schrieb House:\n> Alt', 'Ja.'],
  ['a divider', 'Yes.\n-----Original Message-----\nFrom: House\nOld', 'Yes.'],
  ['a head of fields', 'Yes.\n\nFrom: House\nSent: Tuesday\nTo: Jane\nSubject: Room\n\nOld', 'Yes.'],
  [
    'a first word that looks like a field',
    'From: 9 to 5 would suit us.\nIs that fine?',
    'From: 9 to 5 would suit us.\nIs that fine?',
  ],
  ['answers between quotes', '> One?\nYes.\n> Two?\nNo.', '> One?\nYes.\n> Two?\nNo.'],
  ['quotes at the end', 'Yes.\n\n> Old\n>\n> Older', 'Yes.'],
  ['nothing but quotes', '> Old', '> Old'],
  ['a word that begins like a head', 'On Monday it is fine.', 'On Monday it is fine.'],
];

for (const [name, mail, answer] of kept) {
  test(`of a mail with ${name}, what its sender wrote is kept`, () => {
    assert.equal(withoutQuotes(mail), answer);
  });
}
