// Asking an SMTP server whether it would take mail from us, without sending any.
import nodemailer from 'nodemailer';

const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };

/** Connects to the server of an SMTP URL and signs in. Throws what went wrong, never with the password in it. */
export async function checkSmtp(smtpUrl: string): Promise<void> {
  const transport = nodemailer.createTransport({ ...patience, url: smtpUrl });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
