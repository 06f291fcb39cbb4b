// The names the demo house's customers are made of. Nobody in particular: each list is of common names, and the
// companies and notes are invented.

/** Names that go together. A name in another script carries its Latin spelling after a slash: `Олена/Olena`. */
export interface NameCircle {
  /** How many in a hundred customers. */
  share: number;
  given: string[];
  family: string[];
  /** Whose phone number such a customer may have kept, besides a German one. */
  abroad?: 'GB' | 'US' | 'FR' | 'SE';
}

const list = (text: string) => text.split(',').map((name) => name.trim());

/** Who works in a coworking house in Hamburg. The shares add up to 100. */
export const nameCircles: NameCircle[] = [
  {
    share: 42,
    given: list(
      `Anna-Lena, Jonas, Marie, Felix, Katharina, Lukas, Jule, Hannes, Friederike, Maximilian, Wiebke, Jörn, Antje,
      Sören, Frauke, Björn, Greta, Moritz, Svenja, Karl-Heinz, Clara, Philipp, Nele, Jürgen, Charlotte, Tjark, Inken,
      Matthias, Lina Sophie, Arne, Birgit, Fiete, Jasmin, Tobias, Elisabeth, Hauke, Kerstin, Malte, Paula, Rüdiger`,
    ),
    family: list(
      `Petersen, Hansen, Müller, Schröder, Brandt, Jürgensen, Vogt, Krüger, Lüders, Groß, Behrens, Köster, Albrecht,
      Meyer-Landrut, Thomsen, Wagner, Strauß, Claußen, Hoffmann, von Bergen, Böttcher, Winkler, Harms, Möller, Ahlers,
      Schmidt-Rieger, Dreyer, Paulsen, Weiß, Ehlers, Kühn, Reimers, Zimmermann, Lange, Stövesand, Hinrichs, Witt`,
    ),
  },
  {
    share: 8,
    given: list(`Elif, Mehmet, Zeynep, Emre, Ayşe, Can, Derya, Kerem, Gülşen, İbrahim, Selin, Yiğit`),
    family: list(`Yılmaz, Kaya, Demir, Öztürk, Şahin, Aydın, Çelik, Arslan, Koç, Güneş, Doğan, Erdoğdu`),
  },
  {
    share: 7,
    given: list(`Agnieszka, Paweł, Małgorzata, Łukasz, Zofia, Krzysztof, Ola, Wojciech, Ewa, Michał`),
    family: list(`Nowak, Wójcik, Mazur, Kaczmarek, Zając, Król, Wróbel, Dudek, Pawlak, Sikora, Bąk, Gołąb`),
  },
  {
    share: 8,
    given: list(`Inês, João, Lucía, Mateo, Beatriz, Thiago, Carmen, Álvaro, Conceição, Íñigo, Sofía, Nuno`),
    family: list(
      `Fernandes, da Silva, García Márquez, Ibáñez, Gonçalves, de la Cruz, Muñoz, Carvalho, Sepúlveda, Araújo, Peña`,
    ),
  },
  {
    share: 6,
    given: list(`Freja, Åsa, Magnus, Søren, Linnéa, Håkon, Ragnhild, Anders, Sigrún, Jón, Mette, Örjan`),
    family: list(
      `Lindström, Ødegård, Nygaard, Bjørnsen, Åkesson, Kjær, Sjöberg, Dahl, Møller, Wikström, Bøe`,
    ),
    abroad: 'SE',
  },
  {
    share: 6,
    given: list(`Olivia, Rhys, Siobhán, Callum, Imogen, Declan, Niamh, Oliver, Priya, Tom, Zadie, Alasdair`),
    family: list(
      `O’Brien, Taylor, MacLeod, Okafor-Reid, Hughes, Fitzgerald, Patel, Wright, D’Arcy, Ní Bhriain`,
    ),
    abroad: 'GB',
  },
  {
    share: 3,
    given: list(`Madison, Ethan, Jada, Caleb, Grace, Marcus, Hannah, Diego`),
    family: list(`Johnson, Whitaker, Ramirez, Nguyen, Carter, Kowalski, Brooks, St. James`),
    abroad: 'US',
  },
  {
    share: 4,
    given: list(`Chloé, Jean-Baptiste, Élodie, Théo, Anaïs, François, Maëlle, Loïc`),
    family: list(`Lefèvre, Dupont, Guérin, de Villiers, Gauthier, Besançon, L’Hermitte, Bérenger`),
    abroad: 'FR',
  },
  {
    share: 3,
    given: list(`Giulia, Niccolò, Chiara, Lorenzo, Noemi, Matteo`),
    family: list(`Rossi, D’Angelo, Esposito, Lo Presti, Cammà, Bellini`),
  },
  {
    share: 3,
    given: list(`Sanne, Joost, Marijke, Daan, Femke, Thijs`),
    family: list(`van der Meer, de Vries, Jansen, van ’t Hof, Hoekstra, Bakker`),
  },
  {
    share: 1,
    given: list(`Олена/Olena, Тарас/Taras, Ганна/Hanna, Михайло/Mykhailo`),
    family: list(`Шевченко/Shevchenko, Бондаренко/Bondarenko, Коваль/Koval`),
  },
  {
    share: 2,
    given: list(`Kateryna, Andriy, Bohdan, Oksana, Iryna, Danylo`),
    family: list(`Tkachenko, Lysenko, Moroz, Savchuk, Ponomarenko`),
  },
  {
    share: 1,
    given: list(`ليلى/Layla, سامر/Samer, نور/Nour`),
    family: list(`حداد/Haddad, خوري/Khoury, المصري/Al-Masri`),
  },
  {
    share: 2,
    given: list(`Leila, Karim, Yasmin, Omid, Farid, Shirin, Tarek`),
    family: list(`Rahimi, El Amrani, Tehrani, Nasser, Benali, Hosseini`),
  },
  {
    share: 1,
    given: list(`美咲/Misaki, 陽斗/Haruto, さくら/Sakura`),
    family: list(`佐藤/Satō, 高橋/Takahashi, 中村/Nakamura`),
  },
  {
    share: 2,
    given: list(`Thảo, Minh Anh, Đức, Hương, Quang`),
    family: list(`Trần, Nguyễn, Phạm, Lê, Võ`),
  },
  {
    share: 1,
    given: list(`Akosua, Kwame, Chidinma, Tunde`),
    family: list(`Mensah, Owusu, Adébáyò, Nwosu`),
  },
];

