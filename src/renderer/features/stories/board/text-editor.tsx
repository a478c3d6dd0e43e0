import { type KeyboardEvent, useRef, useState } from 'react';
import { Input, TextArea } from '../../../ui/controls/input.tsx';

/** Field for a text in its place. Leaving it saves; Escape keeps the text as it was. */
export function TextEditor({
  text: initial,
  label,
  hint,
  isMultiline = false,
  maxLength,
  className,
  onDone,
}: {
  text: string;
  label: string;
  hint?: string;
  isMultiline?: boolean;
  maxLength: number;
  className?: string | undefined;
  /** Receives the new text, or null if it was not changed. */
  onDone(text: string | null): void;
}) {
  const [text, setText] = useState(initial);
  const isDone = useRef(false);
  const finish = (result: string | null) => {
    // Removing the field takes its focus, which must not save a second time.
    if (isDone.current) return;
    isDone.current = true;
    const trimmed = result?.trim() ?? null;
    onDone(trimmed === initial ? null : trimmed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isSave = event.key === 'Enter' && (!isMultiline || event.ctrlKey || event.metaKey);
    if (event.key === 'Escape') finish(null);
    else if (isSave) finish(text);
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
    onBlur: () => finish(text),
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
