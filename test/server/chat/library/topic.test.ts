import { expect, test } from 'vitest';
import { topicOf } from '../../../../src/server/chat/library/topic.ts';

test.each([
  ['natural disasters', 'natural disasters'],
  ['Which videos are about natural disasters?', 'natural disasters'],
  ['In welchen Videos geht es um Naturkatastrophen?', 'Naturkatastrophen'],
  ['Videos über Sport', 'Sport'],
  ['Which videos mention dinosaurs?', null],
  ['Who won the election?', null],
  ['Where is the red car', null],
])('“%s” asks for the topic %s', (text, topic) => expect(topicOf(text)).toBe(topic));
