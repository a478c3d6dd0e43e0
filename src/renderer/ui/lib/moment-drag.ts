import type { DragEvent } from 'react';
import { create } from 'zustand';
import type { MomentSource } from '../../../contract/search/stories.ts';

/** Type of the dragged data; other windows and programs can't use it. */
const TYPE = 'application/x-reelscope-moments';

/** Moments that are being dragged; null while none are. */
export const useDraggedMoments = create<{ moments: readonly MomentSource[] | null }>(() => ({ moments: null }));

/** Lets a drag that begins carry moments, so that they can be dropped on a story. */
export function dragMoments(event: DragEvent, moments: readonly MomentSource[]): void {
  if (moments.length === 0) return;
  event.dataTransfer.setData(TYPE, String(moments.length));
  event.dataTransfer.effectAllowed = 'copyLink';
  // A change of the page in this event would end the drag.
  setTimeout(() => useDraggedMoments.setState({ moments }));
  addEventListener('dragend', () => setTimeout(() => useDraggedMoments.setState({ moments: null })), { once: true });
}
