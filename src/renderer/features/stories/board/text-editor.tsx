import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Input, TextArea } from '../../../ui/controls/input.tsx';

/**
 * Field for a text in its place. Leaving it saves; Escape keeps the text as it was. It stays until the text is saved,
 * so that nothing written is lost when that fails.
 */
export function TextEditor({
  text: initial,
  label,
  hint,
  isMultiline = false,
  maxLength,
  className,
  onSave,
  onClose,
}: {
  text: string;
  label: string;
  hint?: string;
  isMultiline?: boolean;
  maxLength: number;
  className?: string | undefined;
  /** Saves a changed text. Returns undefined if that failed. */
  onSave(text: string): Promise<unknown>;
  onClose(): void;
}) {
  /** The text may change while it is edited. */
  const [textBefore] = useState(initial);
  const [text, setText] = useState(initial);
  const trimmed = text.trim();
  const latest = useRef(trimmed);
  latest.current = trimmed;
  const isDone = useRef(false);
  const close = () => {
    // Removing the field takes its focus, which must not save a second time.
    isDone.current = true;
    onClose();
  };
  const finish = async () => {
    if (isDone.current) return;
    isDone.current = true;
    const isSaved = trimmed === textBefore || (await onSave(trimmed)) !== undefined;
    // Text that was written meanwhile is saved when the field is left.
    if (isSaved && latest.current === trimmed) close();
    else isDone.current = false;
  };
  const leave = useEffectEvent(() => {
    if (!isDone.current && trimmed !== textBefore) void onSave(trimmed);
  });
  // Another page takes its place, which must not lose what was written.
  useEffect(() => () => leave(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isSave = event.key === 'Enter' && (!isMultiline || event.ctrlKey || event.metaKey);
    if (event.key === 'Escape') close();
    else if (isSave) void finish();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = {
    label,
    hideLabel: true,
    autoFocus: true,
    dir: 'auto',
    maxLength,
    value: text,
    onKeyDown,
    onBlur: () => void finish(),
    ...(className !== undefined && { className }),
    ...(hint !== undefined && { placeholder: hint }),
  } as const;
  if (!isMultiline)
    return (
      <Input
        {...shared}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    );
  return (
    <TextArea
      {...shared}
      rows={Math.min(16, Math.max(3, text.split('\n').length + 1))}
      onFocus={(event) => event.currentTarget.setSelectionRange(text.length, text.length)}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
