import { expect, test } from 'vitest';
import { createSearchService } from '../../../src/server/search/search-service.ts';
import { addProcessed, addUser, testStore } from '../../db/store-fixture.ts';

/** Texts, and queries that find them in every way of asking. */
const FOUND: readonly [text: string, ...queries: string[]][] = [
  // Together or apart
  ['Please send an e-mail to the desk', 'email', 'e-mail', 'e mail', 'E‑Mail'],
  ['My email was lost', 'e-mail', 'email', 'e mail'],
  ['The wi-fi password changed', 'wifi', 'Wi-Fi', 'wi fi'],
  ['Free wifi at the station', 'wi-fi', 'wi fi'],
  ['COVID-19 cases rose', 'covid19', 'covid-19', 'covid 19'],
  ['The covid19 ward', 'COVID-19', 'covid 19'],
  ['O’Brien signed the contract', 'OBrien', "O'Brien", 'obrien'],
  ['Miss ODonnell arrived', "O'Donnell"],
  ['It isn’t over', 'isnt', "isn't", 'isn’t'],
  ['You dont know', "don't"],
  ['That’s what she said', 'thats', "that's"],
  ['Made in the U.S.A. today', 'USA', 'U.S.A.', 'u.s.a'],
  ['Born in the USA', 'U.S.A.', 'U. S. A.'],
  ['The F. B. I. came', 'FBI', 'F.B.I.'],
  ['AT&T budgets', 'ATT', 'AT&T', 'AT & T'],
  ['Shares of ATT fell', 'AT&T'],
  ['R & D is expensive', 'R&D'],
  ['A Ph.D. student', 'PhD', 'Ph.D.'],
  ['twenty-one pilots', 'twenty one', 'twentyone', 'twenty-one'],
  ['thirty two teeth', 'thirty-two'],
  ['a well-known camera', 'wellknown', 'well known'],
  ['the ice cream van', 'icecream', 'ice-cream'],
  ['a database of faces', 'data base', 'data-base'],
  ['jack-o’-lantern night', 'jack o lantern'],
  ['rock’n’roll forever', "rock'n'roll", 'rocknroll'],
  ['IMG_2041_final.mov', '2041', 'img2041', 'IMG_2041'],
  ['The co­operation ended', 'cooperation'],
  // Letters and digits
  ['Flight LH 454 departs', 'LH454', 'LH 454', 'LH-454'],
  ['Flight BA117 is late', 'BA 117', 'BA-117'],
  ['Apartment 12 B is empty', '12B'],
  ['Platform 9C is closed', '9 C', '9-C'],
  ['A 4 K camera', '4K'],
  ['The B52 bomber', 'B-52', 'B 52'],
  ['Das Formular A38', 'A 38'],
  // Digits
  ['The sum is $1,250,000 this year', '1250000', '1.250.000', '1 250 000', "1'250'000", '1,250,000'],
  ['Es kostet 3.400.500 Euro', '3400500', '3,400,500', '3 400 500'],
  ['Un budget de 7 800 900 euros', '7800900', '7.800.900'],
  ['Genau 9’100’200 Franken', '9100200', "9'100'200"],
  ['Rs 12,34,567 in cash', '1234567', '12,34,567'],
  ['There were 65536 of them', '65,536', '65 536', '65.536'],
  ['في عام ٢٠٣١', '2031', '٢٠٣١'],
  ['वर्ष २०३७', '2037'],
  // Letters that Unicode doesn't decompose
  ['Łódź and Kraków', 'Lodz', 'lódz', 'ŁÓDŹ'],
  ['Øystein arrived', 'Oystein', 'ØYSTEIN', 'Oeystein'],
  ['Encyclopædia of birds', 'encyclopaedia'],
  ['Une œuvre inconnue', 'oeuvre', 'œuvre'],
  ['Đoković won', 'Dokovic'],
  ['İstanbul ılık', 'ilik', 'istanbul', 'ILIK'],
  ['Große Straße', 'grosse', 'strasse', 'STRASSE', 'GROẞE'],
  ['Þingvellir national park', 'Thingvellir'],
  ['Sigurður spoke', 'Sigurdur'],
  ['Trip to Tromso', 'Tromsø'],
  ['Düsseldorf und Köln', 'Duesseldorf', 'Dusseldorf', 'koeln', 'Düsseldorf'],
  ['Herr Mueller kommt', 'Müller', 'Mueller'],
  ['Uebung macht den Meister', 'Übung'],
  ['Århus by night', 'Aarhus', 'arhus'],
  ['naïve café résumé', 'cafe', 'CAFÉ'],
  ['L’école fermée', 'ecole', 'école', "l'école", 'lecole'],
  // Emoji
  ['hello 🎉 party', '🎉'],
  ['great 👍🏽 work', '👍', '👍🏿'],
  ['I ❤️ Vienna', '❤', '❤️'],
  ['Auf geht’s 🇩🇪', '🇩🇪'],
  ['at work 👩🏾‍💻 now', '👩‍💻'],
  // Parts of compounds
  ['Die Bundestagswahl im September', 'Wahl', 'Bundestag', 'Bundestagswahl'],
  ['Er wohnt im Krankenhaus', 'Haus'],
  ['Die Bürgermeisterin und der Ministerpräsident', 'Präsident', 'Minister'],
  ['RATHAUSPLATZ', 'Platz', 'Rathaus'],
  ['De verkeersveiligheid in het centrum', 'veiligheid', 'verkeer'],
  ['Het ziekenhuis is dicht', 'huis'],
  ['Stortingsvalget i oktober', 'valg', 'Storting'],
  ['Det er en arbejdsplads', 'plads', 'arbejd'],
  ['Vi väntar på riksdagsvalet och höstbudgeten', 'riksdag', 'budget'],
  // Korean
  ['서울특별시청에서 만나요', '시청', '서울', '서울특별시청'],
  ['학교는 멀다', '학교', '학교에서'],
  ['물을 마셨다', '물'],
  ['KBS에서 방송했다', 'KBS', 'KBS는'],
  ['삼성전자는 발표했다', '삼성전자', '삼성전자가', '전자'],
  ['2026년에 시작했다', '2026년'],
  // Scripts without spaces
  ['東京都庁に行きました', '都庁', '東京都庁'],
];

