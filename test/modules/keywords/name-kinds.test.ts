import { expect, test } from 'vitest';
import { nameKind, nameKinds, withNameKinds } from '../../../src/modules/keywords/name-kinds.ts';

test.each([
  ['Linda Moss', 'That was mayor Linda Moss.', 'person'],
  ['Tom Reyes', 'Our reporter Tom Reyes is at the river.', 'person'],
  ['Helen Park', 'Helen Park said that the team played well.', 'person'],
  ['Helen Brooks', 'The owner, Helen Brooks, estimates the damage.', 'person'],
  ['Helka Ruuk', 'After the winter, Helka Ruuk left.', undefined],
  ['Petra Lindqvist', 'On the way, Petra Lindqvist rode ahead.', 'person'],
  ['Vasile Ivanov', 'Here lives Vasile Ivanov.', 'person'],
  ['Marcus', 'And Marcus, what about you?', 'person'],
  ['Allen', 'Take an Allen key.', undefined],
  ['Mark', 'And Mark it twice.', undefined],
  ['Roman Republic', 'Why did Roman Republic coins change?', undefined],
  ['Dock Street', 'Trucks wait on Dock Street.', 'place'],
  ['Hamburg', 'We rode past Hamburg.', 'place'],
  ['Microsoft', 'It belongs to Microsoft now.', 'organization'],
  ['BBC', 'She told the BBC.', 'organization'],
  ['PDF', 'Send the PDF.', undefined],
  ['Polish', 'They speak in Polish.', undefined],
  ['January', 'It opens in January.', undefined],
  ['Saturday', 'Come in Saturday, or come from Saturday on.', undefined],
  ['Byte Size Security', 'I am Marcus from Byte Size Security.', undefined],
  ['Larkfield', 'A mill in Larkfield burned. The Larkfield Rowing Club won.', 'place'],
  ['Northfield', 'The old bridge in Northfield is closed.', 'place'],
  ['Paris', 'Paris was quiet.', 'place'],
  ['City Council', 'The City Council approved it.', 'organization'],
  ['National Park Service', 'The National Park Service closed it.', 'organization'],
  ['Harbor Tea', 'This was brought to you by Harbor Tea.', undefined],
  ['Evening News', 'Welcome to the Evening News.', undefined],
  ['bridge', 'The bridge is closed.', undefined],
  ['Martin Keller', 'Today I am talking with Martin Keller, who runs the station.', 'person'],
  ['Maria de la Cruz', 'My name is Maria de la Cruz.', 'person'],
  ['Tidal Power Emden', 'Martin Keller Tidal Power Emden', undefined],
  ['Harbor Radio', 'Welcome back to Harbor Radio.', undefined],
  ['Northfield', 'We went to Northfield.', 'place'],
  ['Whitlock', 'It is after Whitlock that they ask.', undefined],
])('%s in “%s” is %s', async (name, text, kind) => {
  expect(await nameKind(name, [text], 'en')).toBe(kind);
});

test.each([
  ['Marta Vogel', ['Heute besuche ich die Imkerin Marta Vogel.'], 'person'],
  ['Stadtwerke Emden', ['Martin Keller Stadtwerke Emden'], undefined],
  ['Frau Özdemir', ['Melden Sie sich bei Frau Özdemir.'], 'person'],
  ['Özdemir', ['Melden Sie sich bei Frau Özdemir.'], 'person'],
  ['Österreich', ['Österreich liegt in den Alpen.'], 'place'],
  ['Emmendingen', ['Wir leben in Emmendingen.', 'Sie kommt aus Emmendingen.'], 'place'],
  ['Lukas Aigner', ['Den Keller führt Lukas Aigner.'], 'person'],
  ['Winzerin', ['Ich bin Winzerin.'], undefined],
  ['Rote Beete', ['Heute gibt es Rote Beete.'], undefined],
  ['Holz', ['Der Kasten ist aus Holz.', 'Holz ist warm.'], undefined],
  ['Umweltministerium', ['Das Umweltministerium prüft es.'], 'organization'],
])('%s is recognized in German', async (name, texts, kind) => {
  expect(await nameKind(name, texts, 'de')).toBe(kind);
});

test('texts in capitals identify no name', async () => {
  expect(await nameKind('NORTHFIELD', ['FIRE IN NORTHFIELD'], 'en')).toBeUndefined();
});

test('keywords keep their data', async () => {
  const keyword = { content: 'Paris', start_time: 1, end_time: 2, data: { rank: 1 } };
  expect(await withNameKinds([keyword], nameKinds(['We went to Paris.'], 'en'))).toEqual([
    { ...keyword, data: { rank: 1, name_kind: 'place' } },
  ]);
});
