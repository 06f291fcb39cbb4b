// What the columns of other people's order lists are called, by the field they hold. `item…` are of the row's own item,
// the others of the whole order.
import { customerNames } from '#src/cli/imports/common-cells.ts';
import { namesToFields } from '#src/cli/imports/heading-names.ts';

const orderNames = {
  externalId: `externalid orderid orderno ordernumber orderref order invoice invoiceno invoicenumber invoiceid receiptno
    receiptnumber saleid saleno transactionid id reference bestellnummer bestellnr auftragsnummer auftragsnr
    rechnungsnummer rechnungsnr belegnummer belegnr beleg numerocommande numerofacture numeropedido numeroordine
    ordernummer factuurnummer`,
  status: 'status orderstatus fulfillmentstatus state bestellstatus auftragsstatus statut estado stato',
  paymentStatus: 'paymentstatus financialstatus paid zahlungsstatus bezahlt paye pagado pagato betaald',
  currency: 'currency currencycode waehrung wahrung devise moneda valuta',
  createdAt: `createdat orderdate date created saledate invoicedate datecreated transactiondate datum bestelldatum
    rechnungsdatum belegdatum datecommande fecha data besteldatum`,
  completedAt: 'completedat completedon fulfilledat abgeschlossenam',
  cancelledAt: 'cancelledat canceledat cancelledon storniertam',
  refundedAt: 'refundedat refundedon refunddate erstattetam',
  paidAt: 'paidat paidon paymentdate datepaid bezahltam zahlungsdatum',
  amountPaid: 'amountpaid paidamount totalpaid payments bezahlterbetrag montantpaye importepagado',
  paymentMethod: 'paymentmethod paymenttype tender zahlungsart zahlungsmethode moyendepaiement metododepago',
  refundAmount:
    'refundamount refundedamount amountrefunded totalrefunded erstattungsbetrag erstattet montantrembourse',
  taxSetting:
    'taxsetting taxincluded taxesincluded pricesincludetax inclusivetax steuerinklusive bruttopreise',
  orderDiscount:
    'orderdiscount discountamount discount rabatt auftragsrabatt remise descuento sconto korting',
  discountName: 'discountname discountcode coupon couponcode gutscheincode',
  serviceChargeAmount: 'servicechargeamount servicecharge servicefee bedienung',
  tipAmount: 'tipamount tip gratuity trinkgeld pourboire propina mancia fooi',
  subtotal: 'subtotal netto nettobetrag zwischensumme soustotal',
  discountTotal: 'discounttotal totaldiscount totaldiscounts gesamtrabatt',
  taxTotal: 'taxtotal taxes tax totaltax vat steuer mwst ust steuerbetrag tva iva btw',
  total:
    'total ordertotal grandtotal amount gesamt gesamtbetrag summe brutto bruttobetrag montant importe totale totaal',
  location: 'location locationname store branch standort filiale',
  source: 'source ordersource channel herkunft quelle',
  notes: 'notes note ordernotes comment comments notizen bemerkung anmerkung',
  ...customerNames,
};

const itemNames = {
  itemName: `itemname item product productname lineitemname description lineitem title artikel artikelname produkt
    bezeichnung position produit article producto articulo prodotto articolo`,
  itemType: 'itemtype producttype lineitemtype artikeltyp',
  itemService: 'itemservice service servicename leistung dienstleistung prestation servicio servizio dienst',
  quantity: 'quantity qty itemquantity lineitemquantity count menge anzahl quantite cantidad quantita aantal',
  unitPrice:
    'unitprice price itemprice lineitemprice rate preis einzelpreis stueckpreis stuckpreis prix prixunitaire precio prezzo prijs',
  itemDiscount: 'itemdiscount linediscount lineitemdiscount positionsrabatt',
  taxRate: 'taxrate itemtaxrate vatrate taxpercent steuersatz mwstsatz ustsatz tauxtva',
  itemSubtotal: 'itemsubtotal linesubtotal positionnetto',
  itemTax: 'itemtax linetax lineitemtax positionssteuer',
  itemTotal: 'itemtotal linetotal lineitemtotal positionssumme gesamtpreis',
};

/** A field of the whole order. */
export type WholeField = keyof typeof orderNames;
/** A field of the row's item. */
export type ItemField = keyof typeof itemNames;
/** The fields a column can hold. */
export type OrderField = WholeField | ItemField;

/** The fields a column can hold, in the order of the docs. */
export const orderFields = Object.keys({ ...orderNames, ...itemNames }) as OrderField[];

/** The field that a heading names, or `undefined`. */
export const orderFieldNamed = namesToFields<OrderField>({ ...orderNames, ...itemNames });
