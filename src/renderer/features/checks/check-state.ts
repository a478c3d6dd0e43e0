import { create, type StoreApi } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { CheckedText, CheckProgress } from '../../../contract/evidence/checks.ts';
import { correctedText } from './corrected-text.ts';

/** The text of the screen. It outlives the screen and a reload, so that playing a moment loses nothing. */
interface CheckState {
  /** As it is written. */
  draft: string;
  /** As it was last checked; null while it is written. */
  text: string | null;
  /** Name of its file without the extension; empty for pasted text. */
  name: string;
  /** Project whose videos are searched; empty for all. */
  projectId: string;
  /** Texts before corrections, the last one at the end. */
  earlier: readonly string[];
  /** Passages of `text` until the server has checked it, after a correction. */
  expected: CheckedText | undefined;
  /** Of the check that runs; null until it states some. */
  progress: CheckProgress | null;
}

const EMPTY: CheckState = {
  draft: '',
  text: null,
  name: '',
  projectId: '',
  earlier: [],
  expected: undefined,
  progress: null,
};

export const useCheckState = create(
  persist((): CheckState => EMPTY, {
    name: 'reelscope.check',
    storage: createJSONStorage(() => sessionStorage),
    // Texts before corrections could take all the space that a page has.
    partialize: ({ draft, text, name, projectId }) => ({ draft, text, name, projectId }),
  }),
);

/** The declared result of `setState` depends on the storage, which answers at once. */
const set = useCheckState.setState as StoreApi<CheckState>['setState'];

export const setDraft = (draft: string, name = useCheckState.getState().name): void => set({ draft, name });
export const setProgress = (progress: CheckProgress): void => set({ progress });
export const setProject = (projectId: string): void => set({ projectId });

export function checkDraft(): void {
  set(({ draft }) => ({ text: draft, earlier: [], expected: undefined, progress: null }));
}

export function editText(): void {
  set(({ text, draft }) => ({ draft: text ?? draft, text: null, earlier: [], expected: undefined }));
}

/** Puts the suggestion of a passage into the text. */
export function acceptSuggestion(checked: CheckedText, index: number): void {
  const { text, earlier } = useCheckState.getState();
  const changed = text === null ? undefined : correctedText(text, checked, index);
  if (text !== null && changed) set({ text: changed.text, expected: changed.checked, earlier: [...earlier, text] });
}

export function undoCorrection(): void {
  set(({ earlier, text }) => ({ text: earlier.at(-1) ?? text, earlier: earlier.slice(0, -1), expected: undefined }));
}
