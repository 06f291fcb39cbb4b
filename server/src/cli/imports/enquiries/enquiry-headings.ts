// What the columns of other people's lists of enquiries are called, by the field they hold: as help desks, contact forms
// and sales programs export them.
import { namesToFields } from '#src/cli/imports/heading-names.ts';

const namesByField = {
  externalId: `externalid enquiryid enquiryno enquirynumber inquiryid inquirynumber ticketid ticketno ticketnumber ticket
    caseid caseno casenumber case requestid leadid dealid conversationid messageid id reference key
    anfragenummer anfragenr anfrageid vorgangsnummer vorgangsnr ticketnummer ticketnr numeroticket numerodemande
    idticket numerosolicitud numerorichiesta aanvraagnummer`,
  customerNumber: `customernumber customerno customerid customerref membernumber memberno memberid clientnumber clientid
    kundennummer kundennr kundenid kdnr mitgliedsnummer mitgliedsnr numeroclient numerocliente klantnummer`,
  name: `name customername customer fullname client clientname contact contactname requester requestername sender
    sendername from fromname leadname kunde kundenname absender anfragender kontakt nomclient nom cliente klant naam`,
  email: `email emailaddress mail customeremail clientemail contactemail requesteremail senderemail fromemail leademail
    emailadresse kundenemail absenderemail adresseemail courriel correo correoelectronico indirizzoemail emailadres`,
  phone: `phone phonenumber mobile telephone customerphone contactphone requesterphone telefon telefonnummer handy
    telefono movil cellulare telefoon`,
  subject: `subject title topic summary ticketsubject conversationsubject betreff thema titel sujet objet asunto tema
    oggetto onderwerp`,
  message: `message body description question enquiry inquiry request text content comment comments firstmessage details
    nachricht anfrage beschreibung frage mitteilung demande mensaje consulta descripcion messaggio richiesta
    descrizione bericht vraag omschrijving`,
  status: `status ticketstatus enquirystatus inquirystatus casestatus leadstatus state stage anfragestatus
    ticketzustand statut estado stato`,
  priority:
    'priority urgency ticketpriority casepriority prioritaet prioritat dringlichkeit priorite urgence prioridad priorita prioriteit',
  type: 'type tickettype enquirytype inquirytype casetype requesttype anfrageart anfragetyp art tipo typ',
  category: 'category categories ticketcategory product area kategorie bereich categorie categoria',
  source:
    'source channel leadsource ticketsource via origin herkunft quelle kanal origine canal origen fuente fonte bron',
  createdAt: `createdat created date createddate createdon datecreated opened openedat submitted submittedat receivedat
    received askedat creationdate enquirydate datum erstellt erstelltam eingang eingangsdatum eingegangenam
    datedecreation fecha fechadecreacion datacreazione aangemaaktop`,
  firstResponseAt: `firstresponseat firstresponse firstreplyat firstreply firstanswerat respondedat answeredat
    ersteantwort ersteantwortam beantwortetam`,
  resolvedAt: `resolvedat resolved resolvedon dateresolved solvedat solved completedat completed resolutiondate doneat
    geloestam gelostam erledigtam resolule fecharesolucion datarisoluzione opgelostop`,
  closedAt:
    'closedat closed closedon dateclosed closeddate geschlossenam abgeschlossenam ferme fermele cerradoel chiusoil geslotenop',
  staff: `staff assignee assignees assignedto assigned agent owner staffmember responsible handledby ticketowner
    bearbeiter bearbeiterin zustaendig zustandig verantwortlich mitarbeiter assignea responsable asignadoa
    assegnatoa toegewezenaan`,
  lostReason:
    'lostreason reasonlost closereason lossreason verlustgrund absagegrund motifdeperte motivodeperdida motivoperdita',
};

/** The fields a column can hold. */
export type EnquiryField = keyof typeof namesByField;

/** The fields a column can hold, in the order of the docs. */
export const enquiryFields = Object.keys(namesByField) as EnquiryField[];

/** Fields that several columns may hold, one entry of the list each. */
export const enquiryLists: ReadonlySet<EnquiryField> = new Set(['staff']);

/** The field that a heading names, or `undefined`. */
export const enquiryFieldNamed = namesToFields<EnquiryField>(namesByField);
