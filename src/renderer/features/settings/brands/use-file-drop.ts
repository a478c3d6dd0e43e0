import { type DragEvent, useState } from 'react';

/** Handlers of an element that accepts files, and whether some are held over it. */
export function useFileDrop(onFiles: (files: readonly File[]) => unknown) {
  const [isOver, setOver] = useState(false);
  // Keeps the window's own drop target from handling logo files.
  const drag = (isInside: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    // Moving between children is not leaving.
    const isWithin = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
    setOver(isInside || isWithin);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return {
    isOver,
    handlers: { onDragEnter: drag(true), onDragOver: drag(true), onDragLeave: drag(false), onDrop },
  };
}
