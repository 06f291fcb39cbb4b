// Cutting off what a mail repeats of the mails before it, so that a thread holds each word once. Pure.
import { replyLine } from '#core/enquiries/thread/reply-mail.ts';

/** Lines that begin the repetition of another mail, as the common programs write them. */
const quoteHeads = [
  /^-{2,}\s*(original message|ursprüngliche nachricht|message d'origine|mensaje original)\s*-{2,}$/i,
  /^_{20,}$/,
  /^(on|am|le|el|il|op|den)\b.{0,200}\b(wrote|schrieb|a écrit|escribió|ha scritto|schreef|skrev)\b.{0,100}:$/i,
  /^(from|von|de|da|van):\s.{1,200}$/i,
];
/** A head of the last kind is one only if the next lines go on like it: `From:` can begin an answer too. */
const headFields = /^(sent|date|to|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado|para|asunto):/i;

/** What a person wrote, without the quoted history behind it. A mail that is nothing but quotes stays whole. */
export function withoutQuotes(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((line, place) => isCut(line, place, lines));
  const kept = (end < 0 ? lines : lines.slice(0, end)).join('\n').trimEnd();
  const answer = withoutTrailingQuotes(kept).trim();
  return answer || text.trim();
}

function isCut(line: string, place: number, lines: string[]): boolean {
  const bare = line.replace(/^[>\s]+/, '').trim();
  if (bare === replyLine) return true;
  const head = quoteHeads.findIndex((pattern) => pattern.test(bare));
  if (head < 0) {
    // The line "On … wrote:" is often broken in two.
    return quoteHeads[2]!.test(`${bare} ${(lines[place + 1] ?? '').trim()}`);
  }
  return (
    head < quoteHeads.length - 1 ||
    lines.slice(place + 1, place + 4).some((next) => headFields.test(next.trim()))
  );
}

function withoutTrailingQuotes(text: string): string {
  const lines = text.split('\n');
  while (lines.length > 0 && /^\s*(>.*)?$/.test(lines.at(-1)!)) lines.pop();
  return lines.join('\n');
}
