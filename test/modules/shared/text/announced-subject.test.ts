import { expect, it } from 'vitest';
import { subjectOf } from '../../../../src/modules/shared/text/announced-subject.ts';

it.each([
  [
    "Hi everyone, in this video I'm going to show you how to fix a faucet.",
    "in this video I'm going to show you how to fix",
  ],
  ['And today I have Petra Lindqvist with me, who rode to Istanbul.', 'today I have Petra'],
  ['Welcome back to my channel, today we’re going to build a shed.', 'today we’re going to build'],
  ["Okay, let's go. Three things on the agenda: the outage, the budget, and hiring.", 'Three things on the agenda'],
  ["My name is Ruth, and for the next forty minutes we'll go through the new tax rules.", 'for the next forty'],
  ['This short documentary is about the last ferry on the lake.', 'This short documentary'],
  ['The topic for today is how bees find their way home.', 'The topic for today'],
  ['Heute geht es um das Mittelalter und seine Städte.', 'Heute geht es um'],
  ['Hallo ihr Lieben, heute backen wir einen Kuchen vom Blech.', 'heute backen wir'],
  ['In der heutigen Vorlesung sehen wir, wie Zellen sich teilen.', 'In der heutigen Vorlesung'],
  ['Zu Gast ist die Schriftstellerin Ada Brandt aus Bremen.', 'Zu Gast ist'],
  ['Salut, dans cette vidéo, je vais vous montrer ma camionnette.', 'dans cette vidéo'],
  ['Hola, hoy vamos a visitar el mercado de Cádiz.', 'hoy vamos'],
])('takes the subject from “%s”', (text, beginning) => {
  const subject = subjectOf(text);
  expect(subject).toBe(text.slice(text.indexOf(beginning)));
});

it.each([
  'The council approved a new tram line on Monday.',
  'People who saw this video wrote to the police.',
  'What will we talk about in this episode?',
  "Today we're live.",
  'Heute ist es in den Bergen kälter als am Meer.',
  'They will show the film in October.',
])('takes none from “%s”', (text) => expect(subjectOf(text)).toBeNull());
