import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Saves what is being written when another item, tab, or page takes the place of an editor.
 * @param save called when the editor goes away without having been closed
 * @returns notes that the editor is closed, with its changes saved or discarded
 */
export function useSaveOnLeave(save: () => void): () => void {
  const isClosed = useRef(false);
  const leave = useEffectEvent(() => {
    if (!isClosed.current) save();
  });
  useEffect(() => () => leave(), []);
  return () => {
    isClosed.current = true;
  };
}