/** The firms that people of the house work for; the second part is the name of their mail under `.example`. */
export const companies = list(
  `Nordlicht Studio/nordlicht-studio, Elbwerk GmbH/elbwerk, Kontor & Söhne/kontor-soehne, Alsterdata/alsterdata,
  Studio Möwe/studio-moewe, Hafenkante Film/hafenkante-film, Brise Energy/brise-energy, Speicherlabs/speicherlabs,
  Tide Analytics/tide-analytics, Fleet 7 Architekten/fleet7, Kogge Logistics/kogge-logistics, Wellenform/wellenform,
  Backsteinverlag/backsteinverlag, Moin Mobility/moin-mobility, Deichgrün/deichgruen, Querformat/querformat,
  Lotsenhaus Recht/lotsenhaus, Papierboot/papierboot, Sandbank Games/sandbank-games, Vierlande Foods/vierlande-foods,
  Leuchtfeuer Health/leuchtfeuer-health, Ankerplatz Coaching/ankerplatz, Zwölf Grad/zwoelf-grad, Kranich UX/kranich-ux,
  Treibgut Design/treibgut-design, Bergedorf Biotech/bergedorf-biotech, Salzwasser PR/salzwasser-pr, Ottensen Audio/ottensen-audio`,
);

/** What reception wrote down. */
export const notes = [
  'Needs a parking space for a cargo bike.',
  'Prefers to be called after 10.',
  'Invoice to the company, attention accounts payable.',
  'Met at the open house; interested in a team room from spring.',
  'Allergic to nuts. Tell the kitchen before community lunches.',
  'Brings a guide dog (Balu).',
  'Hosts the monthly TypeScript meetup in the library.',
  'Moved here from the desk by the stairs: too loud.',
  'Paid in cash until the card reader worked.',
  'On parental leave until autumn; keeps the locker.',
  'Speaks German, English and some Portuguese.',
  'Asked twice about bookable phone booths.\nSent the price list.',
  'Has a spare key for meeting room Elbe.',
  'Trial day went well. Follow up next week.',
  'Runs a podcast; uses the quiet room on Thursdays.',
  'Photo for the members’ wall refused.',
  'Prefers letters in English.',
  'First contact through the Chamber of Commerce.',
];

/** What reception wrote down of those who may not come back. */
export const banNote =
  'Banned from the house: unpaid invoices since last year, and a broken espresso machine.';
