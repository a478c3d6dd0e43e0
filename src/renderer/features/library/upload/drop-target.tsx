import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRoute } from 'wouter';
import { droppedFiles } from '../../../api/uploads/dropped-files.ts';
import { addFiles } from '../../../api/uploads/uploads.ts';
import { useDropHandler } from '../../../ui/lib/drop-handler.ts';
import { useLibraryText } from '../text.ts';
import styles from './drop-target.module.css';
import { LeftOutDialog, useLeftOutToast } from './left-out.tsx';

/** Accepts files dropped anywhere in the window, into the current project, or as the screen handles them. */
export function DropTarget() {
  const t = useLibraryText();
  const [, params] = useRoute<{ projectId: string }>('/projects/:projectId');
  const projectId = params?.projectId ?? null;
  const handler = useDropHandler();
  const [isOver, setOver] = useState(false);
  const showLeftOut = useLeftOutToast();

  useEffect(() => {
    // A child's dragenter precedes its parent's dragleave, so both are counted.
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const enter = (event: DragEvent) => {
      if (hasFiles(event)) setOver(++depth > 0);
    };
    const leave = (event: DragEvent) => {
      if (hasFiles(event)) setOver(--depth > 0);
    };
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = 'copy';
    };
    const drop = async (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      const { files, left } = await droppedFiles(event.dataTransfer);
      const rest = handler ? handler.take(files) : files;
      if (handler && rest.length === 0) return;
      showLeftOut(await addFiles({ files: [...rest], left }, projectId));
    };
    const onDrop = (event: DragEvent) => void drop(event);
    addEventListener('dragenter', enter);
    addEventListener('dragleave', leave);
    addEventListener('dragover', over);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('dragover', over);
      removeEventListener('drop', onDrop);
    };
  }, [projectId, handler, showLeftOut]);

  if (!isOver) return <LeftOutDialog />;
  return (
    <div className={styles.veil} aria-hidden>
      <div className={styles.frame}>
        <FileDown size={32} strokeWidth={1.5} />
        <p className={styles.title}>{handler?.title ?? t('drop.title')}</p>
        <p className={styles.text}>{handler?.text ?? t('drop.text')}</p>
      </div>
    </div>
  );
}
