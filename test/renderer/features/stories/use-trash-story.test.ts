import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Story } from '../../../../src/contract/search/stories.ts';
import { waitFor } from '../../../fixtures/wait.ts';

const toast = vi.hoisted(() => vi.fn());
vi.mock('../../../../src/renderer/ui/feedback/toast.tsx', () => ({ toast }));
vi.stubGlobal('document', { documentElement: { dataset: {} } });
const { useTrashStory } = await import('../../../../src/renderer/features/stories/use-trash-story.ts');

const STORY: Story = {
  id: '7',
  title: 'The crane',
  description: '',
  project_id: null,
  duration: 0,
  items: [],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
};
const sent: string[] = [];
let isFailing = false;
beforeEach(() => {
  isFailing = false;
  sent.length = 0;
  toast.mockClear();
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    sent.push(`${method} ${path}`);
    const error = { error: { code: 'internal', message: 'Something went wrong.' } };
    return isFailing ? Response.json(error, { status: 500 }) : Response.json(STORY);
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The command that a component gets. */
function trashCommand(): (story: Story) => Promise<boolean> {
  let command: ReturnType<typeof useTrashStory> | undefined;
  const Component = () => {
    command = useTrashStory();
    return null;
  };
  renderToStaticMarkup(createElement(Component));
  return command!;
}
const failure = expect.objectContaining({ tone: 'bad' });

test('a story is moved to the trash, and put back by the message', async () => {
  expect(await trashCommand()(STORY)).toBe(true);
  expect(sent).toEqual(['DELETE /api/stories/7?permanent=false']);
  expect(toast).toHaveBeenCalledExactlyOnceWith('Story moved to Trash: The crane', expect.anything());
  const { action } = toast.mock.lastCall![1];
  expect(action.label).toBe('Undo');
  isFailing = true;
  action.run();
  await waitFor(() => expect(toast).toHaveBeenLastCalledWith(expect.any(String), failure));
  isFailing = false;
  action.run();
  await waitFor(() => expect(sent.slice(1)).toEqual(Array(2).fill('POST /api/stories/7/restore')));
});

test('a story that could not be moved is reported, without a way to undo', async () => {
  isFailing = true;
  expect(await trashCommand()(STORY)).toBe(false);
  expect(toast).toHaveBeenCalledExactlyOnceWith(expect.any(String), failure);
});
