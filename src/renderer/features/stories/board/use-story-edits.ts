import { useRef } from 'react';
import type { Moment } from '../../../../contract/search/moments.ts';
import type { NewStoryItem, Story, StoryItem, UpdateStoryRequest } from '../../../../contract/search/stories.ts';
import { moveMoment, updateMoment } from '../../../api/live/moment-changes.ts';
import { addItems, orderItems, removeItem, updateItem, updateStory } from '../../../api/live/story-changes.ts';
import { isTransient } from '../../../api/request.ts';
import { closeToasts, toast } from '../../../ui/feedback/toast.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useMomentText } from '../../../ui/lib/texts/moment-text.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import type { MomentTimes } from '../../../ui/lib/trim.ts';

export type StoryEdits = ReturnType<typeof useStoryEdits>;

/** Edits of a story that can be undone in reverse order. Errors are shown; a change that failed returns undefined. */
export function useStoryEdits(story: Story) {
  const t = useStoryText();
  const latest = useRef(story);
  latest.current = story;
  const { steps, run, undo } = useSteps();
  /** An item that was put back has a new id, by which earlier steps find it. */
  const newIds = useRef(new Map<string, string>());
  const idNow = (id: string): string => {
    const next = newIds.current.get(id);
    return next === undefined ? id : idNow(next);
  };
  const place = (itemId: string, to: number): Promise<Story> => {
    const ids = latest.current.items.map(({ id }) => id).filter((id) => id !== itemId);
    return orderItems(story.id, ids.toSpliced(to, 0, itemId));
  };
  const indexOf = (itemId: string) => latest.current.items.findIndex(({ id }) => id === itemId);

  return {
    undo,

    update(change: UpdateStoryRequest) {
      const { title, description } = latest.current;
      const before = change.title === undefined ? { description } : { title };
      return run(updateStory(story.id, change), () => () => updateStory(story.id, before));
    },

    /** Adds a heading or note before the item at `position`. */
    add(item: NewStoryItem, position: number) {
      return run(addItems(story.id, [item], position), ({ items }) => async () => {
        const added = items[Math.min(position, items.length - 1)];
        if (added) await removeItem(story.id, idNow(added.id));
      });
    },

    setText({ id, text: before }: StoryItem, text: string) {
      return run(updateItem(story.id, id, text), () => () => updateItem(story.id, idNow(id), before));
    },

    /** Changes the note of a moment, wherever the moment is shown. */
    setNote({ id, note: before }: Moment, note: string) {
      return run(updateMoment(id, { note }), () => () => updateMoment(id, { note: before }));
    },

    /** Changes the times of a moment, wherever the moment is shown. */
    setTimes(moment: Moment, times: MomentTimes) {
      const { former, done } = moveMoment(moment, times);
      return run(done, () => () => updateMoment(moment.id, former));
    },

    /** Moves an item to an index among the others. */
    move(itemId: string, to: number) {
      const from = indexOf(itemId);
      if (from === to || to < 0 || to >= latest.current.items.length) return Promise.resolve(undefined);
      return run(place(itemId, to), () => () => place(idNow(itemId), from));
    },

    async remove(item: StoryItem): Promise<void> {
      const at = indexOf(item.id);
      const again = newItemOf(item);
      const removed = await run(removeItem(story.id, item.id), () => async () => {
        if (!again) return;
        const { items } = await addItems(story.id, [again], at);
        const added = items[Math.min(at, items.length - 1)];
        if (added) newIds.current.set(item.id, added.id);
      });
      const way = again && { action: { label: t('undo'), run: undo }, history: steps };
      if (removed) toast(t('removed'), way);
    },
  };
}

/** Changes with their ways back, in the order in which they were made. */
function useSteps() {
  const t = useMomentText();
  const steps = useRef<(() => Promise<unknown>)[]>([]);
  /** Edits under way, each with its step; undoing waits for them. */
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const report = (error: unknown) => toast(t('failed', { reason: errorText(error) }), { tone: 'bad' });
  const undoLast = async (): Promise<void> => {
    const step = steps.current.pop();
    closeToasts(steps);
    await step?.().catch((error: unknown) => {
      if (isTransient(error)) steps.current.push(step);
      report(error);
    });
  };
  return {
    steps,
    undo() {
      running.current = running.current.then(undoLast);
    },
    run<Result>(change: Promise<Result>, inverse: (result: Result) => () => Promise<unknown>) {
      closeToasts(steps);
      const done = change.catch((error: unknown) => {
        report(error);
        return undefined;
      });
      // Answers about moments and the story come in any order.
      running.current = Promise.all([done, running.current]).then(([result]) => {
        if (result !== undefined) steps.current.push(inverse(result));
      });
      return done;
    },
  };
}

/** The request that adds a removed item again; undefined if its moment no longer exists. */
function newItemOf({ kind, moment, text }: StoryItem): NewStoryItem | undefined {
  if (kind !== 'moment') return { kind, text };
  return moment ? { kind, moment_id: moment.id } : undefined;
}
