import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { useExpandedSheet } from '../../../ui/layout/bottom-sheet.tsx';
import { useTranscriptText } from './text.ts';
import styles from './transcript.module.css';

/** Command of the line editor, with the text as edited. */
export type LineCommand =
  | { type: 'save' | 'saveAndNext' | 'saveAndPrevious' | 'mergeWithNext' | 'mergeWithPrevious'; text: string }
  | { type: 'split'; text: string; at: number }
  | { type: 'cancel' };

export interface LineEditorProps {
  content: string;
  /** Selected range when the editor opens; offsets in the content. */
  selected: { start: number; end: number };
  /** Returns whether the editor stays open, as after a failure. */
  onCommand(command: LineCommand): Promise<boolean>;
  /** Splits the line at the caret. */
  split: RefObject<(() => void) | null>;
}

const SPACES = /\s+/g;

/** Editor of a line, in place of its text. */
export function LineEditor({ content, selected, onCommand, split }: LineEditorProps) {
  const t = useTranscriptText();
  const element = useRef<HTMLSpanElement>(null);
  const initial = useRef({ content, selected });
  /** A command closes the editor, which then loses the focus. */
  const isDone = useRef(false);
  const run = useRef(onCommand);
  run.current = onCommand;
  useExpandedSheet();
  useLayoutEffect(() => {
    const { content: text, selected: range } = initial.current;
    const editor = element.current!;
    editor.textContent = text;
    editor.focus({ preventScroll: true });
    const node = editor.firstChild!;
    getSelection()?.setBaseAndExtent(node, range.start, node, range.end);
    // The answer to a command closes the editor, with what would be typed until then.
    editor.addEventListener('beforeinput', (event) => isDone.current && event.preventDefault());
  }, []);
  const leave = useEffectEvent(() => void command({ type: 'save', text: textOf() }));
  // Another page takes its place, which must not lose what was written.
  useLayoutEffect(() => () => leave(), []);
  useEffect(() => {
    // After the row is measured.
    const frame = requestAnimationFrame(() => element.current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, []);

  const command = async (given: LineCommand) => {
    if (isDone.current) return;
    isDone.current = true;
    if (await run.current(given)) isDone.current = false;
  };
  const textOf = () => element.current!.textContent.replace(SPACES, ' ').trim();
  const splitAtCaret = () => {
    const text = textOf();
    const [start] = caretOf(element.current!);
    const before = element.current!.textContent.slice(0, start).replace(SPACES, ' ').trimStart();
    if (before.trim() === '' || before.trim().length >= text.length) return;
    command({ type: 'split', text, at: before.length });
  };
  useImperativeHandle(split, () => splitAtCaret);
  const onKeyDown = (event: KeyboardEvent) => {
    const [start, end] = caretOf(element.current!);
    const isCollapsed = start === end;
    const length = element.current!.textContent.length;
    // Also while an input method composes, when Enter accepts its suggestion.
    if (event.nativeEvent.isComposing) return;
    const text = textOf();
    if (event.key === 'Escape') command({ type: 'cancel' });
    else if (event.key === 'Tab') command({ type: event.shiftKey ? 'saveAndPrevious' : 'saveAndNext', text });
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) splitAtCaret();
    else if (event.key === 'Enter') command({ type: 'save', text });
    else if (event.key === 'Backspace' && isCollapsed && end === 0) command({ type: 'mergeWithPrevious', text });
    else if (event.key === 'Delete' && isCollapsed && start === length) command({ type: 'mergeWithNext', text });
    else {
      // Letters are text here, not shortcuts.
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input can't wrap within a paragraph
    <span
      ref={element}
      role="textbox"
      tabIndex={0}
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      spellCheck
      aria-label={t('edit.line')}
      aria-describedby="transcript-edit-help"
      className={styles.editor}
      onKeyDown={onKeyDown}
      onBlur={() => command({ type: 'save', text: textOf() })}
    />
  );
}

/** Offsets of the selection in an element. */
function caretOf(element: HTMLElement): [number, number] {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0) return [0, 0];
  const range = selection.getRangeAt(0);
  const offset = (node: Node, at: number) => {
    const before = document.createRange();
    before.selectNodeContents(element);
    before.setEnd(node, at);
    return before.toString().length;
  };
  return [offset(range.startContainer, range.startOffset), offset(range.endContainer, range.endOffset)];
}
