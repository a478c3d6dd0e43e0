import { expect, test } from 'vitest';
import { dropHistory, dropStep, noteStep, undoNewest } from '../../../../src/renderer/features/video/undo-order.ts';

/** A history that drops its step when that is undone, as those of the page do. */
function historyOf(jobId: string, done: string[], tab?: 'transcript') {
  const history = {};
  const note = (name: string) =>
    noteStep(jobId, {
      history,
      ...(tab && { tab }),
      undo() {
        done.push(name);
        dropStep(history);
      },
    });
  return { history, note };
}

test('undoes the newest step of a video, whichever history has it', () => {
  const done: string[] = [];
  const words = historyOf('a', done, 'transcript');
  const times = historyOf('a', done);
  words.note('word 1');
  times.note('time 1');
  words.note('word 2');
  times.note('time 2');
  // As by the button of a message.
  dropStep(times.history);
  expect([undoNewest('a'), undoNewest('a'), undoNewest('a'), undoNewest('a')]).toEqual([
    'transcript',
    undefined,
    'transcript',
    undefined,
  ]);
  expect(done).toEqual(['word 2', 'time 1', 'word 1']);
});

test('leaves a history that can’t be undone any more, and other videos, alone', () => {
  const done: string[] = [];
  const words = historyOf('a', done, 'transcript');
  const times = historyOf('a', done);
  times.note('time');
  words.note('word');
  expect(undoNewest('b')).toBeUndefined();
  dropHistory(words.history);
  undoNewest('a');
  expect(done).toEqual(['time']);
});
