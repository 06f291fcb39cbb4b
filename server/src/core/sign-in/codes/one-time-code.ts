// One-time codes: their rules, and the mail that carries them.
import { randomInt } from 'node:crypto';
import type { Organization } from '#core/organizations/organization.ts';
import type { MailMessage } from '#integrations/mail/mail.ts';
import { hmacSha256 } from '#kit/hash.ts';
import { escapeHtml } from '#kit/text.ts';

/** What a code is good for. */
export const codePurposes = ['hosted_sign_in', 'browser_sign_in', 'profile_email'] as const;

/** One of `codePurposes`. */
export type CodePurpose = (typeof codePurposes)[number];

/** How often a code may be tried before it is void. */
export const codeAttemptsMax = 5;
/** Seconds between two codes to one address. */
export const codeIntervalSeconds = 60;

/** A code that was sent. */
export interface OneTimeCode {
  /** Record id, UUID version 7. */
  id: string;
  purpose: CodePurpose;
  /** Normal form. */
  email: string;
  /** What it is bound to: the interaction, the account, or empty. */
  binding: string;
  /** HMAC of id and code. */
  codeHash: Buffer;
  /** How often it was tried. */
  attempts: number;
  createdAt: Date;
  expiresAt: Date;
  consumedAt: Date | undefined;
}

/** Six digits from a cryptographic source. */
export function makeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** What is stored of a code: useless without the operator's secret key, and for any other code's record. */
export function hashCode(pepper: Uint8Array, id: string, code: string): Buffer {
  return hmacSha256(pepper, `${id} ${code}`);
}

/** A code as people type it: spaces and dashes go. `undefined` unless six digits are left. */
export function readCode(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}

/** The mail that carries a code. The code comes first in the text, so that phones can fill it in. */
export function codeMail(
  organization: Organization,
  { to, code, purpose, minutes }: { to: string; code: string; purpose: CodePurpose; minutes: number },
): MailMessage {
  const { name } = organization;
  const action = purpose === 'profile_email' ? `confirm this email address at ${name}` : `sign in to ${name}`;
  const unasked =
    purpose === 'profile_email'
      ? 'If you did not ask for it, ignore this mail: nothing changes without the code.'
      : 'If you did not try to sign in, ignore this mail: nobody gets in without the code.';
  const lines = [
    `${code} is your code to ${action}.`,
    `It is good for ${minutes} minutes. Never pass it on.`,
    unasked,
  ];
  return {
    to,
    subject: `${code} is your ${name} code`,
    text: `${lines.join('\n\n')}\n`,
    html: codeHtml(name, code, lines),
  };
}

function codeHtml(name: string, code: string, [, validity, unasked]: string[]): string {
  const paragraph = 'margin:0 0 16px;font-size:16px;line-height:1.5';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(name)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f5f5f4;color:#1c1917;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:440px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">
<p style="${paragraph}">Your code for <strong>${escapeHtml(name)}</strong>:</p>
<p style="margin:0 0 16px;font-size:34px;font-weight:700;letter-spacing:4px">${code}</p>
<p style="${paragraph}">${escapeHtml(validity!)}</p>
<p style="${paragraph};margin:0;color:#57534e;font-size:14px">${escapeHtml(unasked!)}</p>
</div></body></html>`;
}