/** Queries, and texts that must not be found in any of the ways. */
const NOT_FOUND: readonly [query: string, text: string][] = [
  ['rain', 'The train was late and the brain hurts'],
  ['ship', 'Their friendship is over'],
  ['island', 'The problem is land use'],
  ['notable', 'He was not able to come'],
  ['12B', 'Room 12, building B'],
  ['LH454', 'LH and 454 are two things'],
  ['250000', 'The sum is $1,250,000 this year'],
  ['train', 'It didn’t rain'],
  ['recall', 'You’re call number two'],
  ['🎉', 'hello 🚗 parking'],
  ['wahl', 'Die Verwahllosung im Ort'],
];

async function setUp() {
  const { store } = await testStore();
  const userId = addUser(store);
  const texts = [...FOUND.map(([text]) => text), ...NOT_FOUND.map(([, text]) => text)];
  addProcessed(store, userId, texts, { module: 'transcription' });
  addProcessed(store, userId, texts, { module: 'ocr' });
  const service = createSearchService(store, { engineId: () => undefined, embed: async () => null });
  return async (query: string) => {
    const { hits } = await service.search(userId, { query, limit: 40, mode: 'keyword' });
    return hits.map(({ content }) => content);
  };
}

const WAYS: readonly [name: string, (query: string) => string][] = [
  ['words', (query) => query],
  ['quotes', (query) => `"${query}"`],
  ['AND', (query) => `"${query}" AND ${query}`],
  ['said:', (query) => `said:"${query}"`],
  ['shown:', (query) => `shown:${query.includes(' ') ? `"${query}"` : query}`],
];

test('finds words however they are written, in every way of asking', async () => {
  const search = await setUp();
  const missed: string[] = [];
  for (const [text, ...queries] of FOUND) {
    for (const query of queries) {
      for (const [name, written] of WAYS) {
        const hits = new Set(await search(written(query)));
        if (![...hits].slice(0, 3).includes(text)) missed.push(`${name}: ${written(query)} -> ${text}`);
      }
    }
  }
  expect(missed).toEqual([]);
});

test('finds no words that only look alike', async () => {
  const search = await setUp();
  const found: string[] = [];
  for (const [query, text] of NOT_FOUND) {
    for (const [name, written] of WAYS)
      if ((await search(written(query))).includes(text)) found.push(`${name}: ${written(query)} -> ${text}`);
  }
  expect(found).toEqual([]);
});
