// What the columns of other people's customer lists are called, by the field they hold: in the languages of Europe that
// such lists mostly come in, and as well-known programs export them.
import { namesToFields } from '#src/cli/imports/heading-names.ts';

/** The fields a column can hold. `name` is a whole name or, beside a column with the other half of it, the missing half. */
export const customerFields = [
  'firstName',
  'lastName',
  'name',
  'displayName',
  'email',
  'phone',
  'customerNumber',
  'status',
  'source',
  'marketingOptIn',
  'marketingOptOut',
  'smsOptIn',
  'smsOptOut',
] as const;

/** One of `customerFields`. */
export type CustomerField = (typeof customerFields)[number];

/** Fields that several columns may hold, one entry of the list each. */
export const listFields: ReadonlySet<CustomerField> = new Set(['email', 'phone']);

const namesByField: Record<CustomerField, string> = {
  firstName: `
    firstname givenname forename fname christianname primaryfirstname
    vorname rufname prenom nombredepila primernombre primeironome voornaam
    fornavn fornamn etunimi imie jmeno krestnijmeno keresztnev prenume ime`,
  lastName: `
    lastname surname familyname lname primarylastname
    nachname familienname zuname nomdefamille apellido apellidos cognome sobrenome apelido ultimonome
    achternaam familienaam efternavn etternavn efternamn sukunimi nazwisko prijmeni vezeteknev numedefamilie prezime`,
  name: `
    name fullname customername clientname membername contactname guestname personname contact customer client
    vollername vollstaendigername vollstandigername kunde kundenname kontakt ansprechpartner mitglied
    nom nometprenom nomprenom prenomnom nomcomplet nombre nombrecompleto nombreyapellidos nome nomecompleto
    nomeecognome nominativo naam volledigenaam navn fuldenavn fulltnavn namn fullstandigtnamn`,
  displayName: `
    displayname knownas anzeigename nomaffiche nomdaffichage nombreparamostrar nomevisualizzato nomedeexibicao
    weergavenaam visningsnavn visningsnamn`,
  email: `
    email emailaddress emails mail mailaddress emailvalue emailid
    primaryemail secondaryemail alternateemail alternativeemail additionalemail otheremail
    workemail homeemail businessemail personalemail privateemail contactemail customeremail clientemail personemail
    useremail billingemail invoiceemail emailprimary emailsecondary emailwork emailhome
    emailadresse emailadressen mailadresse emailprivat emailgeschaeftlich emailgeschaftlich emaildienstlich
    adresseemail adressemail adresseemaill courriel adressecourriel adresseelectronique mel
    correo correoelectronico direcciondecorreo direcciondecorreoelectronico direcciondeemail
    indirizzoemail postaelettronica emailadres mailadres enderecodeemail enderecoemail
    epost epostadresse epostadress sahkoposti sahkopostiosoite adresemail adresaemail emailcim`,
  phone: `
    phone phonenumber phoneno phones telephone telephonenumber telephoneno tel telno telnumber
    mobile mobilephone mobilenumber mobileno mobilephonenumber cell cellphone cellnumber cellphonenumber
    homephone workphone businessphone officephone otherphone primaryphone secondaryphone daytimephone eveningphone
    mainphone contactnumber contactphone phonevalue personphone smsnumber smsphonenumber whatsapp whatsappnumber
    defaultaddressphone billingphone customerphone phonemobile phonehome phonework
    telefon telefonnummer telefonnr telefone telefonprivat telefongeschaeftlich telefongeschaftlich telefonmobil
    telefondienstlich handy handynummer handynr mobil mobilnummer mobilnr mobiltelefon rufnummer festnetz
    festnetznummer telefonfestnetz telephoneportable telephonemobile telephonefixe numerodetelephone portable
    telportable gsm numerogsm telefono numerodetelefono telefonomovil movil celular telefonofijo
    cellulare telefonocellulare telefonofisso numeroditelefono telefoon telefoonnummer telefoonnr mobiel mobielnummer
    mobieletelefoon telefonenumero telemovel telemobil mobilnummer puhelin puhelinnumero matkapuhelin komorka`,
  customerNumber: `
    customernumber customerno customerid customercode customerref customerreference clientnumber clientno clientid
    clientcode membernumber memberno memberid membershipnumber membershipno membershipid no nr number
    kundennummer kundennr kundenid kdnr kdnummer mitgliedsnummer mitgliedsnr mitgliedernummer mitgliednr mitgliedsid
    numeroclient numerodeclient nclient noclient idclient codeclient numerodemembre numeromembre numeroadherent
    numerodecliente ncliente idcliente codigodecliente codigocliente numerodesocio nsocio
    numerocliente codicecliente numerosocio klantnummer klantnr klantid lidnummer lidnr
    kundenummer kundnummer kundnr medlemsnummer medlemsnr asiakasnumero numerklienta`,
  status: `
    status customerstatus clientstatus memberstatus membershipstatus contactstatus
    kundenstatus mitgliedsstatus statut statutclient statuscliente estadodelcliente stato statocliente klantstatus`,
  source: `
    source customersource clientsource leadsource contactsource
    herkunft quelle kundenquelle origine provenance origen fuente fonte bron`,
  marketingOptIn: `
    marketing marketingoptin optin optedin marketingconsent marketingemails acceptsmarketing acceptsemailmarketing
    newsletter newsletteroptin newslettersubscription newslettersubscriber newsletterconsent
    subscribed subscribedtonewsletter emailmarketing emailmarketingconsent emailoptin emailconsent emailsubscribed
    mailinglist newsletterabonniert newsletterabo newsletteranmeldung newsletterempfaenger newsletterempfanger
    werbung werbeeinwilligung einwilligungnewsletter einwilligungwerbung abonnenewsletter abonnementnewsletter
    consentementmarketing accordmarketing aceptamarketing boletin suscritoalboletin consensomarketing
    iscrittoallanewsletter nieuwsbrief nieuwsbriefontvangen nyhedsbrev nyhetsbrev uutiskirje`,
  marketingOptOut: `
    optout optedout marketingoptout emailoptout optedoutofemail hasoptedoutofemail unsubscribed unsubscribedfromemail
    donotemail nomarketing nonewsletter keinewerbung keinnewsletter newsletterabgemeldet desabonne`,
  smsOptIn: `
    sms smsoptin smsmarketing smsmarketingconsent smsconsent smssubscribed acceptssms acceptssmsmarketing
    textoptin textmessageoptin textmessages smserlaubt smseinwilligung smswerbung aceptasms consensosms`,
  smsOptOut: `
    smsoptout smsunsubscribed optedoutofsms donotsms donottext nosms keinesms`,
};

/** The field that a heading names, or `undefined`. */
export const customerFieldNamed = namesToFields(namesByField);
