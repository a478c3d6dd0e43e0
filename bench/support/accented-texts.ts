/** Slides in languages with accents, a title and its lines each: those that the reader was developed with. */
export const ACCENTED = [
  [
    'Zürich Bahnhofstraße',
    'Größere Änderungen für Fußgänger',
    'Übermäßige Gebühren für Schüler',
    'Köln und Düsseldorf',
  ],
  [
    'Le garçon a mangé une crêpe',
    'La fenêtre était déjà fermée',
    'Français, Noël et cœur brisé',
    'Ça marche à Besançon',
  ],
  [
    'Mañana habrá más información',
    'El niño comió piñones en España',
    'Señor Muñoz, dirección general',
    'También celebró',
  ],
  ['Atenção: informação à população', 'São Paulo não dorme à noite', 'Três mães em Guimarães', 'Produção de maçãs'],
  ['Perché la città è così bella', 'Lunedì più caffè per papà', 'Virtù e libertà, già da giovedì', 'Però è tardi'],
  [
    'Räksmörgås på Ångströms gata',
    'Över hela Sverige från Malmö',
    'Björn Åkesson, chef för miljö',
    'Älgar utanför Örebro',
  ],
  [
    'Smørrebrød på Nørrebro',
    'Håndværkere får højere løn',
    'Søren Kjærgård, direktør',
    'Året rundt på Bornholms østkyst',
  ],
  [
    'Święta Bożego Narodzenia',
    'Łukasz Wójcik, główny księgowy',
    'Kraków, Gdańsk, Poznań',
    'Pociąg się spóźnił o pięć godzin',
  ],
  [
    'České Budějovice a Plzeň',
    'Šťastný nový rok přejí přátelé',
    'Zítra bude v Ústí zataženo',
    'Dvořák a Janáček v rádiu',
  ],
  [
    'Szülőföldünk Magyarország',
    'Jó reggelt, Győr és Pécs lakói',
    'Időjárás: erősödő szél és eső',
    'Öt hűtőház a völgyben',
  ],
  ['Türkiye’nin geleceği için', 'İstanbul güneşli bir gün', 'Değişiklik bugün başlıyor', 'Ağrı Dağı ve Iğdır ovası'],
];

/** The same in other words, never used for tuning. */
export const HELD_OUT_ACCENTED = [
  [
    'Nächste Haltestelle: Schloßplatz',
    'Die Bäckerei öffnet früh',
    'Straßenbahn fährt pünktlich',
    'Jörg Müller, Prüfer',
  ],
  ['Où est la bibliothèque', 'Réunion à huit heures précises', 'Élève reçu en français', 'Théâtre fermé dès février'],
  ['Ningún avión salió según lo previsto', 'Jesús Ibáñez, corresponsal', 'El año pasado llovió más', 'Niñas y señores'],
  ['Não há previsão de alterações', 'João Gonçalves, secretário', 'Educação e saúde pública', 'Amanhã às três'],
  ['La società sarà più forte', 'Martedì in piena libertà', 'Città e università', 'Così può finire'],
  ['Smörgåsbord i Göteborg', 'Västra Götaland växer fort', 'Åsa Sjöberg, länsråd', 'Öppet på lördag'],
  ['Færgen sejler på søndag', 'Jørgen Bøgh, formand', 'København får nye træer', 'Ålborg havn er åben'],
  ['Dziękujemy za uwagę', 'Żółw i gęś poszły spać', 'Łódź, Wrocław, Częstochowa', 'Małgorzata Dąbrowska, rzeczniczka'],
  ['Příští zastávka: Náměstí', 'Děti běží přes řeku', 'Jiří Dvořák, ředitel', 'Žádné změny k lepšímu'],
  ['Következő megálló: Hősök tere', 'Gyönyörű őszi idő', 'Szabó Lőrinc, költő', 'Köszönjük a türelmüket'],
  ['Yeni öğrenciler geldi', 'Güneş doğudan doğar', 'Çocuklar şarkı söylüyor', 'Müşteri hizmetleri müdürü'],
];
