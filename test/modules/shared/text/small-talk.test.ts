import { expect, it } from 'vitest';
import { withoutSmallTalk } from '../../../../src/modules/shared/text/small-talk.ts';

it.each([
  ['Thank you, this is our oldest tortoise, her name is Ruby.', 'this is our oldest tortoise, her name is Ruby.'],
  [
    'Hello, welcome to the show: the bridge over the river is closed today.',
    'the bridge over the river is closed today.',
  ],
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
  'Guten Abend, meine Damen und Herren.',
  'Merci à tous.',
  'Salut tout le monde, ça va ?',
  "If this helped you, give it a thumbs up, and I'll see you next time, when we replace a disposal.",
  'If you liked this episode, leave us a review, and next week we talk about winter camping.',
  'Doctor Okafor, thank you for taking the time.',
  'Please put your questions in the chat, and somebody will answer them.',
  'Wenn euch das gefallen hat, abonniert den Kanal und lasst einen Daumen hoch da.',
])('drops “%s”', (text) => expect(withoutSmallTalk(text)).toBeNull());
