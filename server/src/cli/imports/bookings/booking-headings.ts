// What the columns of other people's booking lists are called, by the field they hold.
import { customerNames } from '#src/cli/imports/common-cells.ts';
import { namesToFields } from '#src/cli/imports/heading-names.ts';

const namesByField = {
  externalId: `externalid bookingid bookingno bookingnumber bookingref bookingreference reservationid reservationno
    reservationnumber appointmentid confirmationnumber confirmationcode id reference
    buchungsnummer buchungsnr buchungsid reservierungsnummer terminid numeroreservation idreserva codicepreotazione
    boekingsnummer`,
  service: `service servicename appointmenttype class classname activity product resourcetype treatment eventtype
    leistung dienstleistung kurs kursname angebot terminart behandlung prestation activite servicio actividad servizio dienst`,
  location: 'location locationname site branch studio standort filiale lieu sede sucursal vestiging',
  sublocation: `sublocation room roomname space resource resourcename desk court table raum zimmer platz tisch salle
    sala zaal ressource`,
  staff: `staff staffmember staffname employee teammember provider instructor teacher coach trainer therapist
    mitarbeiter mitarbeiterin lehrer kursleiter praticien empleado operatore medewerker`,
  start: `start startsat startdate startdatetime date bookingdate appointmentdate starttimedate from begin
    datum termin beginn anfang von debut datededebut fecha inicio data inizio begindatum`,
  startTime:
    'starttime time timestart begintime startzeit uhrzeit zeit heure heuredebut hora ora orario tijd starttijd',
  end: 'end endsat enddate enddatetime to until ende bis fin datedefin final fine einde einddatum',
  endTime: 'endtime timeend endzeit heurefin horafin orafine eindtijd',
  duration: `duration durationminutes minutes length dauer dauerminuten dauerinminuten duree duracion durata duur`,
  attendeeCount: `attendeecount attendees people persons guests guestcount partysize groupsize headcount quantity seats
    personen teilnehmer personenzahl anzahl nombredepersonnes personas persone personen`,
  status: 'status bookingstatus appointmentstatus state buchungsstatus statut estado stato',
  price: 'price amount total cost fee preis betrag prix precio prezzo prijs',
  currency: 'currency waehrung wahrung devise moneda valuta',
  paymentStatus: 'paymentstatus paid payment bezahlt zahlungsstatus paye pagado pagato betaald',
  source: 'source bookingsource channel herkunft quelle',
  customerNotes:
    'customernotes notes note comment comments message specialrequests notizen bemerkung anmerkung',
  internalNotes: 'internalnotes staffnotes internalnote internenotiz internenotizen',
  cancelReason: 'cancelreason cancellationreason stornogrund',
  createdAt: 'createdat bookedat bookedon created creationdate datecreated gebuchtam erstelltam',
  cancelledAt: 'cancelledat canceledat cancelledon cancellationdate storniertam',
  ...customerNames,
};

/** The fields a column can hold. */
export type BookingField = keyof typeof namesByField;

/** The fields a column can hold, in the order of the docs. */
export const bookingFields = Object.keys(namesByField) as BookingField[];

/** The field that a heading names, or `undefined`. */
export const bookingFieldNamed = namesToFields<BookingField>(namesByField);
