import { expect, test } from 'vitest';
import { announcedTopic } from '../../../src/modules/chapters/announced-topic.ts';

const topicOf = (text: string, language: string) => announcedTopic(text, language, new Set());

test.each([
  ['en', 'Welcome to the third lecture on the history of clocks.', 'history of clocks'],
  ['en', 'Let us talk about the mite that kills so many colonies.', 'mite'],
  ['en', 'Let us finally come to the twentieth century.', 'twentieth century'],
  ['de', 'Guten Tag und willkommen zur Vorlesung über die Geschichte des Kaffees.', 'Geschichte des Kaffees'],
  ['de', 'Kommen wir zur Chemie.', 'Chemie'],
  ['en', 'Today we talk about how glaciers move.', 'how glaciers move'],
  ['en', "Today we're looking at why the republic fell, and it wasn't Caesar.", 'why the republic fell'],
  ['de', 'Heute zeige ich euch, wie man einen Wasserhahn repariert.', 'wie man einen Wasserhahn repariert'],
])('%s: the topic of “%s” is “%s”', async (language, text, topic) => {
  expect(await topicOf(text, language)).toBe(topic);
});

test.each([
  ['en', 'The festival opened with a documentary about the lighthouses of Norway.'],
  ['en', 'A report on corruption was published.'],
  ['en', 'Today I want to walk you through how they got in.'],
  ['en', 'In this video I will show you how it works.'],
  ['en', 'The mayor explained why the bridge is closed.'],
  ['de', 'Der Vortrag über Bienen fiel aus.'],
  ['fr', 'Let us talk about the mite.'],
])('%s: “%s” announces no topic', async (language, text) => {
  expect(await topicOf(text, language)).toBeUndefined();
});
