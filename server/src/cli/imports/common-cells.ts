// How cells are read that lists of several kinds have.
import type { CustomerSaid } from '#core/imports/mentions.ts';
import type { SaidMoment } from '#core/imports/said-moment.ts';
import { readAmount, readMoment, readNumber, wordsToValues } from '#src/cli/imports/cell-values.ts';
import { readEmails, readPhones } from '#src/cli/imports/customers/customer-cells.ts';
import { splitFullName } from '#src/cli/imports/customers/full-name.ts';
import { asText, type CellReader, type CellReaders } from '#src/cli/imports/field-cells.ts';

/** An amount of money. */
export const asAmount: CellReader<number> = { read: readAmount, rule: 'must be an amount, like 12.50.' };
/** A number. */
export const asNumber: CellReader<number> = { read: readNumber, rule: 'must be a number.' };
/** A moment. */
export const asMoment: CellReader<SaidMoment> = {
  read: readMoment,
  rule: 'must be a date, with or without a time, like 2026-03-31 14:30.',
};
/** Whether something is paid. */
export const asPaymentStatus: CellReader<'pending' | 'paid' | 'failed' | 'refunded'> = {
  read: wordsToValues({
    pending:
      'unpaid open due outstanding authorized offen unbezahlt ausstehend nopagado impayee impaye no n false 0 nein',
    paid: 'bezahlt payee paye pagado pagada pagato betaald settled captured yes y true 1 ja',
    failed: 'declined fehlgeschlagen abgelehnt',
    refunded: 'erstattet rembourse rembolsado rimborsato',
  }),
  rule: 'must be pending, paid, failed or refunded.',
};

/** Several names, ids, numbers or addresses: separated by semicolons, bars or lines. */
export const asList: CellReader<string[]> = {
  read: (text) =>
    text
      .split(/[;|\n]+/)
      .map((name) => name.trim())
      .filter(Boolean),
  rule: '',
};

/** What a row says of its customer, with a whole name beside its halves. */
export interface CustomerCells extends CustomerSaid {
  customerName?: string | undefined;
}

/** The cells of a customer. Of several addresses or numbers in a cell the first counts. */
export const customerReaders: CellReaders<CustomerCells> = {
  customerNumber: asText,
  customerEmail: { read: (text) => readEmails(text)[0], rule: 'must be an email address.' },
  customerName: asText,
  customerFirstName: asText,
  customerLastName: asText,
  customerPhone: { read: (text) => readPhones(text)[0], rule: 'must be a phone number.' },
};

/** The same with the whole name split into the halves that no cell gives. */
export function withHalves<Input extends CustomerCells>({
  customerName,
  ...input
}: Input): Omit<Input, 'customerName'> {
  if (customerName === undefined || input.customerFirstName || input.customerLastName) return input;
  const { firstName, lastName } = splitFullName(customerName);
  return { ...input, customerFirstName: firstName, customerLastName: lastName };
}

/** What the columns of a customer are called. */
export const customerNames = {
  customerNumber: `customernumber customerno customerid customerref membernumber memberno memberid clientnumber clientid
    kundennummer kundennr kundenid kdnr mitgliedsnummer mitgliedsnr numeroclient idclient numerocliente klantnummer`,
  customerEmail: `customeremail email emailaddress mail clientemail guestemail memberemail contactemail billingemail
    emailadresse kundenemail adresseemail courriel correo correoelectronico indirizzoemail emailadres`,
  customerName: `customername customer name fullname client clientname guest guestname member membername bookedby
    billingname shippingname kunde kundenname gast mitglied besteller nomclient cliente klant`,
  customerFirstName: 'customerfirstname firstname givenname vorname prenom nombre nome voornaam',
  customerLastName:
    'customerlastname lastname surname familyname nachname apellido apellidos cognome achternaam',
  customerPhone: `customerphone phone phonenumber mobile telephone telefon telefonnummer handy telephoneportable
    billingphone telefono movil cellulare telefoon`,
};
