import { expect, it } from 'vitest';
import { withoutPleasantries, withoutSmallTalk } from '../../../../src/modules/shared/text/small-talk.ts';

it.each([
  ['Thank you, this is our oldest tortoise, her name is Ruby.', 'this is our oldest tortoise, her name is Ruby.'],
  [
    'Hello, welcome to the show: the bridge over the river is closed today.',
    'the bridge over the river is closed today.',
  ],
  ["Okay, it's cold here from October to March.", "Okay, it's cold here from October to March."],
  ['Good bread needs time.', 'Good bread needs time.'],
  ['Hilary Stone won.', 'Hilary Stone won.'],
  ['Dankenswerter Einsatz der Helfer.', 'Dankenswerter Einsatz der Helfer.'],
  ['Next week we vote on the bridge.', 'Next week we vote on the bridge.'],
  ['Doctors subscribed to the plan of the ministry.', 'Doctors subscribed to the plan of the ministry.'],
])('keeps the content of “%s”', (text, content) => expect(withoutSmallTalk(text)).toBe(content));

it.each([
  'Good evening and welcome to the news.',
  'And welcome to the news.',
  'Good evening, I am Anna Smith.',
  "Okay so hi everyone and welcome back to the channel, it's Marcus here from Byte Size Security.",
  'Buenas noches, esto es el informativo de las nueve, soy Carmen Villalobos.',
  'Guten Abend, meine Damen und Herren.',
  'Merci à tous.',
  'Salut tout le monde, ça va ?',
  "If this helped you, give it a thumbs up, and I'll see you next time, when we replace a disposal.",
  'If you liked this episode, leave us a review, and next week we talk about winter camping.',
  'Doctor Okafor, thank you for taking the time.',
  'Please put your questions in the chat, and somebody will answer them.',
  'Wenn euch das gefallen hat, abonniert den Kanal und lasst einen Daumen hoch da.',
])('drops “%s”', (text) => expect(withoutSmallTalk(text)).toBeNull());

it.each([
  ['Hallo ihr Lieben, willkommen in meiner Küche.', 'willkommen in meiner Küche'],
  ['Grüß Gott, mein Name ist Theresa Aigner.', 'Theresa Aigner'],
  ['Please write it in the chat.', 'Please write it'],
  ['Salut tout le monde, on est à Nantes.', 'on est à Nantes'],
  ['The chat app from Hihello is here.', 'The chat app from Hihello is here'],
])('leaves of “%s” the words about its subject', (text, rest) => {
  expect(withoutPleasantries(text).match(/[\p{L}]+/gu)).toEqual(rest.match(/[\p{L}]+/gu));
});
