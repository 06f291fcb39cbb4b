// What the columns of other people's company lists are called, by the field they hold.
import { namesToFields } from '#src/cli/imports/heading-names.ts';

const namesByField = {
  externalId: `externalid companyid companyno companynumber companyref companycode accountid accountno accountnumber
    organizationid organisationid orgid recordid id reference clientid customerid customernumber
    firmennummer firmennr firmenid kundennummer kundennr kundenid debitor debitornr debitorennummer debitorennr
    numeroclient idclient numerosociete idsociete idempresa codigocliente idazienda codicecliente bedrijfsnummer
    klantnummer`,
  name: `name company companyname account accountname organization organisation organizationname organisationname
    business businessname firm client clientname customername
    firma firmenname unternehmen unternehmensname kunde kundenname societe nomsociete entreprise nomentreprise
    raisonsociale empresa nombreempresa nombredelaempresa azienda nomeazienda bedrijf bedrijfsnaam`,
  legalName: `legalname registeredname officialname legalentity legalcompanyname handelsname
    eingetragenername juristischername denominationsociale razonsocial ragionesociale statutairenaam`,
  emails: `email emails emailaddress mail companyemail officeemail billingemail invoiceemail primaryemail generalemail
    emailadresse mailadresse firmenemail rechnungsemail adresseemail courriel correo correoelectronico
    indirizzoemail emailadres`,
  phones: `phone phones phonenumber companyphone officephone workphone mainphone telephone tel mobile fax
    telefon telefonnummer firmentelefon zentrale telefono numerodetelephone telefoon telefoonnummer`,
  website: `website web url homepage webaddress companywebsite site siteweb internetseite webseite webadresse
    internetadresse sitioweb paginaweb sitoweb`,
  domains:
    'domain domains emaildomain emaildomains companydomain companydomainname maildomain domaene domaine dominio',
  vatNumber: `vatnumber vat vatid vatno vatregistrationnumber taxid taxnumber ustidnr ustid umsatzsteuerid
    umsatzsteueridentifikationsnummer steuernummer uid tvaintracommunautaire numerotva nif cif partitaiva piva
    btwnummer btwid`,
  registrationNumber: `registrationnumber companyregistrationnumber registrationno registernumber crn
    handelsregisternummer handelsregister hrb registernummer siren siret registromercantil numeroreguistro
    numeroregistro kvknummer kvk`,
  industry:
    'industry sector branche wirtschaftszweig secteur secteurdactivite sectoractividad industria settore',
  status: 'status companystatus accountstatus statut estado stato firmenstatus kundenstatus',
  source: 'source leadsource companysource herkunft quelle origine provenance origen fuente fonte bron',
  'billingAddress.line1': `billingaddressline address addressline street streetaddress billingaddress billingstreet
    strasse anschrift adresse rechnungsadresse rechnungsstrasse strassehausnummer rue direccion calle indirizzo via
    straat adres`,
  'billingAddress.line2': `billingaddresslinetwo addresslinetwo addresssupplement adresszusatz complementadresse
    complementodireccion suite`,
  'billingAddress.city':
    'billingaddresscity city town billingcity ort stadt rechnungsort ville ciudad citta comune stad plaats',
  'billingAddress.region': `billingaddressregion region state province county billingstate billingregion bundesland kanton
    departement provincia regione provincie`,
  'billingAddress.postalCode': `billingaddresspostalcode postalcode postcode zip zipcode billingzip billingpostalcode
    billingpostcode plz postleitzahl codepostal codigopostal cp cap`,
  'billingAddress.country': `billingaddresscountry country countrycode billingcountry land laendercode landercode pays pais
    paese nazione`,
  currency: 'currency currencycode billingcurrency waehrung wahrung devise moneda valuta',
  paymentTermsDays: `paymenttermsdays paymentterms terms netdays paymentdays duedays zahlungsziel zahlungszieltage
    zahlungsfrist zahlungsbedingungen delaidepaiement plazodepago terminidipagamento betaaltermijn betalingstermijn`,
  primaryCustomer: `primarycustomer primarycontact contact contactperson contactemail maincontact primarycontactemail
    ansprechpartner kontakt kontaktperson hauptkontakt contactprincipal contactoprincipal contattoprincipale
    contactpersoon`,
  members: `members member employees staff contacts users mitglieder mitarbeiter kontakte membres employes miembros
    empleados dipendenti medewerkers`,
};

/** The fields a column can hold. */
export type CompanyField = keyof typeof namesByField;

/** The fields a column can hold, in the order of the docs. */
export const companyFields = Object.keys(namesByField) as CompanyField[];

/** Fields that several columns may hold, one entry of the list each. */
export const companyLists: ReadonlySet<CompanyField> = new Set(['emails', 'phones', 'domains', 'members']);

const fieldNamed = namesToFields<CompanyField>(namesByField);

/** The field that a heading names, or `undefined`. Digits tell the second line of an address from the first. */
export function companyFieldNamed(heading: string): CompanyField | undefined {
  const field = fieldNamed(heading);
  return field === 'billingAddress.line1' && /2/.test(heading) ? 'billingAddress.line2' : field;
}
