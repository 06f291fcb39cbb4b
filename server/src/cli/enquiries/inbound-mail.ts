// frontdesk inbound-mail <file>: for a mail server that hands answers on
import { readFile } from 'node:fs/promises';
import { Fault } from '#kit/fault.ts';
import { addCommand, type OrganizationOptions, withOrganization } from '#src/cli/command.ts';
import type { CommandFamily } from '#src/cli/context.ts';

/** Adds `inbound-mail`. */
export const inboundMailCommand: CommandFamily = (program, shell) => {
  withOrganization(
    addCommand(program, 'inbound-mail <file>', {
      summary: 'Add a mail to the enquiry it answers',
      details:
        'The file holds the mail as it came in. Its organization is told by the address it went to, or else by -o. Mail that answers nothing is ignored, and the command succeeds. What is no mail, or has more than 25 MB, ends with 65.',
      examples: ['inbound-mail answer.eml', 'inbound-mail answer.eml -o harbour-cowork --json'],
    }),
  ).action(
    shell.withParts(async ({ parts, scopeOf, path, print }, file: string, options: OrganizationOptions) => {
      const { organizationOfMail, receiveMail } = await import('#core/enquiries/thread/inbound-mail.ts');
      const { inboundMailBytesMax } = await import('#integrations/mail/inbound-mail.ts');
      const raw = await readFile(path(file));
      if (raw.length > inboundMailBytesMax) {
        throw new Fault('invalid', 'file_too_large', 'The mail must have at most 25 MB.');
      }
      const { readMail, inboundMailDomain } = parts.platform.tools;
      const mail = await readMail(raw).catch((cause) => {
        throw new Fault('invalid', 'unreadable', 'The file is no mail with its head, From included.', {
          cause,
        });
      });
      const organization = options.organization ?? organizationOfMail(mail, inboundMailDomain);
      const received = await receiveMail(await scopeOf(organization), raw);
      print(
        received,
        received.outcome === 'added'
          ? `Added to the enquiry ${received.enquiryId}.`
          : `Ignored: ${reasons[received.reason]}.`,
      );
    }),
  );
};

const reasons = {
  automatic: 'no person wrote it',
  unmatched: 'it answers no enquiry',
  duplicate: 'it came before',
  empty: 'it says nothing',
};
